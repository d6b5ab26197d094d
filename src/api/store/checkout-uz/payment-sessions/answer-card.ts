import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { CardRefusal, CodeRefusal } from "../../../../workflows/pay-by-card"
import { refuseInSession } from "./answer-status"

/** Answers why a step of a card payment was not made. */
export async function answerCardRefusal(
  req: MedusaRequest,
  res: MedusaResponse,
  refusal: CardRefusal | CodeRefusal
): Promise<void> {
  switch (refusal.kind) {
    case "refused":
      return refuseInSession(req, res, "card_refused", {
        fields: { service_message: refusal.words ?? null },
      })
    case "code_refused":
      return refuseInSession(req, res, refusal.kind, {
        fields: { tries_left: refusal.triesLeft, service_message: refusal.words ?? null },
      })
    case "codes_used_up":
      return refuseInSession(req, res, "code_expired", {
        words: refusal.kind,
        fields: { service_message: refusal.words ?? null },
      })
    case "code_expired":
      return refuseInSession(req, res, refusal.kind, { fields: { service_message: null } })
    case "expired":
      // Its code is that of any refused card, which shops have words for; the message names the expiry.
      return refuseInSession(req, res, "card_refused", {
        words: "card_expired",
        fields: { service_message: null },
      })
    case "not_completable":
      return refuseInSession(req, res, refusal.kind, {
        fields: { detail: `"${refusal.soldOut}" is out of stock.` },
      })
    case "too_many_attempts":
      res.setHeader("Retry-After", String(refusal.retryAfterSeconds))
      return refuseInSession(req, res, refusal.kind)
    case "unknown_session":
    case "switched_off":
    case "already_paid":
    case "not_payable":
    case "cart_changed":
    case "in_progress":
    case "unavailable":
      return refuseInSession(req, res, refusal.kind)
  }
}
