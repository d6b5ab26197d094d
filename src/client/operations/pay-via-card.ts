import { z } from "zod"
import { parseAnswer, type Answer } from "../answer"
import { optionalTextSchema, successSchema, textSchema } from "../schema"
import { secretHider } from "../secrets"
import type { Service } from "../service"
import type { CardPaymentStarted, PayViaCardInput } from "../types"

const OPERATION = "pay_via_card"

const answerSchema = z.object({
  status: successSchema,
  payment_token: textSchema,
  message: optionalTextSchema,
})

/** Reads the answer of `/pay_via_card`. @throws MalformedAnswerError */
export function parsePayViaCardAnswer(answer: Answer): CardPaymentStarted {
  const { payment_token, message } = parseAnswer(OPERATION, answerSchema, answer)
  return { paymentToken: payment_token, message: message ?? "" }
}

/**
 * `/pay_via_card`: step 1 of paying by card, which sends a code by SMS. Sent once.
 * @throws CheckoutUzError, which never holds the card number or its expiry.
 */
export async function payViaCard(
  service: Service,
  input: PayViaCardInput
): Promise<CardPaymentStarted> {
  const cardNumber = input.cardNumber.replace(/\s/g, "")
  const secrets = [cardNumber, input.cardExpiry]
  const body = { order_id: input.orderId, card_number: cardNumber, card_expiry: input.cardExpiry }
  const started = parsePayViaCardAnswer(await service.ask(OPERATION, body, secrets))
  // The message is shown to people and may be logged; services like to repeat the card in it.
  return { ...started, message: secretHider(secrets)(started.message) }
}
