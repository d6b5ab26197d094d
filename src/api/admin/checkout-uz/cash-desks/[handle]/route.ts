import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { setKeyBodySchema } from "../../../../../contract"
import { removeApiKey, setApiKey, showCashDesk } from "../../../../../workflows/cash-desks"
import { actorOf, read } from "../../read"
import { handleOf } from "../../refuse"
import { answerDesk } from "../answer-desk"

export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  answerDesk(res, await showCashDesk(req.scope, handleOf(req)))
}

/** Sets the API key, if the service accepts it. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { api_key: apiKey } = read(setKeyBodySchema, req.body)
  const change = { apiKey, actorId: actorOf(req) }
  answerDesk(res, await setApiKey(req.scope, handleOf(req), change))
}

/** Goes back to the configuration's API key. */
export async function DELETE(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  answerDesk(res, await removeApiKey(req.scope, handleOf(req)))
}
