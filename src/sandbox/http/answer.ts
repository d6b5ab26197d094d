import type { Response } from "express"
import { errorBody, errorStatus } from "../assumptions"
import type { Refusal } from "../core/outcome"

/** Answers a refusal the way service-api.md's gaps are assumed to be filled. */
export const answerRefusal = (response: Response, refusal: Refusal): void => {
  response.status(errorStatus[refusal.kind]).json(errorBody(refusal.message))
}
