import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { Home, HomePayment } from "../../providers/checkout-uz/home"
import type { SettleScope } from "./scope"

/**
 * Gives back in Medusa's books what a payment still stands for; with an order, its transaction too.
 * Call it under the home's lock.
 */
export async function undoPayment(
  { container, payment }: SettleScope,
  home: Home,
  { id, net }: HomePayment
): Promise<void> {
  if (net === "0") return
  if (home.order) {
    await refundPaymentWorkflow(container).run({ input: { payment_id: id, amount: net } })
  } else {
    await payment.refundPayment({ payment_id: id, amount: net })
  }
}
