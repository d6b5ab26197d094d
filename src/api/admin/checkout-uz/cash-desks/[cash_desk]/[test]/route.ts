import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { testApiKey } from "../../../../../../workflows/cash-desks"
import { cashDeskOf, found } from "../../../read"
import { answerOutcome } from "../../answer-desk"

/**
 * `POST …/cash-desks/:cash_desk/test`: asks the service whether it accepts the key in force; never
 * answered from memory. The folder is a parameter, since Medusa's build leaves out folders that are
 * called "test".
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  found(req.params["test"] === "test" ? "test" : undefined, "route")
  const outcome = await testApiKey(req.scope, cashDeskOf(req))
  answerOutcome(res, outcome, (answer) => answer)
}
