import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IPaymentModuleService, Logger, RemoteQueryFunction } from "@medusajs/framework/types"
import { REQUIRED_DEPENDENCIES, type CheckoutUzModuleService } from "../../modules/checkout-uz"
import { knownTables, type Collaborators } from "../../payment-context"
import { refusal } from "./refusals"

/** The payment module's container, as far as the provider looks into it. */
export type ProviderCradle = Record<string, unknown> & {
  logger: Logger
  checkoutUz?: CheckoutUzModuleService
  payment?: IPaymentModuleService
  query?: Omit<RemoteQueryFunction, symbol>
  /** Medusa's connection to its database, which every module is given. */
  __pg_connection__: Knex
}

/**
 * Finds the ledger, the payment module and the query. They are looked up at the first call and not
 * when the provider is made, so that a forgotten line in medusa-config never stops the server.
 *
 * @throws MedusaError (invalid data) that says which line to add where
 */
export function findCollaborators(cradle: ProviderCradle): Collaborators {
  const ledger = optional(() => cradle.checkoutUz)
  const payment = optional(() => cradle.payment)
  const query = optional(() => cradle.query)
  if (!ledger || !payment || !query) {
    throw refusal(
      "wrong_configuration",
      `Payments by Checkout.uz are not set up: add dependencies: ${JSON.stringify(REQUIRED_DEPENDENCIES)} beside resolve: "@medusajs/medusa/payment" in medusa-config, and "medusa-payment-checkout-uz" to its plugins.`
    )
  }
  return { ledger, payment, query, tables: knownTables(cradle.__pg_connection__) }
}

/** Awilix throws where a name is not registered. */
function optional<T>(read: () => T | undefined): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && error.name === "AwilixResolutionError") return undefined
    throw error
  }
}
