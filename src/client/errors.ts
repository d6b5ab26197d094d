import type { InvoiceNumber } from "./invoice-number"
import { isRead, type OperationName } from "./operation-names"

/** What went wrong, as one word. */
export type CheckoutUzErrorCode =
  | "unauthorized"
  | "address_not_allowed"
  | "not_found"
  | "refused"
  | "rate_limited"
  | "unavailable"
  | "malformed_answer"

/** What is known about a failed call; `message` says what happened, for a person. */
export type FailureDetails = {
  operation: OperationName
  message: string
  httpStatus?: number | undefined
  /** The service's own words, already without secrets and shortened. */
  serviceText?: string | undefined
  retryable?: boolean
  /** Whether the request may have reached the service although no usable answer came back. */
  mayHaveArrived?: boolean
  /** The invoice that exists all the same, where its number could be read. */
  invoiceNumber?: InvoiceNumber | undefined
}

function messageOf({ operation, message, httpStatus, serviceText }: FailureDetails): string {
  const status = httpStatus === undefined ? "" : ` (HTTP ${httpStatus})`
  const text = serviceText === undefined ? "" : `: ${serviceText}`
  return `${operation}: ${message}${status}${text}`
}

/**
 * A call to the service that did not succeed. Built from plain words only: there is no `cause`, no
 * request and no header in it, since what an HTTP library keeps in its errors contains the API key.
 */
export class CheckoutUzError extends Error {
  readonly code: CheckoutUzErrorCode
  readonly operation: OperationName
  readonly httpStatus: number | undefined
  /** Whether the same call may succeed later without anybody changing anything. */
  readonly retryable: boolean
  readonly serviceText: string | undefined
  /** A write whose request may have been carried out: an invoice or a payment may exist. */
  readonly outcomeUnknown: boolean
  /** An invoice that was made, although its answer cannot be used: it can be paid. */
  readonly invoiceNumber: InvoiceNumber | undefined

  constructor(code: CheckoutUzErrorCode, details: FailureDetails) {
    super(messageOf(details))
    this.code = code
    this.operation = details.operation
    this.httpStatus = details.httpStatus
    this.retryable = details.retryable ?? false
    this.serviceText = details.serviceText
    this.invoiceNumber = details.invoiceNumber
    this.outcomeUnknown = !isRead(details.operation) && (details.mayHaveArrived ?? false)
  }
}

/** HTTP 401, or no usable API key: a wrong key, or a cash desk that is not activated. */
export class UnauthorizedError extends CheckoutUzError {
  override readonly name = "UnauthorizedError"
  constructor(details: FailureDetails) {
    super("unauthorized", details)
  }
}

/** HTTP 403: this server's address is not in the cash desk's whitelist. */
export class AddressNotAllowedError extends CheckoutUzError {
  override readonly name = "AddressNotAllowedError"
  constructor(details: FailureDetails) {
    super("address_not_allowed", details)
  }
}

/** HTTP 404: no such invoice, or another cash desk's. Says nothing about whether it is paid. */
export class NotFoundError extends CheckoutUzError {
  override readonly name = "NotFoundError"
  constructor(details: FailureDetails) {
    super("not_found", details)
  }
}

/** The service understood the request and said no, or it was refused here before it was sent. */
export class RefusedError extends CheckoutUzError {
  override readonly name = "RefusedError"
  constructor(details: FailureDetails) {
    super("refused", details)
  }
}

/** HTTP 429: the cash desk asks too often. */
export class RateLimitedError extends CheckoutUzError {
  override readonly name = "RateLimitedError"
  /** What the service asks to wait, at most an hour; undefined where it does not say. */
  readonly retryAfterSeconds: number | undefined

  constructor(details: FailureDetails & { retryAfterSeconds?: number | undefined }) {
    super("rate_limited", { retryable: true, ...details })
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** No answer: connection failure, deadline over, HTTP 5xx. */
export class UnavailableError extends CheckoutUzError {
  override readonly name = "UnavailableError"
  constructor(details: FailureDetails) {
    super("unavailable", { retryable: true, mayHaveArrived: true, ...details })
  }
}

/** Not an answer as docs/service.md has it. Never a decision about money (8.3 there). */
export class MalformedAnswerError extends CheckoutUzError {
  override readonly name = "MalformedAnswerError"
  constructor(details: FailureDetails) {
    super("malformed_answer", { mayHaveArrived: true, ...details })
  }
}
