import { MathBN } from "@medusajs/framework/utils"
import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { Home, HomePayment } from "../../providers/checkout-uz/home"
import type { SettleScope } from "./scope"

/**
 * Gives back in Medusa's books what a payment still stands for; with an order, its transaction too.
 * Call it under the owner's lock.
 */
export async function undoPayment(
  scope: SettleScope,
  home: Home,
  { id, net }: HomePayment
): Promise<void> {
  if (net === "0") return
  if (home.order && !home.order.canceled) {
    await refundPaymentWorkflow(scope.container).run({ input: { payment_id: id, amount: net } })
    return
  }
  await scope.payment.refundPayment({ payment_id: id, amount: net })
  if (home.order) await bookRefund(scope, home.order.id, home.currencyCode, { id, net })
}

/** Core's own workflow refuses a cancelled order, when it comes to the credit lines. */
async function bookRefund(
  { order, payment }: SettleScope,
  orderId: string,
  currencyCode: string,
  { id, net }: Pick<HomePayment, "id" | "net">
): Promise<void> {
  const [refund] = await payment.listRefunds(
    { payment_id: id },
    { order: { created_at: "DESC" }, take: 1, select: ["id"] }
  )
  await order.addOrderTransactions({
    order_id: orderId,
    amount: MathBN.mult(net, -1),
    currency_code: currencyCode,
    reference: "refund",
    reference_id: refund?.id ?? id,
  })
}
