import type { MedusaContainer } from "@medusajs/framework/types"
import { isVerifiable, isConfirmed, isSpendable, type Invoice } from "../../modules/checkout-uz"
import {
  arrivedMoney,
  readOwnerBooks,
  type OwnerBooks,
  type PartArrived,
} from "../../payment-context"
import { workflowScope } from "../../workflows/scope"

/** How many open invoices one request asks the service about: the latest. */
const ASK_LIMIT = 2

/** What is known of the money of a cart, or of a payment collection. */
export type Arrival = {
  books: OwnerBooks
  /** The invoice whose money has arrived for what the owner asks for, and is not settled yet. */
  paid: Invoice | undefined
  /** Or the parts of its payment that have, while others have not. */
  partly: PartArrived | undefined
}

/**
 * The invoices of the configured service among some: what another service says is paid is no money
 * here.
 */
export function ofThisService(container: MedusaContainer, invoices: readonly Invoice[]): Invoice[] {
  const { baseUrl } = workflowScope(container).ledger.options
  return invoices.filter(({ serviceUrl }) => serviceUrl === baseUrl)
}

/**
 * Whether the service has confirmed any of these invoices: as the ledger knows, else by its answer
 * about the open ones, as fresh as can be with `wait`, else at most every two seconds. Medusa is not
 * read for it, so a cart that is still to be paid costs nothing of that.
 */
export async function anyConfirmed(
  container: MedusaContainer,
  invoices: readonly Invoice[],
  { wait }: { wait: boolean }
): Promise<boolean> {
  if (invoices.some(isConfirmed)) return true
  const { requests } = workflowScope(container).ledger
  for (const known of invoices.filter(isVerifiable).slice(-ASK_LIMIT)) {
    const { kind, invoice } = await requests.verifyKnown(known, { wait })
    if (kind === "confirmed" && isConfirmed(invoice)) return true
  }
  return false
}

/**
 * The invoice of a payment collection whose money has arrived for what its owner asks for and is not
 * settled yet.
 *
 * @returns undefined where Medusa no longer has the collection
 */
export async function readArrival(
  container: MedusaContainer,
  collectionId: string
): Promise<Arrival | undefined> {
  const books = await readOwnerBooks(workflowScope(container), collectionId)
  if (!books) return undefined
  const own = ofThisService(container, books.invoices)
  const arrived = own
    .filter(
      (invoice) =>
        isSpendable(invoice) && invoice.paymentCollectionId === books.context.collectionId
    )
    .map((invoice) => ({ invoice, money: arrivedMoney(books, invoice) }))
  const parts = arrived.flatMap(({ money }) => (money.kind === "part" ? [money] : []))
  return {
    books,
    paid: arrived.find(({ money }) => money.kind === "whole")?.invoice,
    partly: parts[0],
  }
}
