import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { listCashDesks } from "../../../../workflows/cash-desks"

/** The cash desks: whose keys they use and how they are doing. The service is not asked. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json(await listCashDesks(req.scope))
}
