import type { Uzs } from "../../../client"
import type { Invoice } from "./invoice"
import { isSpendable } from "./states"

/** Seconds an invoice must have left to be handed out again. */
const REUSE_SECONDS_LEFT = 60

/** The one intent two sessions must share to be handed the same invoice. */
export type Intent = {
  serviceUrl: string
  cashDesk: string
  paymentCollectionId: string
  currencyCode: string
  /** In UZS. */
  sessionAmount: Uzs
  /** In UZS. */
  invoiceAmount: Uzs
  returnAddress: string
}

/**
 * An invoice that can be handed out again for an intent: paid and not yet spent, whatever address
 * the customer asked to return to; or pending with at least a minute of its life to go. What an
 * abandoned session spent is free: see `Claim` in `./room`.
 */
export function findReusable(
  invoices: readonly Invoice[],
  intent: Intent,
  abandonedSessions: ReadonlySet<string> = new Set()
): Invoice | undefined {
  const fitting = invoices.filter(
    (invoice) =>
      invoice.paymentCollectionId === intent.paymentCollectionId &&
      invoice.serviceUrl === intent.serviceUrl &&
      invoice.cashDesk === intent.cashDesk &&
      invoice.currencyCode === intent.currencyCode &&
      invoice.sessionAmount === intent.sessionAmount &&
      invoice.invoiceAmount === intent.invoiceAmount &&
      (invoice.spentBySession === undefined || abandonedSessions.has(invoice.spentBySession))
  )
  return (
    fitting.find(isSpendable) ?? fitting.filter((invoice) => isStillPayable(invoice, intent)).at(-1)
  )
}

function isStillPayable(
  { state, paymentUrl, returnAddress, expiresAt, readAt }: Invoice,
  intent: Intent
): boolean {
  return (
    state === "pending" &&
    paymentUrl !== "" &&
    returnAddress === intent.returnAddress &&
    expiresAt.getTime() - readAt.getTime() >= REUSE_SECONDS_LEFT * 1000
  )
}
