/**
 * Where a payment stands: docs/storefront.md says what to show on each. `part_paid` is the helper's own: of
 * a payment in parts some have come, and the next one is due.
 */
export type PaymentStatus =
  | "pending"
  | "part_paid"
  | "paid"
  | "order_placed"
  | "awaiting_payment"
  | "expired"
  | "held"
  | "canceled"

/** How far a payment above the service's limit has come: it is paid in parts, one after the other. */
export interface Parts {
  /** In how many parts it is paid. */
  of: number
  /** How many of them have come. */
  paid: number
  /** What has come, in UZS. */
  paid_amount: number
  /** What the part that is due comes to, in UZS; null where all have come. */
  amount: number | null
}

/** A payment as its session tells it: `GET /store/checkout-uz/payment-sessions/:id`. */
export interface Payment {
  /** The payment session's. */
  id: string
  /** Where it stands. */
  status: PaymentStatus
  /** Of the whole payment, in UZS. */
  amount: number
  /** `uzs`, in small letters, as Medusa has it. */
  currency_code: string
  /**
   * The payment page, in parts that of the one that is due; null where there is nothing to pay any more,
   * and while the next part is not made yet: `refreshPayment` makes it.
   */
  payment_url: string | null
  /** The address that leads straight to a payment system, by the system's key. */
  pay_via: Record<string, string>
  /** When the lifetime of the invoice ends, as ISO 8601. */
  expires_at: string
  /** Null for a payment that is paid at once. */
  parts: Parts | null
  /** For half an hour after the order was placed. */
  order_id?: string
}

/** A payment session that has just been started. */
export interface StartedPayment {
  /** The payment session's id: what `waitForPayment` waits for. */
  session_id: string
  /** Of the whole payment, in UZS. */
  amount: number
  /** Where to send the customer; null where the cart's money has come already. */
  payment_url: string | null
  /** The address that leads straight to a payment system, by the system's key. */
  pay_via: Record<string, string>
  /** When the lifetime of the invoice ends, as ISO 8601. */
  expires_at: string
  /** Null for a payment that is paid at once. */
  parts: Parts | null
}

/** A payment system that the shop's cash desk takes, such as Click. */
export interface PaymentMethod {
  /** What `startPayment` takes as `paymentSystem`, such as `click`. */
  key: string
  /** As customers know it, such as `Click`. */
  name: string
  /** The https address of its logo on light; null where it has none. */
  logo_light: string | null
  /** The same on dark. */
  logo_dark: string | null
}

/** As the customer types it; neither is kept. */
export interface Card {
  /** 16 digits, with or without spaces. */
  number: string
  /** `MM/YY` */
  expiry: string
}

/** A code is on its way to the card's owner. */
export interface CodeSent {
  /** For how many seconds the code is taken. */
  seconds_left: number
  /** As the service masks it, such as `+998 ** *** ** 67`. */
  phone: string | null
}

/** Fiscal data of a paid order, as the service names it. */
export type Receipt = ReceiptRow[]

/** One fact of a receipt. */
export interface ReceiptRow {
  /** What it is, as the service names it. */
  name: string
  /** The fact, as text. */
  value: string
  /** The value, where it is an address that is safe to open. */
  link: string | null
}
