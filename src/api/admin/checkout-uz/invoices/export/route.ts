import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { exportQuerySchema } from "../../../../../contract"
import {
  EXPORT_COLUMNS,
  exportInvoices,
  nameOfExport,
} from "../../../../../workflows/invoices/list"
import { sendCsv } from "../../csv"
import { read } from "../../read"

/** Every invoice that fits, as a CSV file. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const wanted = read(exportQuerySchema, req.query)
  await sendCsv(req, res, {
    name: nameOfExport(wanted),
    columns: EXPORT_COLUMNS,
    rows: exportInvoices(req.scope, wanted),
    form: wanted,
  })
}
