import { parseInvoiceNumber, parseUzs } from "../../../client"
import type { Blocker } from "../invoices/blocker"
import type { Invoice } from "../invoices/invoice"
import type { BlockerReason } from "../invoices/states"

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("A sample cannot be read.")
  return value
}

const AMOUNT = known(parseUzs("45000"))

/** A pending invoice of 45,000 UZS, as the tests that need any invoice use it. */
export function sampleInvoice(number: number, changes: Partial<Invoice> = {}): Invoice {
  return {
    id: `cuinv_${number}`,
    serviceUrl: "https://checkout.uz/api/v1",
    cashDesk: "main",
    keyFingerprint: "0011223344556677",
    number: known(parseInvoiceNumber(number)),
    uuid: "",
    state: "pending",
    blocker: undefined,
    providerId: "pp_checkout-uz_main",
    paymentCollectionId: "pay_col_1",
    cartId: "cart_1",
    orderId: undefined,
    orderNumber: undefined,
    email: undefined,
    currencyCode: "uzs",
    sessionAmount: AMOUNT,
    invoiceAmount: AMOUNT,
    paidAmount: undefined,
    part: undefined,
    returnAddress: "",
    paymentUrl: "",
    payVia: {},
    customPaymentPages: [],
    createdAt: new Date(0),
    expiresAt: new Date(0),
    webhookToken: "",
    paymentSystem: undefined,
    requestedAt: undefined,
    answeredAt: undefined,
    answeredStatus: undefined,
    spentBySession: undefined,
    spentPosition: 1,
    ownerId: "cart_1",
    settleAttempts: 0,
    waitingSince: undefined,
    nextCheckAt: undefined,
    unknownSince: undefined,
    lastError: undefined,
    paidAtText: undefined,
    paidAt: undefined,
    settledAt: undefined,
    readAt: new Date(0),
    ...changes,
  }
}

/** What is in the way of a sample's money. */
export function sampleBlocker(reason: BlockerReason): Blocker {
  return { reason, facts: {}, since: new Date(0) }
}
