import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { historyQuerySchema } from "../../../../../../contract"
import { compareHistory } from "../../../../../../workflows/cash-desk-history"
import { HISTORY_COLUMNS, historyTable } from "../../../../../../workflows/cash-desk-history/table"
import { sendCsv } from "../../../csv"
import { invalid, refuse } from "../../../../../http-errors"
import { cashDeskOf, found, read } from "../../../read"

/** A cash desk's history at the service beside the ledger, for a range of days. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { format, language, separator, ...range } = read(historyQuerySchema, req.query)
  const cashDesk = cashDeskOf(req)
  const outcome = await compareHistory(req.scope, cashDesk, {
    ...range,
    whole: format === "csv",
  })
  if (outcome.kind === "failed") {
    refuse(res, outcome.problem)
    return
  }
  if (outcome.kind === "wrong_range") {
    throw invalid(outcome.message)
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
    name: `history-${cashDesk}-${range.from}-${range.to}`,
    columns: HISTORY_COLUMNS,
    rows: historyTable(comparison),
    form: { language, separator },
  })
}
