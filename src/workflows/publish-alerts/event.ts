import type { Blocker } from "../../contract"
import type { AlertKind, ProblemCode } from "../../modules/checkout-uz"

/** The events a store can subscribe to, to send an e-mail or a message. */
export const CheckoutUzEvents = {
  invoice_held: "checkout-uz.invoice.held",
  invoice_unknown: "checkout-uz.invoice.unknown",
  invoice_unrecorded: "checkout-uz.invoice.unrecorded",
  cash_desk_refused: "checkout-uz.cash-desk.refused",
  cash_desk_without_key: "checkout-uz.cash-desk.without-key",
  payout_due: "checkout-uz.payout.due",
  order_overpaid: "checkout-uz.order.overpaid",
  capture_unexplained: "checkout-uz.capture.unexplained",
  part_arrived: "checkout-uz.part.arrived",
} as const satisfies Record<AlertKind, string>

/** What an event says. Amounts in UZS; null where it does not apply. */
export type AlertEvent = {
  id: string
  cash_desk: string
  /**
   * Of held money what is in its way, in a word such as `cart_changed`; of a pay-out its id; of
   * anything else what was found, in one message.
   */
  reason: string
  /** Of a cash desk what is wrong with it, such as `key_refused`. */
  problem: ProblemCode | null
  invoice_id: string | null
  invoice_number: number | null
  amount: number | null
  /** What was paid, where that is another amount. */
  paid_amount: number | null
  currency_code: string | null
  payment_collection_id: string | null
  cart_id: string | null
  order_id: string | null
  /** The number people know the order by. */
  order_number: number | null
  /** Who paid, as far as the order or the cart tells. */
  customer_name: string | null
  customer_email: string | null
  customer_phone: string | null
  /** Of held money: what its cart or order comes to, */
  asked: number | null
  /** what it still asks for, */
  open: number | null
  /** what was paid for it by other money, */
  paid_elsewhere: number | null
  /** what has come of a payment in parts, in how many of them, and of how many, */
  arrived: number | null
  parts_paid: number | null
  parts_planned: number | null
  /** what another payment has promised and not paid, */
  promised: number | null
  /** what keeps Medusa from making an order of the cart, and where that is stock, what is sold out. */
  lacks: Blocker["lacks"]
  sold_out: string | null
  payout_id: string | null
  payout_amount: number | null
}
