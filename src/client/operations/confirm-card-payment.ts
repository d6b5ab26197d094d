import { z } from "zod"
import { parseAnswer, type Answer } from "../answer"
import { successSchema, textSchema } from "../schema"
import type { Service } from "../service"
import type { CardPaymentConfirmed, ConfirmCardPaymentInput } from "../types"

const OPERATION = "confirm_card_payment"

const answerSchema = z.object({ status: successSchema, type: textSchema })

/** Reads the answer of `/confirm_card_payment`. @throws MalformedAnswerError */
export function parseConfirmCardPaymentAnswer(answer: Answer): CardPaymentConfirmed {
  const { type } = parseAnswer(OPERATION, answerSchema, answer)
  return { type }
}

/**
 * `/confirm_card_payment`: step 2 of paying by card. Sent once. What it answers is not evidence of
 * payment; `/status_payment` is.
 * @throws CheckoutUzError, which never holds the code or the token.
 */
export async function confirmCardPayment(
  service: Service,
  input: ConfirmCardPaymentInput
): Promise<CardPaymentConfirmed> {
  const body = { payment_token: input.paymentToken, sms_code: input.smsCode }
  const secrets = [input.paymentToken, input.smsCode]
  return parseConfirmCardPaymentAnswer(await service.ask(OPERATION, body, secrets))
}
