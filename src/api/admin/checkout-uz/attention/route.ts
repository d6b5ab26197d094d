import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { listAttention } from "../../../../workflows/attention"
import { pageSchema } from "../../../../contract"
import { read } from "../read"

/** Held payments, pay-outs to make by hand, and invoices that may exist at the service. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json(await listAttention(req.scope, read(pageSchema, req.query)))
}
