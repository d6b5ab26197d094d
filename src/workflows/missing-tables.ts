import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isMissingTable } from "../modules/checkout-uz"

/** What is wrong where the tables are missing, and what to do. */
export const TABLES_MISSING = {
  message: "The database does not have the plugin's tables.",
  fix: "Run npx medusa db:migrate.",
} as const

/** Whether this process has said so: it is as true of every tick of every job. */
let isSaid = false

/** Says that the tables are missing, once in the life of the process. */
export function sayTablesAreMissing(logger: Logger): void {
  if (isSaid) return
  isSaid = true
  logger.error(`Checkout.uz: ${TABLES_MISSING.message} ${TABLES_MISSING.fix}`)
}

/** Runs what a store whose tables were not made yet cannot do, and must not fill its log with. */
export async function withTables(
  container: MedusaContainer,
  work: () => Promise<unknown>
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isMissingTable(error)) throw error
    sayTablesAreMissing(container.resolve<Logger>(ContainerRegistrationKeys.LOGGER))
  }
}
