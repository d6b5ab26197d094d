import type { MedusaRequest } from "@medusajs/framework/http"
import { paymentSessionStatus } from "../../../../../workflows/payment-session-status"
import { answerStatus } from "../answer-status"
import { customerRoute } from "../../../customer-route"
import { cartOfSession } from "../../../language"

/** What has become of a payment session: for the page a customer returns to after paying. */
export const GET = customerRoute(async (req: MedusaRequest, res) => {
  await answerStatus(req, res, await paymentSessionStatus(req.scope, req.params["id"] ?? ""))
}, cartOfSession)
