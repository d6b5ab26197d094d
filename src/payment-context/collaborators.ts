import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IPaymentModuleService, RemoteQueryFunction } from "@medusajs/framework/types"
import type { CheckoutUzModuleService } from "../modules/checkout-uz"

/** What reads a payment context: the ledger, and Medusa's payment module, query and tables. */
export type Collaborators = {
  ledger: CheckoutUzModuleService
  payment: IPaymentModuleService
  query: Omit<RemoteQueryFunction, symbol>
  /** The database of Medusa's modules, where their tables are known; see {@link knownTables}. */
  tables: Knex | undefined
}
