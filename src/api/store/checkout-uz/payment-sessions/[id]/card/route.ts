import type { MedusaRequest } from "@medusajs/framework/http"
import type { z } from "zod"
import { cardBodySchema, type cardAnswerSchema } from "../../../../../../contract"
import { startCardPayment } from "../../../../../../workflows/pay-by-card"
import { readOrRefuse } from "../../../../refuse-customer"
import { answerCardRefusal } from "../../answer-card"
import { customerRoute } from "../../../../customer-route"
import { cartOfSession } from "../../../../language"

/** Which code a wrong field is refused with. Nothing repeats what was sent. */
const codes = {
  card_number: "invalid_card_number",
  card_expiry: "invalid_card_expiry",
} as const

/** Step 1 of a card payment: the service sends a code to the card's owner by SMS. */
export const POST = customerRoute(async (req: MedusaRequest, res) => {
  const body = await readOrRefuse(req, res, {
    schema: cardBodySchema,
    input: req.body,
    codes,
    cartIdOf: () => cartOfSession(req),
  })
  if (!body) return
  const card = { cardNumber: body.card_number, cardExpiry: body.card_expiry }
  const started = await startCardPayment(req.scope, req.params["id"] ?? "", card)
  if (started.kind !== "code_sent") {
    await answerCardRefusal(req, res, started)
    return
  }
  const answer: z.output<typeof cardAnswerSchema> = {
    message: started.message,
    seconds_left: started.secondsLeft,
    phone: started.phone ?? null,
  }
  res.setHeader("Cache-Control", "no-store")
  res.json(answer)
}, cartOfSession)
