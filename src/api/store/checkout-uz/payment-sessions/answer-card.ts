import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { CardRefusal } from "../../../../workflows/pay-by-card"
import { refuseInSession } from "./answer-status"

/** Answers why a step of a card payment was not made. `refused`: what the service's "no" is called. */
export async function answerCardRefusal(
  req: MedusaRequest,
  res: MedusaResponse,
  refusal: CardRefusal,
  refused: "card_refused" | "code_refused"
): Promise<void> {
  switch (refusal.kind) {
    case "refused":
      return refuseInSession(req, res, refused, {
        fields: { service_message: refusal.words ?? null },
      })
    case "expired":
      // Its code is that of any refused card, which shops have words for; the message names the expiry.
      return refuseInSession(req, res, "card_refused", {
        words: "card_expired",
        fields: { service_message: null },
      })
    case "too_many_attempts":
      res.setHeader("Retry-After", String(refusal.retryAfterSeconds))
      return refuseInSession(req, res, refusal.kind)
    case "unknown_session":
    case "switched_off":
    case "code_expired":
    case "already_paid":
    case "not_payable":
    case "unavailable":
      return refuseInSession(req, res, refusal.kind)
  }
}
