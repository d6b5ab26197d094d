import { MathBN } from "@medusajs/framework/utils"
import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { PaymentContext, ContextPayment } from "../../payment-context"
import type { WorkflowScope } from "../scope"

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
  const before = new Set(refunds.map((refund) => refund.id))
  await scope.payment.refundPayment({ payment_id: id, amount: net })
  if (!context.order) return
  const made = await scope.payment.listRefunds({ payment_id: id }, { select: ["id"] })
  const refund = made.find((row) => !before.has(row.id))
  if (refund)
    await bookRefund(scope, context.order.id, context.currencyCode, { ...refund, amount: net })
}

/** Books a refund on its order: core's own workflow refuses a cancelled one, when it comes to the credit lines. */
export async function bookRefund(
  { order }: Pick<WorkflowScope, "order">,
  orderId: string,
  currencyCode: string,
  { id, amount }: { id: string; amount: string }
): Promise<void> {
  await order.addOrderTransactions({
    order_id: orderId,
    amount: MathBN.mult(amount, -1),
    currency_code: currencyCode,
    reference: "refund",
    reference_id: id,
  })
}
