import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { confirmCardPayment } from "../../../../../../../workflows/pay-by-card"
import { read } from "../../../../../../read"
import { answerCardRefusal } from "../../../answer-card"
import { answerStatus } from "../../../answer-status"

/** A code is usually six digits, and need not be (docs/service.md, 5.4). */
const bodySchema = z.strictObject({
  sms_code: z
    .string()
    .trim()
    .regex(/^\w{1,20}$/, "must be the code from the SMS"),
})

/** Step 2 of a card payment; answers with where the payment session stands. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { sms_code } = read(bodySchema, req.body)
  const confirmed = await confirmCardPayment(req.scope, req.params["id"] ?? "", sms_code)
  if (confirmed.kind === "status") {
    answerStatus(res, confirmed.status)
    return
  }
  answerCardRefusal(res, confirmed, {
    code: "code_refused",
    message: "The code was refused: check it, or enter the card again for a new one.",
  })
}
