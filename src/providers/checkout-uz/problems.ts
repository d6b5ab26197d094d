import { MedusaError } from "@medusajs/framework/utils"
import type { CheckoutUzError } from "../../client"
import type { Misfit } from "../../modules/checkout-uz"

/**
 * Says in one message, fit for a customer and a developer, why the service gave no invoice. The
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

/** Says in one message why paid money is not booked where it was meant for. */
export function misfitError({ reason, facts }: Misfit): MedusaError {
  switch (reason) {
    case "order_canceled":
      return new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "This order was cancelled and can no longer be paid."
      )
    case "cart_changed":
      return new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `The cart comes to ${facts.asked ?? "another amount"} UZS now, and that is not what was paid.`
      )
    default:
      return new MedusaError(MedusaError.Types.NOT_ALLOWED, nothingOwed(facts))
  }
}

function nothingOwed({ open = "0", promised = "0" }: Misfit["facts"]): string {
  if (open !== "0") return `This order asks for ${open} UZS only.`
  return promised === "0"
    ? "This order is already paid."
    : `Another payment of ${promised} UZS is promised for this order.`
}
