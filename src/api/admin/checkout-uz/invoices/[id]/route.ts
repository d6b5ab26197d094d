import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { describeInvoice } from "../../../../../workflows/invoices/detail"
import { found, idOf } from "../../read"

/** One invoice in detail. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ invoice: found(await describeInvoice(req.scope, idOf(req)), "invoice") })
}
