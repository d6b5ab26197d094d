import type { CheckoutUzError } from "../../client"

/** What can go wrong between this server and the payment service. */
export type ProblemCode =
  | "key_refused"
  | "address_not_allowed"
  | "service_unreachable"
  | "service_failed"
  | "unknown_invoice"
  | "no_key"
  | "no_encryption_key"
  | "wrong_configuration"

/** A problem with one sentence in English. */
export type Problem = { code: ProblemCode; message: string }

const ABOUT_AN_INVOICE = new Set(["status_payment", "get_fiscal"])

/** What a failed call means. */
export function problemOf({
  code,
  operation,
  httpStatus,
}: Pick<CheckoutUzError, "code" | "operation" | "httpStatus">): Exclude<
  ProblemCode,
  "no_encryption_key" | "wrong_configuration"
> {
  switch (code) {
    case "unauthorized":
      return "key_refused"
    case "address_not_allowed":
      return "address_not_allowed"
    case "not_found":
      // Elsewhere it means that there is no such operation: the base address is wrong.
      return ABOUT_AN_INVOICE.has(operation) ? "unknown_invoice" : "service_failed"
    case "unavailable":
      return httpStatus === undefined ? "service_unreachable" : "service_failed"
    case "refused":
    case "rate_limited":
    case "malformed_answer":
      return "service_failed"
  }
}

/** A problem of a cash desk in one sentence that says what to do. */
export function describeProblem(code: ReturnType<typeof problemOf>, cashDesk: string): string {
  switch (code) {
    case "key_refused":
      return `The payment service refuses the API key of cash desk "${cashDesk}", or the desk is not activated yet: check the key in the cash desk's settings at the service.`
    case "address_not_allowed":
      return `The payment service does not accept requests from this server's address: add it to the IP whitelist of cash desk "${cashDesk}" at the service.`
    case "service_unreachable":
      return "The payment service did not answer in time: try again in a minute."
    case "service_failed":
      return "The payment service gave an answer that cannot be used: try again in a minute, and see the server's log for its words."
    case "unknown_invoice":
      return `The payment service does not know this invoice of cash desk "${cashDesk}": its API key may be another cash desk's.`
    case "no_key":
      return `Cash desk "${cashDesk}" has no API key: set one.`
  }
}
