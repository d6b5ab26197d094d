import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { setKeyBodySchema } from "../../../../../contract"
import { removeApiKey, setApiKey, showCashDesk } from "../../../../../workflows/cash-desks"
import { actorOf, cashDeskOf, read } from "../../read"
import { answerDesk } from "../answer-desk"

export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  answerDesk(res, await showCashDesk(req.scope, cashDeskOf(req)))
}

/** Sets the API key, if the service accepts it. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { api_key: apiKey } = read(setKeyBodySchema, req.body)
  const change = { apiKey, actorId: actorOf(req) }
  answerDesk(res, await setApiKey(req.scope, cashDeskOf(req), change))
}

/** Goes back to the configuration's API key. */
export async function DELETE(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  answerDesk(res, await removeApiKey(req.scope, cashDeskOf(req)))
}
