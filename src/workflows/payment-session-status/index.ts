import type { MedusaContainer } from "@medusajs/framework/types"
import type { PaymentSessionAnswer } from "../../contract"
import { isVerifiable, isExpired, isFull, isHeld, type Invoice } from "../../modules/checkout-uz"
import { misfitFor, readOwnerBooks, roomFor, type OwnerBooks } from "../../payment-context"
import { settleInvoice } from "../settle-invoice"
import { workflowScope } from "../scope"

/** Minutes after its order for which a payment session still gives the order's id away. */
const ORDER_ID_MINUTES = 30

/** What the return page shows. */
export type PaymentSessionStatus = PaymentSessionAnswer

/**
 * The state of a payment session's money for the customer, who may have just come back from
 * paying: settles what turns out to be paid. A session that has been replaced meanwhile is
 * followed through the ledger's bindings.
 *
 * @returns undefined for a session this plugin never had
 */
export async function paymentSessionStatus(
  container: MedusaContainer,
  sessionId: string
): Promise<PaymentSessionStatus | undefined> {
  const scope = workflowScope(container)
  const bound = await scope.ledger.invoices.ofSession(sessionId)
  if (!bound) return undefined
  let { invoice } = await settleInvoice(container, bound.id, { urgency: "when_due" })
  let books = await readOwnerBooks(scope, invoice.paymentCollectionId)
  if (books && hasHealed(invoice, books)) {
    invoice = (await settleInvoice(container, invoice.id, { urgency: "now" })).invoice
    books = await readOwnerBooks(scope, invoice.paymentCollectionId)
  }
  invoice = followMoney(invoice, books)
  return present(sessionId, invoice, books, scope.ledger.options.baseUrl)
}

/** Whether the cart, or order, asks for this money again: it need not wait for its next attempt. */
function hasHealed({ blocker, sessionAmount, ...invoice }: Invoice, books: OwnerBooks): boolean {
  if (blocker?.reason !== "cart_changed" && blocker?.reason !== "nothing_owed") return false
  return invoice.state === "paid" && misfitFor(books, sessionAmount, invoice) === undefined
}

/** Where another invoice of the same collection was paid instead, that one is the answer. */
function followMoney(invoice: Invoice, books: OwnerBooks | undefined): Invoice {
  if (!isVerifiable(invoice) || !books) return invoice
  const siblings = books.invoices.filter(
    ({ paymentCollectionId }) => paymentCollectionId === invoice.paymentCollectionId
  )
  return (
    siblings.find(({ state }) => state === "settled") ??
    siblings.find(({ state }) => state === "paid") ??
    invoice
  )
}

function present(
  id: string,
  invoice: Invoice,
  books: OwnerBooks | undefined,
  serviceUrl: string
): PaymentSessionStatus {
  const status = statusOf(invoice, books)
  const payable =
    (status === "pending" || status === "awaiting_payment") &&
    // INVARIANT: no page is handed out for what its cart or order does not ask for, nor another service's.
    books !== undefined &&
    misfitFor(books, invoice.sessionAmount) === undefined &&
    invoice.serviceUrl === serviceUrl &&
    invoice.paymentUrl !== ""
  const order = status === "order_placed" && isRecent(invoice) ? books?.context.order : undefined
  return {
    id,
    status,
    amount: Number(invoice.sessionAmount),
    currency_code: invoice.currencyCode,
    payment_url: payable ? invoice.paymentUrl : null,
    pay_via: payable ? invoice.payVia : {},
    custom_payment_pages: payable ? invoice.customPaymentPages : [],
    expires_at: invoice.expiresAt.toISOString(),
    ...(order ? { order_id: order.id } : {}),
  }
}

function statusOf(invoice: Invoice, books: OwnerBooks | undefined): PaymentSessionStatus["status"] {
  const order = books?.context.order
  switch (invoice.state) {
    case "settled":
      if (order?.canceled) return "canceled"
      return order ? "order_placed" : "paid"
    case "returned":
      return "canceled"
    case "paid":
      return isBeingPlaced(invoice) ? "paid" : "held"
    default:
      if (books?.claim.canceled) return "canceled"
      // Paid in another way, or promised to be: this page has nothing to ask for any more.
      if (books?.context.order && isFull(roomFor(books))) return "order_placed"
      if (invoice.state !== "pending" || isExpired(invoice)) return "expired"
      return order ? "awaiting_payment" : "pending"
  }
}

/** What core may have just been too busy for ends by itself in a moment; the rest needs a person. */
function isBeingPlaced(invoice: Invoice): boolean {
  const { blocker } = invoice
  return !isHeld(invoice) && (!blocker || blocker.reason === "not_completable")
}

function isRecent({ settledAt, readAt }: Invoice): boolean {
  return (
    settledAt !== undefined && readAt.getTime() - settledAt.getTime() < ORDER_ID_MINUTES * 60 * 1000
  )
}
