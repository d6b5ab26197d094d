import type { AlertKind } from "../../modules/checkout-uz"

/** The events a store can subscribe to, to send an e-mail or a message. */
export const CheckoutUzEvents = {
  invoice_held: "checkout-uz.invoice.held",
  invoice_unknown: "checkout-uz.invoice.unknown",
  cash_desk_refused: "checkout-uz.cash-desk.refused",
  cash_desk_without_key: "checkout-uz.cash-desk.without-key",
  refund_due: "checkout-uz.refund.due",
} as const satisfies Record<AlertKind, string>

/** What an event says. Amounts in UZS; null where it does not apply. */
export type AlertEvent = {
  id: string
  cash_desk: string
  /** Why an invoice is held; else what the service said. */
  reason: string
  invoice_id: string | null
  invoice_number: number | null
  amount: number | null
  currency_code: string | null
  payment_collection_id: string | null
  cart_id: string | null
  order_id: string | null
  refund_id: string | null
  refund_amount: number | null
}
