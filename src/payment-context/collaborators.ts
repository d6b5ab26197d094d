import type { IPaymentModuleService, RemoteQueryFunction } from "@medusajs/framework/types"
import type { CheckoutUzModuleService } from "../modules/checkout-uz"

/** What reads a payment context: the ledger, and Medusa's payment module and query. */
export type Collaborators = {
  ledger: CheckoutUzModuleService
  payment: IPaymentModuleService
  query: Omit<RemoteQueryFunction, symbol>
}
