/** Why an order can have no payment link. */
export const LINK_OBJECTIONS = [
  "order_canceled",
  /** It is not in UZS. */
  "other_currency",
  "nothing_open",
  /** Money that fits what is open has come and is not booked yet. */
  "payment_arriving",
  /** Less, or more, is open than the service takes in one payment. */
  "too_little_open",
  "too_much_open",
  /** The order's region offers no provider of ours. */
  "not_in_region",
] as const
export type LinkObjection = (typeof LINK_OBJECTIONS)[number]

/**
 * Why something cannot be done as things stand, beside the problems with the payment service: HTTP 409. A
 * screen has its own words for each.
 */
export const ADMIN_REFUSALS = [
  ...LINK_OBJECTIONS,
  /** Somebody else is at it in this moment. */
  "in_progress",
  /** The invoice's money does not wait for anything, or not any more. */
  "not_waiting",
  /** It was booked in the moment in which it was to be returned. */
  "booked_meanwhile",
  /** What is in its way does not end by another try. */
  "retry_is_no_help",
  /** The service still does not say that the invoice's amount was paid. */
  "amount_not_confirmed",
  "not_possible",
] as const
export type AdminRefusal = (typeof ADMIN_REFUSALS)[number]
