import type { PaymentError } from "medusa-payment-checkout-uz/storefront"
import { useWords } from "../words"

/** Codes of Medusa's own refusals, whose message is for developers. */
const OF_MEDUSA: readonly string[] = [
  "api_error",
  "invalid_request_error",
  "invalid_state_error",
  "unknown_error",
]

/** Why something was refused, for the customer: the server's words, or ours where it had none. */
export function useReason(): (error: PaymentError | undefined) => string | undefined {
  const { say } = useWords()
  return (error) => {
    if (!error) return undefined
    if (error.code === "network_error" || error.code === "timeout") return say("networkError")
    // The plugin's refusals have a code in their body; Medusa's seldom do, and a proxy's page never.
    if (error.code === error.details["code"] && !OF_MEDUSA.includes(error.code)) {
      return error.message
    }
    return error.code === "unavailable" ? say("unavailable") : say("failed")
  }
}
