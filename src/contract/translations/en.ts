import type { BlockerReason, Standing } from "../../modules/checkout-uz/invoices/states"

/** What screens and spreadsheets both call by a word of their own. */
export type SharedWords = {
  standing: Record<Standing, string>
  reason: Record<BlockerReason, string>
  /** A payment by card number, whatever the card's own system is. */
  card: string
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
  "paid",
  "given_back",
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
    needs_you: "Needs you",
    paid: "Paid",
    to_pay_out: "To pay out",
    partly_refunded: "Partly refunded",
    refunded: "Refunded",
    returned: "Returned",
  },
  reason: {
    not_completable: "The order could not be placed",
    cart_changed: "The cart has another total now",
    provider_off: "The payment provider is switched off",
    nothing_owed: "The order asks for less than this payment",
    order_canceled: "The order is cancelled",
    owner_gone: "The cart, the order or its payment was deleted in Medusa",
    amount_mismatch: "Another amount was paid than was asked for",
    service_changed: "It was paid at another service address",
  },
  card: "Bank card",
  group: {
    both: "Matched",
    only_service: "Only at Checkout.uz",
    only_ours: "Only in the store",
  },
  column: {
    number: "Invoice",
    standing: "State",
    blocker: "What is in the way",
    amount: "Amount, UZS",
    paid: "Paid, UZS",
    given_back: "Given back, UZS",
    payment_system: "Payment system",
    order_number: "Order",
    customer_name: "Customer",
    customer_phone: "Phone",
    email: "E-mail",
    created_at: "Created (Toshkent, UTC+5)",
    paid_at: "Paid (Toshkent, UTC+5)",
    paid_at_text: "Paid, as Checkout.uz writes it",
    cash_desk: "Cash desk",
    group: "Comparison",
    service_amount: "Checkout.uz, UZS",
    our_amount: "Store, UZS",
    service_status: "At Checkout.uz",
    service_paid_at: "Paid, as Checkout.uz writes it",
    order_id: "Order's id",
    cart_id: "Cart's id",
    invoice_id: "Invoice's id in the store",
    id: "Invoice's id in the store",
  },
}
