import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { listAttention } from "../../../../workflows/attention"
import { pageSchema } from "../../../../contract"
import { read } from "../read"

/** Held payments and refunds to make by hand. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json(await listAttention(req.scope, read(pageSchema, req.query)))
}
