/**
 * Everything the sandbox does that service-api.md does not show, in one place.
 *
 * Each entry is a guess made from what integrators of the real service reported (docs and field
 * reports), never a promise of the service. A client that works only because of an entry here is
 * wrong; a client that works with every value this file could reasonably hold is right.
 */

/** Section "Errors": not shown. Read elsewhere: a JSON object with one text, `{"error": "..."}`. */
export const errorBody = (message: string) => ({ error: message })

/** Section "Errors": HTTP status codes of failed requests are not shown. */
export const errorStatus = {
  /** A missing, mistyped or out-of-range field; a body that is not JSON. */
  invalid: 400,
  /** A well-formed request the service will not carry out: refused card, wrong code, paid already. */
  refused: 400,
  /** Read elsewhere: a bad key, or a cash desk that is not activated. */
  unauthorized: 401,
  /** Read elsewhere: the caller's address is not in the whitelist. */
  address_not_allowed: 403,
  /** Read elsewhere: no such invoice, or another cash desk's. */
  not_found: 404,
  method_not_allowed: 405,
  /** Control calls only: the invoice cannot be paid (any more). */
  conflict: 409,
  too_large: 413,
  /** A bank or a payment system behind the service does not answer. */
  unavailable: 503,
} as const

/** "rate limits and request size limits: not shown". Bytes. */
export const largestBody = 64 * 1024

/** The body of an HTTP 500 and of a 200 whose `status` is not `success`: meaning not shown. */
export const serverErrorBody = { status: "error" }
export const statusErrorBody = { status: "error", message: "The request could not be carried out." }

/** Type "number" of `amount`: whether fractions are accepted is not shown. Decimals of one som. */
export const amountDecimals = 2

/**
 * The wire types seen on the live service, where they differ from the documented ones. They apply
 * to payment status records (`/status_payment`; `/get_history` is assumed to answer alike).
 * `/create_payment` was seen to answer numbers, as documented.
 */
export const observedRecord: Record<
  "idAsText" | "amountAsTextWithTwoDecimals" | "createdAtWhilePending",
  boolean
> = {
  idAsText: true,
  amountAsTextWithTwoDecimals: true,
  createdAtWhilePending: false,
}

/** `paid_at` of an invoice that is not paid, in both sets of types. Seen: null. */
export const paidAtWhileUnpaid = null

/** The time zone of `created_at` and `paid_at` is not shown: Tashkent's, without summer time. */
export const wallClockOffsetMinutes = 5 * 60

/** The status word after the lifetime is not shown and was never seen; the plainest is no change. */
export const statusAfterLifetime = "pending"

/** Whether a page left open can be paid after the lifetime is not shown; said to be possible. */
export const acceptLatePayment = true

/** Section "Limits": "the example pair is 3600 seconds and 1 hour". `_hour` is rounded down. */
export const lifetimeSeconds = 3600
export const lifetimeHours = (seconds: number): number => Math.floor(seconds / 3600)

/** Value of `_return_url` when none was given: not shown. */
export const absentReturnUrl = null

/** Conditions under which `custom_payment_pages` is present: not shown. Always one, on our host. */
export const customPaymentPages = (host: string, url: string) => [{ domain: host, _url: url }]

/** Behaviour when both, or neither, of `id` and `uuid` are sent is not shown: refused. */
export const exactlyOneOfIdAndUuid = "Send exactly one of id and uuid."

/** Keys seen in `_pay_via` at one merchant: what a new cash desk has enabled. */
export const enabledMethods = ["click", "payme", "card", "plum", "paylov", "xazna", "oson"] as const

/**
 * The webhook's `payment_system` of a card payment. Read: `vmcard`, which is no `_pay_via` key
 * (that one is `card`).
 */
export const cardPaymentSystem = "vmcard"

/**
 * `/get_history`: default and maximum of `limit`, ordering and what a transaction is: not shown.
 * Assumed: the newest payment first, and an unpaid invoice is no transaction.
 */
export const history = { defaultLimit: 50, maximumLimit: 500 } as const

/** `/get_balance`: only som are taken, no commission is kept, nothing is ever paid out. */
export const foreignBalances = { usd: 0, ton: 0 }

/** `/get_fiscal`: a receipt appears this many seconds after the payment; before that `data` is null. */
export const fiscalDelaySeconds = 30

/** `/pay_via_card`: wrong SMS codes after which a token is spent. Not shown. */
export const smsCodeAttempts = 3

/** "payment_token: valid for 5 minutes" is documented; that a used one is unknown is assumed. */
export const spentTokenMessage = "The payment token is unknown, used or has expired."

/**
 * Longest wait for a webhook's receiver, in milliseconds: not shown. Nor is what a redirect does;
 * a delivery lost that way was reported, so none is followed.
 */
export const webhookTimeoutMs = 10_000

/**
 * Syntax rules of `webhook_url` and `return_url`, and the length of `description`, are not shown:
 * any text is taken and echoed, but only an http(s) address is called or linked.
 */
export const usableUrl = (text: string | null): string | null => {
  if (text === null || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : null
}
