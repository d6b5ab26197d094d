import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { receiptOf } from "../../../../../../workflows/invoices/receipt"
import { found, idOf } from "../../../read"

/** The fiscal receipt of an invoice, as far as the service has one. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json(found(await receiptOf(req.scope, idOf(req)), "invoice"))
}
