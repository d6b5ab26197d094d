import type { MedusaContainer } from "@medusajs/framework/types"
import type { Uzs } from "../../client"
import type { PaymentSessionAnswer } from "../../contract"
import {
  isVerifiable,
  isExpired,
  isFull,
  isHeld,
  NOTHING_MISSING,
  paymentAmount,
  type Invoice,
  type PluginOptions,
} from "../../modules/checkout-uz"
import {
  arrivedMoney,
  misfitFor,
  partsFor,
  readOwnerBooks,
  roomFor,
  type OwnerBooks,
} from "../../payment-context"
import { progressOf, type PartsProgress } from "../../providers/checkout-uz/session-data"
import { settleInvoice } from "../settle-invoice"
import { workflowScope, type WorkflowScope } from "../scope"

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
  const healed = books && findHealed(invoice, books)
  if (healed) {
    const outcome = await settleInvoice(container, healed.id, { urgency: "now" })
    if (healed.id === invoice.id) invoice = outcome.invoice
    books = await readOwnerBooks(scope, invoice.paymentCollectionId)
  }
  if (invoice.part) invoice = await followParts(scope, sessionId, invoice, books)
  invoice = followMoney(invoice, books)
  return present(sessionId, invoice, books, scope.ledger.options)
}

/**
 * Money of the session's, or another part of its payment, that the cart or order asks for as it is now: it need
 * not wait for its next attempt.
 */
function findHealed(invoice: Invoice, books: OwnerBooks): Invoice | undefined {
  const parts = invoice.part ? books.invoices.filter(({ part }) => part !== undefined) : []
  return [invoice, ...parts].find((one) => {
    const reason = one.state === "paid" ? one.blocker?.reason : undefined
    if (reason === "part_paid") return arrivedMoney(books, one).kind === "whole"
    const mayHeal = reason === "cart_changed" || reason === "nothing_owed"
    return mayHeal && arrivedMoney(books, one).kind !== "misfit"
  })
}

/**
 * The settlement may have handed out the next part, to this session or to the one that has replaced it: a tab
 * that still has the old one goes on with the same part.
 */
async function followParts(
  { ledger }: WorkflowScope,
  sessionId: string,
  settled: Invoice,
  books: OwnerBooks | undefined
): Promise<Invoice> {
  const invoice = (await ledger.invoices.ofSession(sessionId)) ?? settled
  if (!books || invoice.state !== "paid" || !isPartOfMore(invoice, books)) return invoice
  const due = books.invoices
    .filter(
      (other) =>
        other.paymentCollectionId === invoice.paymentCollectionId &&
        other.part?.planAmount === invoice.part?.planAmount &&
        isVerifiable(other)
    )
    .at(-1)
  return due ? ledger.invoices.bind(due, sessionId) : invoice
}

/** Where another invoice of the same collection was paid instead, that one is the answer. */
function followMoney(invoice: Invoice, books: OwnerBooks | undefined): Invoice {
  if (!isVerifiable(invoice) || !books) return invoice
  const siblings = books.invoices.filter(
    ({ paymentCollectionId }) => paymentCollectionId === invoice.paymentCollectionId
  )
  return (
    siblings.find(({ state }) => state === "settled") ??
    siblings.find((one) => one.state === "paid" && !isPartOfMore(one, books)) ??
    invoice
  )
}

/** A part that has come while others have not is no answer: the one that is due is. */
function isPartOfMore(invoice: Invoice, books: OwnerBooks): boolean {
  return invoice.part !== undefined && arrivedMoney(books, invoice).kind !== "whole"
}

function present(
  id: string,
  invoice: Invoice,
  books: OwnerBooks | undefined,
  options: PluginOptions
): PaymentSessionStatus {
  const status = statusOf(invoice, books)
  const payable =
    (status === "pending" || status === "awaiting_payment") &&
    // INVARIANT: no page is handed out for what its cart or order does not ask for, nor another service's.
    books !== undefined &&
    misfitFor(books, paymentAmount(invoice)) === undefined &&
    invoice.serviceUrl === options.baseUrl &&
    invoice.paymentUrl !== "" &&
    invoice.state === "pending"
  const order = status === "order_placed" && isRecent(invoice) ? books?.context.order : undefined
  return {
    id,
    status,
    amount: Number(amountNow(invoice, books)),
    currency_code: invoice.currencyCode,
    payment_url: payable ? invoice.paymentUrl : null,
    pay_via: payable ? invoice.payVia : {},
    custom_payment_pages: payable ? invoice.customPaymentPages : [],
    expires_at: invoice.expiresAt.toISOString(),
    parts: partsOf(invoice, books, options) ?? null,
    ...(order ? { order_id: order.id } : {}),
  }
}

/** What the payment comes to: in parts, what is asked for now. */
function amountNow(invoice: Invoice, books: OwnerBooks | undefined): Uzs {
  const { part, spentBySession } = invoice
  const isOpen = part !== undefined && spentBySession === undefined && books !== undefined
  return isOpen ? partsFor(books, { ...invoice, part }).amount : paymentAmount(invoice)
}

/** How far a payment in parts has come; undefined for one by a single invoice. */
function partsOf(
  invoice: Invoice,
  books: OwnerBooks | undefined,
  options: PluginOptions
): PartsProgress | undefined {
  const { part, spentBySession: spender } = invoice
  if (!part || !books) return undefined
  const spent = books.invoices.filter(
    ({ spentBySession }) => spender !== undefined && spentBySession === spender
  )
  const isSpent = spent.length > 0
  const money = isSpent
    ? { invoices: spent, missing: NOTHING_MISSING }
    : partsFor(books, { ...invoice, part }).money
  return progressOf(money, options)
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
      // The next part is made in a moment, or when the customer asks for it.
      if (books && arrivedMoney(books, invoice).kind === "part") {
        return order ? "awaiting_payment" : "pending"
      }
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
