import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isMissingTable } from "../../modules/checkout-uz"

/** Whether this process has said so: it is as true of every tick of every job. */
let isSaid = false

/** Says that the tables are missing, once in the life of the process. */
export function sayTablesAreMissing(logger: Logger): void {
  if (isSaid) return
  isSaid = true
  logger.error(
    "Checkout.uz: The database does not have the plugin's tables. Run npx medusa db:migrate."
  )
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
