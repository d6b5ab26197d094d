import type { PaymentError } from "medusa-payment-checkout-uz/storefront"
import { useWords } from "../words"

/** Why something was refused, for the customer: the server's words, or ours where it had none. */
export function useReason(): (error: PaymentError | undefined) => string | undefined {
  const { say } = useWords()
  return (error) => {
    if (!error) return undefined
    if (error.code === "network_error" || error.code === "timeout") return say("networkError")
    return error.message || say(error.code === "unavailable" ? "unavailable" : "failed")
  }
}
