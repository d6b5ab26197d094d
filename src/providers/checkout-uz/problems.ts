import { MedusaError } from "@medusajs/framework/utils"
import type { CheckoutUzError } from "../../client"

/**
 * Says in one sentence, fit for a customer and a developer, why the service gave no invoice. The
 * service's own words stay in the log. The error's `code` is one a screen has words for.
 */
export function describeServiceFailure(error: CheckoutUzError, cashDesk: string): MedusaError {
  switch (error.code) {
    case "unauthorized":
      return new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `The payment service refused the API key of cash desk "${cashDesk}", or the desk is not activated yet: check the key in the service's cash desk settings.`,
        "key_refused"
      )
    case "address_not_allowed":
      return new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `The payment service does not accept requests from this server's address: add it to the IP whitelist of cash desk "${cashDesk}".`,
        "address_not_allowed"
      )
    case "refused":
    case "not_found":
      return new MedusaError(
        MedusaError.Types.INVALID_DATA,
        "The payment service refused to make an invoice for this payment; the server's log has its words.",
        "service_failed"
      )
    case "rate_limited":
    case "unavailable":
      return new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        "The payment service cannot be reached at the moment: try again in a minute.",
        "service_unreachable"
      )
    case "malformed_answer":
      return new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        "The payment service gave an answer that cannot be used, so no payment page is shown: try again in a minute.",
        "service_failed"
      )
  }
}
