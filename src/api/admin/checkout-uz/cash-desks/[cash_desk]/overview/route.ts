import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { rangeQuerySchema } from "../../../../../../contract"
import { cashDeskOverview } from "../../../../../../workflows/cash-desks"
import { invalid, notFound } from "../../../../../http-errors"
import { cashDeskOf, read } from "../../../read"

/** What the service says of the desk, and its payments by day; by default of the last 30 days. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const isAsked = req.query["from"] !== undefined || req.query["to"] !== undefined
  const range = isAsked ? read(rangeQuerySchema, req.query) : undefined
  const outcome = await cashDeskOverview(req.scope, cashDeskOf(req), range)
  switch (outcome.kind) {
    case "unknown_desk":
      throw notFound("cash desk")
    case "wrong_range":
      throw invalid(outcome.message)
    case "done":
      res.json(outcome.answer)
  }
}
