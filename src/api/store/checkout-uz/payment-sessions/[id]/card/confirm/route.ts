import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { confirmBodySchema } from "../../../../../../../contract"
import { confirmCardPayment } from "../../../../../../../workflows/pay-by-card"
import { readOrRefuse } from "../../../../../refuse-customer"
import { answerCardRefusal } from "../../../answer-card"
import { answerStatus } from "../../../answer-status"

const codes = { sms_code: "invalid_code" } as const

/** Step 2 of a card payment; answers with where the payment session stands. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const body = await readOrRefuse(req, res, { schema: confirmBodySchema, input: req.body, codes })
  if (!body) return
  const confirmed = await confirmCardPayment(req.scope, req.params["id"] ?? "", body.sms_code)
  if (confirmed.kind === "status") await answerStatus(req, res, confirmed.status)
  else await answerCardRefusal(req, res, confirmed, "code_refused")
}
