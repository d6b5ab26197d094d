import type { MedusaContainer } from "@medusajs/framework/types"
import { withTables } from "../workflows/missing-tables"
import { checkBooks } from "../workflows/check-books"

/** Milliseconds; the books are really compared soon after a start and then every three minutes. */
const TICK_MS = 5_000

/** Holds Medusa's books against the ledger's: events tell of the same, and can be lost. */
export default async function checkCheckoutUzBooks(container: MedusaContainer): Promise<void> {
  await withTables(container, () => checkBooks(container))
}

export const config = {
  name: "checkout-uz-check-books",
  schedule: { interval: TICK_MS },
}
