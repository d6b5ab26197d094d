import type { MedusaRequest } from "@medusajs/framework/http"
import { refreshPaymentSession } from "../../../../../../workflows/refresh-payment-session"
import { customerRoute } from "../../../../customer-route"
import { cartOfSession } from "../../../../language"
import { answerStatus } from "../../answer-status"

/** A new invoice for a payment session whose invoice has lapsed. */
export const POST = customerRoute(async (req: MedusaRequest, res) => {
  await answerStatus(req, res, await refreshPaymentSession(req.scope, req.params["id"] ?? ""))
}, cartOfSession)
