import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { historyQuerySchema } from "../../../../../../contract"
import { compareHistory } from "../../../../../../workflows/cash-desk-history"
import { HISTORY_COLUMNS, historyTable } from "../../../../../../workflows/cash-desk-history/table"
import { sendCsv } from "../../../csv"
import { found, read } from "../../../read"
import { refuseProblem } from "../../../refuse-problem"

/** A cash desk's history at the service beside the ledger, for a range of days. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { format, ...range } = read(historyQuerySchema, req.query)
  const handle = req.params["handle"] ?? ""
  const outcome = await compareHistory(req.scope, handle, range)
  if (outcome.kind === "failed") {
    refuseProblem(res, outcome.problem)
    return
  }
  if (outcome.kind === "wrong_range") {
    throw new MedusaError(MedusaError.Types.INVALID_DATA, outcome.sentence)
  }
  const comparison = found(
    outcome.kind === "compared" ? outcome.comparison : undefined,
    "cash desk"
  )
  if (format === "json") {
    res.json(comparison)
    return
  }
  await sendCsv(req, res, {
    name: `history-${handle}-${range.from}-${range.to}`,
    columns: HISTORY_COLUMNS,
    rows: historyTable(comparison),
  })
}
