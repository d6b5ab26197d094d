import { parseInvoiceNumber, parseUzs } from "../../../client"
import type { Invoice } from "../../../modules/checkout-uz"
import type { Home } from "../../../providers/checkout-uz/home"
import type { OrderFacts, OrderLook, Rules } from "../judge"

export const OURS = "pp_checkout-uz_main"
export const RULES: Rules = { cancelAfterMinutes: 60, ourProviders: [OURS] }

/** Minutes before now, in a world where it is always noon. */
export const NOON = new Date("2026-03-01T12:00:00Z")
export function minutesAgo(minutes: number): Date {
  return new Date(NOON.getTime() - minutes * 60_000)
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("A sample cannot be read.")
  return value
}

const AMOUNT = known(parseUzs("45000"))

/** An open invoice whose lifetime ended two hours ago. */
export function invoice(number: number, changes: Partial<Invoice> = {}): Invoice {
  return {
    id: `cuinv_${number}`,
    serviceUrl: "https://checkout.uz/api/v1",
    cashDesk: "main",
    keyFingerprint: "0011223344556677",
    number: known(parseInvoiceNumber(number)),
    uuid: "",
    state: "lapsed",
    holdReason: undefined,
    superseded: false,
    providerId: OURS,
    paymentCollectionId: "pay_col_1",
    cartId: "cart_1",
    currencyCode: "uzs",
    sessionAmount: AMOUNT,
    invoiceAmount: AMOUNT,
    returnAddress: "",
    paymentUrl: "",
    payVia: {},
    customPaymentPages: [],
    createdAt: minutesAgo(180),
    expiresAt: minutesAgo(120),
    webhookToken: "",
    paymentSystem: undefined,
    askedAt: undefined,
    answeredAt: undefined,
    answeredStatus: undefined,
    spentBySession: undefined,
    settleAttempts: 0,
    nextCheckAt: undefined,
    unknownSince: undefined,
    lastError: undefined,
    paidAt: undefined,
    settledAt: undefined,
    ...changes,
  }
}

export function home(changes: Partial<Home> = {}): Home {
  return {
    collectionId: "pay_col_1",
    amount: AMOUNT,
    currencyCode: "uzs",
    canceled: false,
    sessions: [
      {
        id: "payses_1",
        providerId: OURS,
        status: "pending_authorization",
        amount: AMOUNT,
        currencyCode: "uzs",
      },
    ],
    payments: [],
    cart: undefined,
    order: { id: "order_1", canceled: false },
    ...changes,
  }
}

export function order(changes: Partial<OrderFacts> = {}): OrderFacts {
  return {
    id: "order_1",
    displayId: 7,
    status: "pending",
    canceled: false,
    placedAt: minutesAgo(180),
    fulfilled: false,
    owed: "45000",
    booked: false,
    metadata: {},
    ...changes,
  }
}

/** An order whose one invoice was never paid, an hour and more after its lifetime. */
export function look(changes: Partial<OrderLook> = {}): OrderLook {
  return { now: NOON, order: order(), homes: [home()], invoices: [invoice(1)], ...changes }
}
