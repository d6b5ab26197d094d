import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type {
  IOrderModuleService,
  IPaymentModuleService,
  Logger,
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { CHECKOUT_UZ_MODULE, type CheckoutUzModuleService } from "../modules/checkout-uz"
import { knownTables } from "../payment-context"

/** What settling an invoice works with. */
export type WorkflowScope = {
  container: MedusaContainer
  ledger: CheckoutUzModuleService
  payment: IPaymentModuleService
  order: IOrderModuleService
  query: Omit<RemoteQueryFunction, symbol>
  tables: Knex | undefined
  logger: Logger
}

export function workflowScope(container: MedusaContainer): WorkflowScope {
  return {
    container,
    ledger: container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE),
    payment: container.resolve(Modules.PAYMENT),
    order: container.resolve(Modules.ORDER),
    query: container.resolve(ContainerRegistrationKeys.QUERY),
    tables: knownTables(container.resolve(ContainerRegistrationKeys.PG_CONNECTION)),
    logger: container.resolve(ContainerRegistrationKeys.LOGGER),
  }
}
