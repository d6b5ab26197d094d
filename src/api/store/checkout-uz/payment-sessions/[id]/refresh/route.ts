import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { refreshPaymentSession } from "../../../../../../workflows/refresh-payment-session"
import { answerStatus } from "../../answer-status"

/** A new invoice for a payment session whose invoice has lapsed. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  answerStatus(res, await refreshPaymentSession(req.scope, req.params["id"] ?? ""))
}
