import { z } from "zod"
import { parseAnswer, type Answer } from "../answer"
import { RefusedError } from "../errors"
import { readEach, type ReadList } from "../list"
import { statusRecordSchema } from "../payment-status-record"
import { successSchema } from "../schema"
import type { Service } from "../service"
import type { PaymentStatusRecord } from "../types"

const OPERATION = "get_history"

const answerSchema = z.object({ status: successSchema, data: z.array(z.unknown()) })

/** Reads the answer of `/get_history`, record by record. @throws MalformedAnswerError */
export function parseGetHistoryAnswer(answer: Answer): ReadList<PaymentStatusRecord> {
  return readEach(statusRecordSchema, parseAnswer(OPERATION, answerSchema, answer).data)
}

/**
 * `/get_history`: recent transactions, in the service's order; `limit` is how many to ask for. A
 * record that cannot be read is left out and logged, so that it hides none of the others.
 *
 * Without a limit `{}` is sent: only operations without parameters go without a body
 * (docs/service.md, 1.3), and an empty object is valid for a service that insists on JSON and for one that
 * ignores the body.
 * @throws RefusedError, without a call, for a limit that is not a positive whole number;
 * CheckoutUzError otherwise.
 */
export async function getHistory(
  service: Service,
  input: { limit?: number | undefined } = {}
): Promise<PaymentStatusRecord[]> {
  const { limit } = input
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit > 0)) {
    const message = "a limit is a positive whole number; nothing was sent"
    throw new RefusedError({ operation: OPERATION, message })
  }
  const answer = await service.ask(OPERATION, limit === undefined ? {} : { limit })
  const { items, leftOut } = parseGetHistoryAnswer(answer)
  if (leftOut.length > 0) {
    service.logger.warn(
      `${OPERATION}: ${leftOut.length} unreadable records left out: ${leftOut.slice(0, 5).join("; ")}`
    )
  }
  return items
}
