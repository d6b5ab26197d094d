import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { paymentSessionStatus } from "../../../../../workflows/payment-session-status"
import { answerStatus } from "../answer-status"

/** What has become of a payment session: for the page a customer returns to after paying. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await answerStatus(req, res, await paymentSessionStatus(req.scope, req.params["id"] ?? ""))
}
