import type { BlockerReason, Standing } from "../../modules/checkout-uz/invoices/states"

/** What screens and spreadsheets both call by a word of their own. */
export type SharedWords = {
  standing: Record<Standing, string>
  reason: Record<BlockerReason, string>
  /** A payment by card number, whatever the card's own system is. */
  card: string
  /** Instead of a payment system where nobody named it. */
  unnamed_system: string
  /** What the service says of an invoice; another word of its own stands as it is. */
  service_status: Record<"paid" | "pending", string>
  /** Which part of a payment an invoice is: `{position}` and `{of}` are filled in. */
  part: string
  /** The groups of a comparison with the service's history. */
  group: Record<"both" | "only_service" | "only_ours", string>
  /** The headings of a spreadsheet. */
  column: Record<(typeof SPREADSHEET_COLUMNS)[number], string>
}

/** Every column a spreadsheet for people may have, the ids last. */
export const SPREADSHEET_COLUMNS = [
  "group",
  "number",
  "standing",
  "blocker",
  "amount",
  "part",
  "payment_amount",
  "paid",
  "given_back",
  "to_send",
  "payment_system",
  "order_number",
  "customer_name",
  "customer_phone",
  "email",
  "created_at",
  "paid_at",
  "paid_at_text",
  "cash_desk",
  "service_amount",
  "our_amount",
  "service_status",
  "service_paid_at",
  "order_id",
  "cart_id",
  "invoice_id",
  "id",
] as const

export const en: SharedWords = {
  standing: {
    waiting: "Waiting",
    expired: "Expired",
    processing: "Processing",
    part_paid: "Part paid",
    needs_you: "Needs you",
    paid: "Paid",
    to_pay_out: "To pay out",
    partly_refunded: "Partly refunded",
    refunded: "Refunded",
    returned: "Returned, no order",
  },
  reason: {
    not_completable: "The order could not be placed",
    cart_changed: "The cart total has changed",
    provider_off: "The payment provider is switched off",
    nothing_owed: "Less than this payment is due on the order",
    order_canceled: "The order is cancelled",
    owner_gone: "The cart, the order or its payment was deleted in Medusa",
    amount_mismatch: "The amount paid is not the amount asked for",
    service_changed: "It was paid at another service address",
    part_paid: "Other parts of the payment have not come",
  },
  card: "Bank card",
  unnamed_system: "System not named",
  part: "{position} of {of}",
  service_status: { paid: "Paid", pending: "Not paid" },
  group: {
    both: "In both",
    only_service: "Only at Checkout.uz",
    only_ours: "Only in the store",
  },
  column: {
    number: "Invoice",
    standing: "State",
    blocker: "What is in the way",
    amount: "Amount, UZS",
    part: "Part",
    payment_amount: "Whole payment, UZS",
    paid: "Paid, UZS",
    given_back: "Refunds and returns, UZS",
    to_send: "Of these still to be sent, UZS",
    payment_system: "Payment system",
    order_number: "Order",
    customer_name: "Customer",
    customer_phone: "Phone",
    email: "E-mail",
    created_at: "Created (Tashkent, UTC+5)",
    paid_at: "Paid (Tashkent, UTC+5)",
    paid_at_text: "Paid, as Checkout.uz writes it",
    cash_desk: "Cash desk",
    group: "Comparison",
    service_amount: "Checkout.uz, UZS",
    our_amount: "Store, UZS",
    service_status: "At Checkout.uz",
    service_paid_at: "Paid, as Checkout.uz writes it",
    order_id: "Order ID",
    cart_id: "Cart ID",
    invoice_id: "Invoice ID in the store",
    id: "Invoice ID in the store",
  },
}
