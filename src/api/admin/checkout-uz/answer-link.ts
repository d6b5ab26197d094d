import type { MedusaResponse } from "@medusajs/framework/http"
import type { LinkOutcome } from "../../../workflows/payment-link"
import { invalid, notFound, refuse } from "../../http-errors"

/**
 * Answers with a payment link, or why there is none.
 *
 * @throws MedusaError where there is no such order or invoice, or the provider is not offered
 */
export function answerLink(
  res: MedusaResponse,
  outcome: LinkOutcome,
  about: "order" | "invoice"
): void {
  switch (outcome.kind) {
    case "unknown":
      throw notFound(about)
    case "wrong_provider":
      throw invalid(outcome.message)
    case "refused":
      refuse(res, outcome)
      return
    case "failed":
      refuse(res, outcome.problem)
      return
    case "ready":
      res.json(outcome.link)
  }
}
