import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { checkInvoice } from "../../../../../../workflows/invoices/detail"
import { found, idOf } from "../../../read"

/** Asks the service about an invoice now. That it could not be asked is an answer too. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json(found(await checkInvoice(req.scope, idOf(req)), "invoice"))
}
