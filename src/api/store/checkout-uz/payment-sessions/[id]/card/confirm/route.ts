import type { MedusaRequest } from "@medusajs/framework/http"
import { confirmBodySchema } from "../../../../../../../contract"
import { confirmCardPayment } from "../../../../../../../workflows/pay-by-card"
import { readOrRefuse } from "../../../../../refuse-customer"
import { answerCardRefusal } from "../../../answer-card"
import { answerStatus } from "../../../answer-status"
import { customerRoute } from "../../../../../customer-route"
import { cartOfSession } from "../../../../../language"

const codes = { sms_code: "invalid_code" } as const

/** Step 2 of a card payment; answers with where the payment session stands. */
export const POST = customerRoute(async (req: MedusaRequest, res) => {
  const body = await readOrRefuse(req, res, {
    schema: confirmBodySchema,
    input: req.body,
    codes,
    cartIdOf: () => cartOfSession(req),
  })
  if (!body) return
  const confirmed = await confirmCardPayment(req.scope, req.params["id"] ?? "", body.sms_code)
  if (confirmed.kind === "status") await answerStatus(req, res, confirmed.status)
  else await answerCardRefusal(req, res, confirmed)
}, cartOfSession)
