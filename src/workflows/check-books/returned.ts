import type { MedusaContainer } from "@medusajs/framework/types"
import { undoReturned } from "../return-money"
import { settleScope } from "../settle-invoice/scope"

/** Undoes what Medusa still books for money that is given back: a server may have died in between. */
export async function checkReturned(container: MedusaContainer, since: Date): Promise<void> {
  const { books } = settleScope(container).ledger
  for (let skip = 0; ;) {
    const returned = await books.returnedSince(since, skip)
    for (const invoice of returned) await undoReturned(container, invoice)
    if (returned.length === 0) return
    skip += returned.length
  }
}
