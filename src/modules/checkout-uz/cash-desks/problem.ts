import type { CheckoutUzError } from "../../../client"

/** What can go wrong between this server and the payment service; each is translated. */
export const PROBLEM_CODES = [
  /** 401: the key is wrong, or the cash desk is not activated yet. */
  "key_refused",
  /** 403: the cash desk's whitelist does not have this server's outgoing address. */
  "address_not_allowed",
  /** No answer in time, or no connection. */
  "service_unreachable",
  /** An answer that makes no sense, or the service's own failure. */
  "service_failed",
  /** The service does not know the invoice. */
  "unknown_invoice",
  /** The cash desk has no API key. */
  "no_key",
  /** No encryption key of the store encrypts an API key, or decrypts the one that was set. */
  "no_encryption_key",
  /** The option `webhookBaseUrl` or another one is missing or wrong. */
  "wrong_configuration",
  /** The invoice was made at another service address than the one in use. */
  "other_service",
] as const
export type ProblemCode = (typeof PROBLEM_CODES)[number]

/** A problem with its message in English. */
export type Problem = { code: ProblemCode; message: string }

type Failure = Pick<CheckoutUzError, "code" | "operation" | "httpStatus">

const ABOUT_AN_INVOICE = new Set(["status_payment", "get_fiscal", "pay_via_card"])

/** What a failed request means for the cash desk. */
export function problemOf({ code, operation, httpStatus }: Failure): ProblemCode {
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

/** Whether a failed request says anything about the cash desk, and not only about a card or a receipt. */
export function concernsCashDesk({ code, operation }: Failure): boolean {
  if (code !== "refused" && code !== "not_found") return true
  return !["pay_via_card", "confirm_card_payment", "get_fiscal"].includes(operation)
}

/** The message for a problem of a cash desk: what happened and what to do. */
export function describeProblem(code: ProblemCode, cashDesk: string): string {
  switch (code) {
    case "key_refused":
      return `The payment service refuses the API key of cash desk "${cashDesk}", or the desk is not activated yet: copy the key once more from the cash desk's settings at the service.`
    case "address_not_allowed":
      return `The payment service does not accept requests from this server's address: add the outgoing address of this server (its hosting company names it, often as "outbound" or "egress" address, and it may differ from the one the server is reached at) to the IP whitelist of cash desk "${cashDesk}" at the service.`
    case "service_unreachable":
      return "The payment service did not answer in time: try again in a minute, and see whether this server may call out and baseUrl in the plugin's options is right."
    case "service_failed":
      return "The payment service gave an answer that cannot be used: try again in a minute; the server's log has its words."
    case "unknown_invoice":
      return `The payment service does not know an invoice of cash desk "${cashDesk}": its API key may be another cash desk's.`
    case "no_key":
      return `Cash desk "${cashDesk}" has no API key: set it in the admin's settings, or as options.apiKey of its provider entry under @medusajs/medusa/payment in medusa-config.`
    case "no_encryption_key":
      return "API keys cannot be encrypted here, so none can be set in the admin: add an encryption key (any long random text, such as openssl rand -base64 32 makes) to encryptionKeys in the plugin's options."
    case "wrong_configuration":
      return "An option of medusa-payment-checkout-uz in medusa-config is missing or wrong."
    case "other_service":
      return "The invoice was made at another service address than baseUrl in the plugin's options: put the earlier address back to have it verified."
  }
}
