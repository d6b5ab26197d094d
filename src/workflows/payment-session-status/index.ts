import type { MedusaContainer } from "@medusajs/framework/types"
import { isSpendable, OPEN_STATES, type Invoice } from "../../modules/checkout-uz"
import { readHome, type Home } from "../../providers/checkout-uz/home"
import { settleInvoice } from "../settle-invoice"
import { settleScope, type SettleScope } from "../settle-invoice/scope"

/** Minutes after its order for which a payment session still gives the order's id away. */
const ORDER_ID_MINUTES = 30

/** What the return page shows. */
export type PaymentSessionStatus = {
  id: string
  status: "pending" | "paid" | "order_placed" | "awaiting_payment" | "lapsed" | "held" | "canceled"
  /** In UZS. */
  amount: number
  currency_code: string
  /** Null for what is paid or can no longer be sold. */
  payment_url: string | null
  pay_via: Record<string, string>
  custom_payment_pages: { domain: string; url: string }[]
  /** ISO 8601. */
  expires_at: string
  /** For a short time after the order: the address with the session's id passed through other companies. */
  order_id?: string
}

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
  const scope = settleScope(container)
  const bound = await scope.ledger.findInvoiceOfSession(sessionId)
  if (!bound) return undefined
  const outcome = await settleInvoice(container, bound.id, { urgency: "when_due" })
  const invoice = await followMoney(scope, outcome.invoice)
  const home = await readHome(scope.query, invoice.paymentCollectionId)
  return present(sessionId, invoice, home)
}

/** Where another invoice of the same collection was paid instead, that one is the answer. */
async function followMoney({ ledger }: SettleScope, invoice: Invoice): Promise<Invoice> {
  if (!OPEN_STATES.includes(invoice.state)) return invoice
  const siblings = await ledger.findInvoicesOfCollection(invoice.paymentCollectionId)
  return (
    siblings.find(({ state }) => state === "settled") ??
    siblings.find(({ state }) => state === "paid") ??
    invoice
  )
}

function present(id: string, invoice: Invoice, home: Home | undefined): PaymentSessionStatus {
  const status = statusOf(invoice, home)
  const payable =
    (status === "pending" || status === "awaiting_payment") &&
    invoice.expiresAt > new Date() &&
    home?.amount === invoice.sessionAmount &&
    invoice.paymentUrl !== ""
  const showOrder = status === "order_placed" && isRecent(invoice.settledAt)
  return {
    id,
    status,
    amount: Number(invoice.sessionAmount),
    currency_code: invoice.currencyCode,
    payment_url: payable ? invoice.paymentUrl : null,
    pay_via: payable ? invoice.payVia : {},
    custom_payment_pages: payable ? invoice.customPaymentPages : [],
    expires_at: invoice.expiresAt.toISOString(),
    ...(showOrder && home?.order ? { order_id: home.order.id } : {}),
  }
}

function statusOf(invoice: Invoice, home: Home | undefined): PaymentSessionStatus["status"] {
  if (invoice.state === "settled") {
    if (home?.order?.canceled) return "canceled"
    return home?.order ? "order_placed" : "paid"
  }
  if (invoice.state === "returned") return "canceled"
  // What heals by itself is, for the customer, simply paid.
  if (isSpendable(invoice.state, invoice.holdReason)) return "paid"
  if (invoice.state === "held") return "held"
  if (home?.canceled || home?.order?.canceled) return "canceled"
  if (invoice.state !== "pending" || invoice.expiresAt <= new Date()) return "lapsed"
  return home?.order ? "awaiting_payment" : "pending"
}

function isRecent(settledAt: Date | undefined): boolean {
  return settledAt !== undefined && Date.now() - settledAt.getTime() < ORDER_ID_MINUTES * 60 * 1000
}
