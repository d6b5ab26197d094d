import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { checkEverything } from "../../../../workflows/doctor"

/** Checks everything payments need, now; the service is asked too. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ findings: await checkEverything(req.scope) })
}
