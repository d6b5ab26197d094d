import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { testApiKey } from "../../../../../../workflows/cash-desks"
import { handleOf, refuse, unknownDesk } from "../../../refuse"

/** Asks the service whether it accepts the key in force; never answered from memory. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const outcome = await testApiKey(req.scope, handleOf(req))
  switch (outcome.kind) {
    case "unknown_desk":
      throw unknownDesk()
    case "refused":
      refuse(res, outcome.problem)
      return
    case "done":
      res.json(outcome.answer)
  }
}
