import { MathBN } from "@medusajs/framework/utils"
import type { Uzs } from "../../client"
import { sumOfInvoices, type Invoice } from "../../modules/checkout-uz"
import {
  arrivedMoney,
  isBookedOn,
  type PaymentContext,
  readOwnerBooks,
  type OwnerBooks,
} from "../../payment-context"
import { misfitError } from "../../providers/checkout-uz/problems"
import { labelInvoices } from "./label-invoices"
import type { Preparation } from "./preparation"
import type { WorkflowScope } from "../scope"
import { squareOrder } from "./square-order"
import { tidyBooking } from "./tidy-booking"

/**
 * Looks what core has made of an attempt: settled, or what is in the way. Only this look decides; that
 * a workflow failed is no answer by itself. Call it under the owner's lock.
 */
export async function conclude(
  scope: WorkflowScope,
  invoiceId: string,
  obstacle: Error | undefined
): Promise<Exclude<Preparation, { kind: "finish" | "complete" }>> {
  const invoice = await scope.ledger.invoices.find(invoiceId)
  if (!invoice) throw new Error(`There is no invoice ${invoiceId} in the ledger.`)
  if (invoice.state !== "paid") return { kind: "over", invoice }
  let books = await readOwnerBooks(scope, invoice.paymentCollectionId)
  // Cancelled while it was captured: it is given back in Medusa, and comes on the list of pay-outs.
  if (books?.context.order?.canceled && (await tidyBooking(scope, books.context, invoice))) {
    books = await readOwnerBooks(scope, invoice.paymentCollectionId)
  }
  const standing = books && (await settleIfBooked(scope, books, invoice))
  if (standing) return { kind: "over", invoice: standing }
  // Another payment may have taken this one's place, or the cart may have changed, meanwhile.
  const arrived = books && arrivedMoney(books, invoice)
  if (arrived?.kind === "misfit") {
    return { kind: "blocked", misfit: arrived.misfit, error: misfitError(arrived.misfit) }
  }
  if (arrived?.kind === "part") {
    return { kind: "awaiting", arrived, hasOrder: books?.context.order !== undefined }
  }
  const error = obstacle ?? new Error("The order is not complete yet.")
  const invoices = arrived?.invoices ?? [invoice]
  return { kind: "blocked", misfit: { reason: "not_completable", facts: {} }, error, invoices }
}

/** What the session that spent an invoice has spent: it alone, or the parts of its payment. */
export function spentWith(
  { invoices }: Pick<OwnerBooks, "invoices">,
  { spentBySession: spender }: Invoice
): Invoice[] {
  if (spender === undefined) return []
  return invoices.filter(({ spentBySession }) => spentBySession === spender)
}

/**
 * Looks whether everything stands, and only then calls the invoice settled: our payment is captured,
 * the order is there and not cancelled, and the order has the capture's transaction. Call it under
 * the owner's lock, where a completion that is being rolled back is never seen half done.
 *
 * @returns undefined where it does not stand, or is no paid money any more
 */
export async function settleIfBooked(
  scope: WorkflowScope,
  books: OwnerBooks,
  invoice: Invoice
): Promise<Invoice | undefined> {
  const { context } = books
  const { spentBySession: sessionId } = invoice
  const amount = sumOfInvoices(spentWith(books, invoice))
  // INVARIANT: settled means that a captured payment, and where a cart was an order, stands; or that it
  // was captured while its order was cancelled, and is on the list of pay-outs.
  if (sessionId === undefined || !stands(context, amount, sessionId)) return undefined
  const settled = await scope.ledger.spending.settle(invoice.id, sessionId)
  if (!settled) return undefined
  await squareOrder(scope, context)
  await noticeOverpaid(scope, context, invoice)
  await labelInvoices(scope, context)
  return { ...settled, orderId: settled.orderId ?? context.order?.id }
}

/** Another payment of the order was booked in the same moment, or it was edited: too much was paid. */
export async function noticeOverpaid(
  { ledger }: WorkflowScope,
  { order }: PaymentContext,
  invoice: Invoice
): Promise<void> {
  if (!order || order.canceled || MathBN.gt(order.open, -1)) return
  await ledger.attention.raise({
    kind: "order_overpaid",
    occasion: `overpaid:${invoice.id}`,
    cashDesk: invoice.cashDesk,
    invoiceId: invoice.id,
    reason: `Order ${order.id} was paid ${MathBN.mult(order.open, -1).toFixed()} UZS more than it asks for: another payment of it, or an edit, was booked in the same moment.`,
  })
}

function stands(context: PaymentContext, amount: Uzs, sessionId: string): boolean {
  const payment = context.payments.find((row) => row.sessionId === sessionId)
  if (!payment || payment.canceled) return false
  if (!MathBN.eq(payment.captured, amount)) return false
  const { order, cart } = context
  if (!order) return !cart && payment.net === payment.captured
  // Captured in the instant of its cancelling and given back: that is on the list of pay-outs.
  if (order.canceled) return payment.net === "0"
  return isBookedOn(order, payment)
}
