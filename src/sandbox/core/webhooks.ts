import { uzsNumber } from "./money"
import { append } from "./log"
import { providerDetails } from "./payment-systems"
import type { CashDesk, Delivery, Invoice, Payment, State } from "./state"
import type { Instant } from "./time"

/** docs/service.md, 7.6. `timestamp` is in seconds, `perform_time` in ms. */
export const webhookBody = ({ invoice, payment, sentAt }: Delivery) => ({
  webhook_type: "version_1_1",
  status: "success",
  event: "payment_confirmed",
  payment_system: payment.system,
  shop_id: invoice.cashDeskId,
  data: {
    order_id: invoice.number,
    amount: uzsNumber(payment.tiyin),
    currency: "UZS",
    status: "paid",
    provider_details: providerDetails(invoice, payment),
    perform_time: payment.paidAt,
  },
  timestamp: Math.floor(sentAt / 1000),
})

/** Notes one delivery of a paid invoice's webhook in the log; sending it is the caller's part. */
export const noteDelivery = (
  state: State,
  invoice: Invoice,
  payment: Payment,
  to: { source: Delivery["source"]; url: string },
  delivery: "pending" | "dropped",
  now: Instant
): Delivery => {
  const noted: Delivery = {
    n: state.nextDelivery,
    invoice,
    payment,
    ...to,
    sentAt: now,
    state: delivery,
    status: null,
    answer: null,
    answeredAt: null,
    error: null,
  }
  state.nextDelivery += 1
  append(state.deliveries, noted)
  return noted
}

/** Each of two addresses gets its own delivery (docs/service.md, 7.3). */
export const receivers = (
  desk: CashDesk,
  invoice: Invoice
): { source: Delivery["source"]; url: string }[] => [
  ...(desk.settings.webhookUrl === null
    ? []
    : [{ source: "cash_desk" as const, url: desk.settings.webhookUrl }]),
  ...(invoice.webhookUrl === null ? [] : [{ source: "invoice" as const, url: invoice.webhookUrl }]),
]
