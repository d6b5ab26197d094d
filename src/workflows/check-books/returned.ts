import type { MedusaContainer } from "@medusajs/framework/types"
import { undoReturned } from "../return-money"
import { settleScope } from "../settle-invoice/scope"

/** Returned payments looked at in one comparison. */
const LIMIT = 200

/** Undoes what Medusa still books for money that is given back: a server may have died in between. */
export async function checkReturned(container: MedusaContainer, since: Date): Promise<void> {
  const { ledger } = settleScope(container)
  for (const invoice of await ledger.books.returnedSince(since, LIMIT)) {
    await undoReturned(container, invoice)
  }
}
