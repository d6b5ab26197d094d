import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { loadPaymentContext, type ContextPayment, type PaymentContext } from "../../payment-context"
import type { WorkflowScope } from "../scope"
import { bookRefund, unbookedRefunds } from "./booked-refunds"

/**
 * Gives back in Medusa's books what is still booked for a payment; with an order, its transaction too.
 * Call it under the owner's lock.
 */
export async function undoPayment(
  scope: WorkflowScope,
  context: PaymentContext,
  { id, net, refunds }: ContextPayment
): Promise<void> {
  if (net === "0") return
  if (context.order && !context.order.canceled) {
    await refundPaymentWorkflow(scope.container).run({ input: { payment_id: id, amount: net } })
    return
  }
  await scope.payment.refundPayment({ payment_id: id, amount: net })
  // Read anew: where a part was refunded while core cancelled, core has booked all of it already.
  const now = await loadPaymentContext(scope, context.collectionId)
  if (!now?.order) return
  const known = new Set(refunds.map((refund) => refund.id))
  const payment = now.payments.find((row) => row.id === id)
  const made = payment?.refunds.find((refund) => !known.has(refund.id))
  const own = unbookedRefunds(now).find((refund) => refund.id === made?.id)
  if (own) await bookRefund(scope, now.order.id, now.currencyCode, { id: own.id, amount: own.due })
}
