import type { Response } from "express"
import { errorBody, errorStatus } from "../assumptions"
import type { Refusal } from "../core/outcome"

/** Answers a refusal as it is assumed to be answered (docs/service.md, 8.1 and 8.2). */
export const answerRefusal = (response: Response, refusal: Refusal): void => {
  response.status(errorStatus[refusal.kind]).json(errorBody(refusal.message))
}
