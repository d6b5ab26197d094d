import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { startCardPayment } from "../../../../../../workflows/pay-by-card"
import { phoneIn } from "../../../../../../workflows/pay-by-card/phone"
import { read } from "../../../../../read"
import { answerCardRefusal } from "../../answer-card"

/** A card, as docs/service.md, 5.2, has it. Nothing here repeats what was sent. */
const bodySchema = z.strictObject({
  card_number: z
    .string()
    .transform((text) => text.replace(/[\s-]/g, ""))
    .refine((digits) => /^\d{16}$/.test(digits), "must be the card's 16 digits"),
  card_expiry: z.string().regex(/^(0[1-9]|1[0-2])\/\d\d$/, "must have the form MM/YY"),
})

/** Step 1 of a card payment: the service sends a code to the card's owner by SMS. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { card_number, card_expiry } = read(bodySchema, req.body)
  const card = { cardNumber: card_number, cardExpiry: card_expiry }
  const started = await startCardPayment(req.scope, req.params["id"] ?? "", card)
  if (started.kind !== "code_sent") {
    answerCardRefusal(res, started, {
      code: "card_refused",
      message: "The card was refused: check its number and expiry, or take another one.",
    })
    return
  }
  res.setHeader("Cache-Control", "no-store")
  const { message, secondsLeft } = started
  res.json({ message, seconds_left: secondsLeft, phone: phoneIn(message) ?? null })
}
