import { z } from "zod"
import { parseAnswer, type Answer } from "../answer"
import { parseDecimal } from "../decimal"
import { readBy, successSchema } from "../schema"
import type { Service } from "../service"
import type { Balance } from "../types"

const OPERATION = "get_balance"

const decimalSchema = readBy(parseDecimal, "a decimal number")

const answerSchema = z.object({
  status: successSchema,
  balance: z.object({ uzs: decimalSchema, usd: decimalSchema, ton: decimalSchema }),
})

/** Reads the answer of `/get_balance`. @throws MalformedAnswerError */
export function parseGetBalanceAnswer(answer: Answer): Balance {
  return parseAnswer(OPERATION, answerSchema, answer).balance
}

/** `/get_balance`: what the cash desk holds, in three currencies. @throws CheckoutUzError */
export async function getBalance(service: Service): Promise<Balance> {
  return parseGetBalanceAnswer(await service.ask(OPERATION))
}
