import type { MedusaError } from "@medusajs/framework/utils"
import type { CheckoutUzError } from "../../client"
import type { Misfit } from "../../modules/checkout-uz"
import { refusal } from "./refusals"

/**
 * Says in one message for the developer why the service gave no invoice. The service's own words stay
 * in the log.
 */
export function describeServiceFailure(
  error: CheckoutUzError,
  { cashDesk, serviceUrl }: { cashDesk: string; serviceUrl: string }
): MedusaError {
  switch (error.code) {
    case "unauthorized":
      return refusal(
        "key_refused",
        `The payment service refused the API key of cash desk "${cashDesk}", or the desk is not activated yet: check the key in the service's cash desk settings.`
      )
    case "address_not_allowed":
      return refusal(
        "address_not_allowed",
        `The payment service does not accept requests from this server's address: add it to the IP whitelist of cash desk "${cashDesk}".`
      )
    case "refused":
    case "not_found":
      return refusal(
        "service_failed",
        "The payment service refused to make an invoice for this payment; the server's log has its words."
      )
    case "rate_limited":
    case "unavailable":
      return refusal(
        "service_unreachable",
        `The payment service cannot be reached at ${serviceUrl} at the moment: try again in a minute.`
      )
    case "malformed_answer":
      return refusal(
        "service_failed",
        "The payment service gave an answer that cannot be used, so no payment page is shown: try again in a minute."
      )
  }
}

/** Says in one message why paid money is not booked where it was meant for. */
export function misfitError({ reason, facts }: Misfit): MedusaError {
  switch (reason) {
    case "order_canceled":
      return refusal("order_canceled", "This order was cancelled and can no longer be paid.")
    case "cart_changed":
      return refusal(
        "cart_changed",
        `The cart comes to ${facts.asked ?? "another amount"} UZS now, and that is not what was paid.`
      )
    default:
      return nothingOwed(facts)
  }
}

function nothingOwed({ open = "0", promised = "0" }: Misfit["facts"]): MedusaError {
  if (open !== "0") return refusal("not_payable", `This order asks for ${open} UZS only.`)
  return promised === "0"
    ? refusal("already_paid", "This order is already paid.")
    : refusal("not_payable", `Another payment of ${promised} UZS is promised for this order.`)
}
