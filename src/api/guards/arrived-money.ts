import type { MedusaContainer } from "@medusajs/framework/types"
import { isAskable, isConfirmed, type Invoice } from "../../modules/checkout-uz"
import { misfitFor, readOwnerBooks, type OwnerBooks } from "../../providers/checkout-uz/owner-books"
import { settleScope } from "../../workflows/settle-invoice/scope"

/** How many open invoices one request asks the service about. */
const ASK_LIMIT = 2

/** The books of each payment collection of a cart that this plugin has invoices for. */
export async function booksOfCart(
  container: MedusaContainer,
  cartId: string
): Promise<OwnerBooks[]> {
  const scope = settleScope(container)
  const invoices = await scope.ledger.findInvoicesOfOwner(cartId)
  const collectionIds = new Set(
    // What another service says is paid is no money here.
    invoices
      .filter(({ serviceUrl }) => serviceUrl === scope.ledger.options.baseUrl)
      .map(({ paymentCollectionId }) => paymentCollectionId)
  )
  const books: OwnerBooks[] = []
  for (const id of collectionIds) {
    const read = await readOwnerBooks(scope, id)
    if (read?.home.cart?.id === cartId) books.push(read)
  }
  return books
}

/** The invoice whose money has arrived for what its owner asks for, as far as the ledger knows. */
export function knownArrival(books: OwnerBooks, serviceUrl: string): Invoice | undefined {
  return books.invoices.find((invoice) => isConfirmed(invoice) && fits(books, invoice, serviceUrl))
}

/**
 * The same with a fresh answer of the service about the invoices a customer can still pay: with `wait`
 * as fresh as can be, else at most every two seconds.
 */
export async function findArrival(
  container: MedusaContainer,
  books: OwnerBooks,
  { wait }: { wait: boolean }
): Promise<Invoice | undefined> {
  const { ledger } = settleScope(container)
  const { baseUrl } = ledger.options
  const known = knownArrival(books, baseUrl)
  if (known) return known
  const open = books.invoices.filter(
    (invoice) => isAskable(invoice) && fits(books, invoice, baseUrl)
  )
  for (const { id } of open.slice(-ASK_LIMIT)) {
    const { kind, invoice } = await ledger.asking.verify(id, { wait })
    if (kind === "confirmed" && isConfirmed(invoice)) return invoice
  }
  return undefined
}

/** Money over another amount, or in another currency, than the owner's buys nothing here. */
function fits(books: OwnerBooks, invoice: Invoice, serviceUrl: string): boolean {
  const { home } = books
  return (
    invoice.serviceUrl === serviceUrl &&
    invoice.paymentCollectionId === home.collectionId &&
    invoice.currencyCode === home.currencyCode &&
    (home.cart === undefined || home.cart.currencyCode === invoice.currencyCode) &&
    misfitFor(books, invoice.sessionAmount, invoice) === undefined
  )
}
