/**
 * Everything the sandbox does that the service's documentation does not show, in one place: the rules
 * of docs/service.md that are marked "assumed".
 *
 * Each entry is a guess made from what integrators of the real service reported, never a promise of
 * the service. A client that works only because of an entry here is wrong; a client that works with
 * every value this file could reasonably hold is right.
 */

/** docs/service.md, 8.1. Reported: a JSON object with one text, `{"error": "..."}`. */
export const errorBody = (message: string) => ({ error: message })

/** docs/service.md, 8.2. */
export const errorStatus = {
  /** A missing, mistyped or out-of-range field; a body that is not JSON. */
  invalid: 400,
  /** A well-formed request the service will not carry out: refused card, wrong code, paid already. */
  refused: 400,
  /** Reported: a bad key, or a cash desk that is not activated. */
  unauthorized: 401,
  /** Reported: the caller's address is not in the whitelist. */
  address_not_allowed: 403,
  /** Reported: no such invoice, or another cash desk's. */
  not_found: 404,
  method_not_allowed: 405,
  /** Control calls only: the invoice cannot be paid (any more). */
  conflict: 409,
  too_large: 413,
  /** A bank or a payment system behind the service does not answer. */
  unavailable: 503,
} as const

/** docs/service.md, 9.8. Bytes. */
export const largestBody = 64 * 1024

/** The body of an HTTP 500, and of a 200 whose `status` is not `success` (docs/service.md, 8.1). */
export const serverErrorBody = { status: "error" }
export const statusErrorBody = { status: "error", message: "The request could not be carried out." }

/** Decimals of a som in `amount` (docs/service.md, 2.2). */
export const amountDecimals = 2

/**
 * The wire types seen live, where they differ from the documented ones (docs/service.md, 3.2). They apply
 * to payment status records (`/status_payment`; `/get_history` is assumed to answer alike).
 * `/create_payment` was seen to answer numbers, as documented (2.6).
 */
export const observedRecord: Record<
  "idAsText" | "amountAsTextWithTwoDecimals" | "createdAtWhilePending",
  boolean
> = {
  idAsText: true,
  amountAsTextWithTwoDecimals: true,
  createdAtWhilePending: false,
}

/** `paid_at` of an invoice that is not paid, in both sets of types (docs/service.md, 3.2). */
export const paidAtWhileUnpaid = null

/** The time zone of `created_at` and `paid_at` (docs/service.md, 3.6): Toshkent's, without summer time. */
export const wallClockOffsetMinutes = 5 * 60

/** The status word after the lifetime (docs/service.md, 4.2). The plainest is no change. */
export const statusAfterLifetime = "pending"

/** Whether a page left open can be paid after the lifetime (docs/service.md, 4.2). */
export const acceptLatePayment = true

/** An hour, as documented and seen (docs/service.md, 2.9). `_hour` is rounded down. */
export const lifetimeSeconds = 3600
export const lifetimeHours = (seconds: number): number => Math.floor(seconds / 3600)

/** `_return_url` when none was given (docs/service.md, 2.10). */
export const absentReturnUrl = null

/** `custom_payment_pages` (docs/service.md, 2.10): always one, on our host. */
export const customPaymentPages = (host: string, url: string) => [{ domain: host, _url: url }]

/** Both, or neither, of `id` and `uuid` (docs/service.md, 3.1): refused. */
export const exactlyOneOfIdAndUuid = "Send exactly one of id and uuid."

/** What a new cash desk has enabled: keys seen at one merchant (docs/service.md, 2.10). */
export const enabledMethods = ["click", "payme", "card", "plum", "paylov", "xazna", "oson"] as const

/**
 * The webhook's `payment_system` of a card payment (docs/service.md, 7.8). It is no `_pay_via` key; that
 * one is `card`.
 */
export const cardPaymentSystem = "vmcard"

/**
 * `limit` of `/get_history` (docs/service.md, 6.2). The newest payment comes first, and an unpaid invoice
 * is no transaction.
 */
export const history = { defaultLimit: 50, maximumLimit: 500 } as const

/** `/get_balance` (docs/service.md, 6.1): only som are taken, no commission is kept, nothing is paid out. */
export const foreignBalances = { usd: 0, ton: 0 }

/** Seconds from a payment to its receipt (docs/service.md, 6.5); before that `data` is null. */
export const fiscalDelaySeconds = 30

/** Wrong SMS codes after which a card payment's token is spent (docs/service.md, 5.3). */
export const smsCodeAttempts = 3

/** That a used token is unknown (docs/service.md, 5.3). */
export const spentTokenMessage = "The payment token is unknown, used or has expired."

/**
 * Longest wait for a webhook's receiver, in milliseconds (docs/service.md, 7.2). No redirect is followed
 * (7.4).
 */
export const webhookTimeoutMs = 10_000

/**
 * Any text is taken as `webhook_url`, `return_url` and `description`, and echoed (docs/service.md, 2.3 and
 * 2.4), but only an http(s) address is called or linked.
 */
export const usableUrl = (text: string | null): string | null => {
  if (text === null || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : null
}
