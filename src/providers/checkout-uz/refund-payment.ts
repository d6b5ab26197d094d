import type { RefundPaymentInput, RefundPaymentOutput } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { medusaUzs } from "./amounts"
import type { Collaborators } from "./collaborators"
import { readHome } from "./home"

const refundSchema = z.object({
  payment: z.object({
    amount: z.unknown(),
    raw_amount: z.unknown(),
    currency_code: z.string(),
    payment_collection_id: z.string(),
    payment_session_id: z.string().nullish(),
    payment_session: z.object({ id: z.string() }).nullish(),
  }),
})

/**
 * Takes note of a refund. The service has no refund operation, so money is given back by hand:
 * with an order, a refund to make is booked for the merchant. Without one and over the full
 * amount, core is rolling a completion back, and the money becomes free for the next attempt.
 *
 * @throws MedusaError (not allowed) for a part of a payment no order stands on, or for more than
 *   was captured
 */
export async function refundPayment(
  { ledger, payment, query }: Collaborators,
  input: RefundPaymentInput
): Promise<RefundPaymentOutput> {
  const refundId = input.context?.idempotency_key
  if (refundId === undefined)
    throw new Error("Medusa refunded a payment without naming the refund.")
  const [row] = await payment.listRefunds({ id: [refundId] }, { relations: ["payment"] })
  const refunded = refundSchema.parse(row).payment
  const sessionId = refunded.payment_session_id ?? refunded.payment_session?.id ?? ""
  const amount = medusaUzs(input.amount)
  const invoice = await ledger.findInvoiceSpentBy(sessionId)
  if (!invoice || amount === undefined) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "No paid invoice stands behind this payment, so there is nothing to refund."
    )
  }

  const home = await readHome(query, refunded.payment_collection_id)
  if (home?.order) {
    const booked = await ledger.recordManualRefund({
      invoiceId: invoice.id,
      refundId,
      amount,
      currencyCode: refunded.currency_code,
    })
    if (!booked) {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `Invoice ${invoice.number} came to ${invoice.sessionAmount} UZS, and its refunds cannot come to more.`
      )
    }
  } else if (amount === medusaUzs(refunded.raw_amount ?? refunded.amount)) {
    await ledger.spending.release(sessionId)
  } else {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "A payment without an order can only be released as a whole."
    )
  }
  return { data: input.data ?? {} }
}
