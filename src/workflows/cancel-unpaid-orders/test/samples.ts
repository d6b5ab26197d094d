import type { Invoice } from "../../../modules/checkout-uz"
import { sampleInvoice } from "../../../modules/checkout-uz/test/samples"
import type { ContextCollection, ContextPayment } from "../../../payment-context"
import type { OrderFacts, UnpaidOrder, Rules } from "../eligibility"

export const OURS = "pp_checkout-uz_main"
export const RULES: Rules = { cancelAfterMinutes: 60, ourProviders: [OURS] }

/** Minutes before now, in a world where it is always noon. */
export const NOON = new Date("2026-03-01T12:00:00Z")
export function minutesAgo(minutes: number): Date {
  return new Date(NOON.getTime() - minutes * 60_000)
}

/** An open invoice whose lifetime ended two hours ago. */
export function invoice(number: number, changes: Partial<Invoice> = {}): Invoice {
  return sampleInvoice(number, {
    state: "expired",
    createdAt: minutesAgo(180),
    expiresAt: minutesAgo(120),
    ...changes,
  })
}

const { sessionAmount: AMOUNT } = invoice(1)

export function collection(changes: Partial<ContextCollection> = {}): ContextCollection {
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
    isOfCart: true,
    ...changes,
  }
}

/** A payment that is authorized, and nothing more. */
export function payment(changes: Partial<ContextPayment> = {}): ContextPayment {
  return {
    id: "pay_1",
    sessionId: "payses_1",
    providerId: OURS,
    amount: AMOUNT,
    captured: "0",
    refunded: "0",
    net: "0",
    captureIds: [],
    refunds: [],
    canceled: false,
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
export function unpaidOrder(changes: Partial<UnpaidOrder> = {}): UnpaidOrder {
  return {
    now: NOON,
    order: order(),
    ownerId: "cart_1",
    collections: [collection()],
    invoices: [invoice(1)],
    ...changes,
  }
}
