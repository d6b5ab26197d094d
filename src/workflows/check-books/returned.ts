import type { MedusaContainer } from "@medusajs/framework/types"
import type { Invoice } from "../../modules/checkout-uz"
import { undoReturned } from "../return-money"
import { workflowScope, type WorkflowScope } from "../scope"
import { forEach } from "./pages"

/** Undoes what Medusa still books for money that is given back: a server may have died in between. */
export async function checkReturned(container: MedusaContainer, since: Date): Promise<void> {
  const { ledger } = workflowScope(container)
  await forEach(returnedSince(ledger, since), (invoice) => undoReturned(container, invoice))
}

async function* returnedSince(
  { books }: WorkflowScope["ledger"],
  since: Date
): AsyncGenerator<Invoice> {
  for (let skip = 0; ;) {
    const page = await books.returnedSince(since, skip)
    if (page.length === 0) return
    yield* page
    skip += page.length
  }
}
