import type { Uzs } from "../../../client"
import type { Invoice } from "./invoice"
import type { Part } from "./parts"

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
  /** Which part of a payment it is for; undefined where it is for a payment by itself. */
  part: Part | undefined
}

/** A pending invoice that can be handed out again for an intent, with at least a minute of its life to go. */
export function findReusable(invoices: readonly Invoice[], intent: Intent): Invoice | undefined {
  return invoices
    .filter(
      (invoice) =>
        invoice.paymentCollectionId === intent.paymentCollectionId &&
        invoice.serviceUrl === intent.serviceUrl &&
        invoice.cashDesk === intent.cashDesk &&
        invoice.currencyCode === intent.currencyCode &&
        invoice.sessionAmount === intent.sessionAmount &&
        invoice.invoiceAmount === intent.invoiceAmount &&
        invoice.spentBySession === undefined &&
        isSamePart(invoice.part, intent.part) &&
        isStillPayable(invoice, intent)
    )
    .at(-1)
}

function isSamePart(one: Part | undefined, other: Part | undefined): boolean {
  return (
    one?.position === other?.position &&
    one?.count === other?.count &&
    one?.planAmount === other?.planAmount
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
