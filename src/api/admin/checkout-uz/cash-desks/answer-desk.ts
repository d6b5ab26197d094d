import type { MedusaResponse } from "@medusajs/framework/http"
import type { CashDesk } from "../../../../contract"
import type { DeskOutcome } from "../../../../workflows/cash-desks"
import { notFound, refuse } from "../../../http-errors"

/**
 * Answers with the cash desk as it is now.
 *
 * @throws MedusaError (not found) where there is no such desk
 */
export function answerDesk(res: MedusaResponse, outcome: DeskOutcome<CashDesk>): void {
  answerOutcome(res, outcome, (desk) => ({ cash_desk: desk }))
}

/** Answers with what was asked of a cash desk. Throws as `answerDesk` does. */
export function answerOutcome<T>(
  res: MedusaResponse,
  outcome: DeskOutcome<T>,
  bodyOf: (answer: T) => unknown
): void {
  switch (outcome.kind) {
    case "unknown_desk":
      throw notFound("cash desk")
    case "refused":
      refuse(res, outcome.problem)
      return
    case "done":
      res.json(bodyOf(outcome.answer))
  }
}
