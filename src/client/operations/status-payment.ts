import { z } from "zod"
import { parseAnswer, type Answer } from "../answer"
import { MalformedAnswerError } from "../errors"
import type { InvoiceNumber } from "../invoice-number"
import { statusRecordSchema } from "../payment-status-record"
import { successSchema } from "../schema"
import type { Service } from "../service"
import type { PaymentStatusRecord, StatusPaymentInput } from "../types"

const OPERATION = "status_payment"

// Money invariant: the payment's status is data.status alone (docs/service.md, 3.4). The envelope's
// "success" only says that the call worked.
const answerSchema = z.object({ status: successSchema, data: statusRecordSchema })

/**
 * Reads the answer of `/status_payment`; `asked` is the number the question named, if it did.
 * @throws MalformedAnswerError also when the record is about another invoice.
 */
export function parseStatusPaymentAnswer(
  answer: Answer,
  asked: InvoiceNumber | undefined
): PaymentStatusRecord {
  const { data } = parseAnswer(OPERATION, answerSchema, answer)
  // Money invariant: another invoice's "paid" never answers for the one that was asked about.
  if (asked !== undefined && data.number !== asked) {
    throw new MalformedAnswerError({
      operation: OPERATION,
      httpStatus: answer.httpStatus,
      message: "the answer is malformed at data.id: it is about another invoice than the one asked",
    })
  }
  return data
}

/**
 * `/status_payment`: what the service says about one invoice now, named by its number or its uuid,
 * never both (docs/service.md, 3.1). The amount is for the caller to compare. Repeated on failure.
 * @throws CheckoutUzError
 */
export async function statusPayment(
  service: Service,
  input: StatusPaymentInput
): Promise<PaymentStatusRecord> {
  const { id, uuid } = input
  const answer = await service.ask(OPERATION, id === undefined ? { uuid } : { id })
  return parseStatusPaymentAnswer(answer, id)
}
