import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { rangeQuerySchema } from "../../../../../../contract"
import { cashDeskOverview } from "../../../../../../workflows/cash-desks"
import { read } from "../../../read"
import { handleOf, unknownDesk } from "../../../refuse"

/** What the service says of the desk, and its payments by day; by default of the last 30 days. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const isAsked = req.query["from"] !== undefined || req.query["to"] !== undefined
  const range = isAsked ? read(rangeQuerySchema, req.query) : undefined
  const outcome = await cashDeskOverview(req.scope, handleOf(req), range)
  switch (outcome.kind) {
    case "unknown_desk":
      throw unknownDesk()
    case "wrong_range":
      throw new MedusaError(MedusaError.Types.INVALID_DATA, outcome.sentence)
    case "done":
      res.json(outcome.answer)
  }
}
