/** Where a payment stands: docs/storefront.md says what to show on each. */
export type PaymentStatus =
  "pending" | "paid" | "order_placed" | "awaiting_payment" | "expired" | "held" | "canceled"

/** `GET /store/checkout-uz/payment-sessions/:id` */
export interface Payment {
  /** The payment session's. */
  id: string
  status: PaymentStatus
  /** In UZS. */
  amount: number
  currency_code: string
  /** The payment page; null where there is nothing to pay any more. */
  payment_url: string | null
  /** The address that leads straight to a payment system, by the system's key. */
  pay_via: Record<string, string>
  /** ISO 8601. */
  expires_at: string
  /** For half an hour after the order was placed. */
  order_id?: string
}

/** A payment session that has just been started. */
export interface StartedPayment {
  session_id: string
  /** In UZS. */
  amount: number
  /** Where to send the customer; null where the cart's money has come already. */
  payment_url: string | null
  pay_via: Record<string, string>
  /** ISO 8601. */
  expires_at: string
}

/** A payment system that the shop's cash desk takes, such as Click. */
export interface PaymentMethod {
  key: string
  name: string
  /** Https addresses of its logo, on light and on dark. */
  logo_light: string | null
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
  /** For which the code is taken. */
  seconds_left: number
  /** As the service masks it, such as `+998 ** *** ** 67`. */
  phone: string | null
}

/** Fiscal data of a paid order, as the service names it. */
export type Receipt = ReceiptRow[]

export interface ReceiptRow {
  name: string
  value: string
  /** The value, where it is an address that is safe to open. */
  link: string | null
}
