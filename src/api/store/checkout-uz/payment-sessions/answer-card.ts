import type { MedusaResponse } from "@medusajs/framework/http"
import type { CardRefusal } from "../../../../workflows/pay-by-card"
import { refuse } from "../../../http-errors"
import { unknownSession } from "./answer-status"

const MESSAGES = {
  switched_off: "This shop does not take cards on its own pages: pay on the payment page.",
  not_payable: "There is nothing to pay by card here any more: look at the payment's status.",
  code_expired: "The code is no longer valid: enter the card again for a new one.",
  too_many_attempts: "There were too many attempts in a short time: wait a minute and try again.",
  unavailable:
    "The payment service does not answer: look at the payment's status before trying again.",
} as const

/** Its code is that of any refused card, which shops have words for; the message names the expiry. */
const EXPIRED = {
  code: "card_refused",
  message: "The card has expired: check its expiry, or take another one.",
} as const

/** Answers why a step of a card payment was not made. `refused`: the message for the customer. */
export function answerCardRefusal(
  res: MedusaResponse,
  refusal: CardRefusal,
  refused: { code: "card_refused" | "code_refused"; message: string }
): void {
  res.setHeader("Cache-Control", "no-store")
  switch (refusal.kind) {
    case "unknown_session":
      throw unknownSession()
    case "refused":
      refuse(res, refused, { service_message: refusal.words ?? null })
      return
    case "expired":
      refuse(res, EXPIRED, { service_message: null })
      return
    case "too_many_attempts":
      res.setHeader("Retry-After", String(refusal.retryAfterSeconds))
      break
    case "switched_off":
    case "code_expired":
    case "not_payable":
    case "unavailable":
      break
  }
  const { kind } = refusal
  refuse(res, { code: kind, message: MESSAGES[kind] })
}
