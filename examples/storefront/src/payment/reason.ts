import type { PaymentError } from "medusa-payment-checkout-uz/storefront"
import { useWords } from "../words"

/** Not the plugin's codes: Medusa's own refusals, whose message is for developers. */
const WITHOUT_WORDS: readonly string[] = ["invalid_data", "not_found"]

/** Why something was refused, for the customer: the server's words, or ours where it had none. */
export function useReason(): (error: PaymentError | undefined) => string | undefined {
  const { say } = useWords()
  return (error) => {
    if (!error) return undefined
    if (error.code === "network_error" || error.code === "timeout") return say("networkError")
    if (error.status >= 500)
      return error.code === "unavailable" ? say("unavailable") : say("failed")
    if (WITHOUT_WORDS.includes(error.code)) return say("failed")
    return error.message || say("failed")
  }
}
