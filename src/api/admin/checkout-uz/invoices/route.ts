import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { invoicesQuerySchema } from "../../../../contract"
import { listInvoices } from "../../../../workflows/invoices/list"
import { read } from "../read"

/** Lists, filters and searches invoices. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json(await listInvoices(req.scope, read(invoicesQuerySchema, req.query)))
}
