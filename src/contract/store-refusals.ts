const INVALID_DATA = "invalid_data"
const NOT_ALLOWED = "not_allowed"
const NOT_FOUND = "not_found"

/**
 * What the plugin refuses a shop's customer with: the HTTP status and Medusa's type of every code.
 * Never 401, nor what the payment service says of the merchant: the customer can mend neither.
 * docs/storefront.md says what a shop does about each.
 */
export const STORE_REFUSALS = {
  /** The shop asked in a way that nobody answers: a developer's mistake. */
  invalid_request: [400, INVALID_DATA],
  /** What a customer has typed cannot be what it should be: nobody was asked about it. */
  invalid_card_number: [400, INVALID_DATA],
  invalid_card_expiry: [400, INVALID_DATA],
  invalid_code: [400, INVALID_DATA],
  /** What is to be paid cannot be: another currency than UZS, too little or too much. */
  currency_not_taken: [400, INVALID_DATA],
  amount_not_taken: [400, INVALID_DATA],
  /** The cart could not become an order. */
  cart_empty: [400, INVALID_DATA],
  email_missing: [400, INVALID_DATA],
  delivery_missing: [400, INVALID_DATA],
  card_refused: [400, NOT_ALLOWED],
  code_refused: [400, NOT_ALLOWED],
  /** It came too late, or none was sent. */
  code_expired: [400, NOT_ALLOWED],
  switched_off: [403, NOT_ALLOWED],
  unknown_session: [404, NOT_FOUND],
  unknown_order: [404, NOT_FOUND],
  region_not_offered: [404, NOT_FOUND],
  receipt_not_ready: [404, NOT_FOUND],
  /** The money for it is here. */
  already_paid: [409, NOT_ALLOWED],
  /** It comes to another amount than the payment was started over. */
  cart_changed: [409, NOT_ALLOWED],
  not_payable: [409, NOT_ALLOWED],
  /** Its money is here, and the order waits: for stock, or for the merchant. */
  payment_held: [409, NOT_ALLOWED],
  /** Medusa makes no order of the cart as it is. */
  not_completable: [409, NOT_ALLOWED],
  /** Somebody else is at it in this moment. */
  in_progress: [409, NOT_ALLOWED],
  too_many_attempts: [429, NOT_ALLOWED],
  too_many_requests: [429, "too_many_requests"],
  unavailable: [502, NOT_ALLOWED],
} as const satisfies Readonly<Record<string, readonly [status: number, type: string]>>

export type StoreRefusalCode = keyof typeof STORE_REFUSALS
