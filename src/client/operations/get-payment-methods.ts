import { z } from "zod"
import { parseAnswer, type Answer } from "../answer"
import { readEach, type ReadList } from "../list"
import { optionalTextSchema, successSchema, textSchema } from "../schema"
import type { Service } from "../service"
import type { PaymentMethod } from "../types"

const OPERATION = "get_payment_methods"

const methodSchema = z
  .object({
    key: textSchema,
    name: optionalTextSchema,
    logo_light: optionalTextSchema,
    logo_dark: optionalTextSchema,
  })
  .transform((method) => ({
    key: method.key,
    name: method.name ?? method.key,
    logoLight: method.logo_light,
    logoDark: method.logo_dark,
  }))

const answerSchema = z.object({ status: successSchema, data: z.array(z.unknown()) })

/** Reads the answer of `/get_payment_methods`, one by one. @throws MalformedAnswerError */
export function parseGetPaymentMethodsAnswer(answer: Answer): ReadList<PaymentMethod> {
  return readEach(methodSchema, parseAnswer(OPERATION, answerSchema, answer).data)
}

/**
 * `/get_payment_methods`: the payment systems enabled for the cash desk. One without a key is left
 * out and logged; one without a name is shown by its key.
 * @throws CheckoutUzError
 */
export async function getPaymentMethods(service: Service): Promise<PaymentMethod[]> {
  const { items, leftOut } = parseGetPaymentMethodsAnswer(await service.ask(OPERATION))
  if (leftOut.length > 0) {
    service.logger.warn(
      `${OPERATION}: ${leftOut.length} unreadable methods left out: ${leftOut.slice(0, 5).join("; ")}`
    )
  }
  return items
}
