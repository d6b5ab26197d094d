import { MathBN, PaymentCollectionStatus } from "@medusajs/framework/utils"
import { reasonOf } from "../../modules/checkout-uz"
import type { Home, HomeCollection } from "../../providers/checkout-uz/home"
import { BY_HAND } from "../../providers/checkout-uz/owner-books"
import type { SettleScope } from "./scope"

/**
 * Squares the payment collections of an order that is paid in full: one that asks for more than was
 * paid in it, since the order was edited meanwhile and the rest came in another, asks for what it has;
 * promises to pay by hand are cancelled. Else the order would read "partially captured" for ever, and
 * a click on "Capture" would book its money twice.
 *
 * The order is paid either way, so a failure is only logged. Call it under the owner's lock.
 */
export async function squareOrder(scope: SettleScope, home: Home): Promise<void> {
  const { order } = home
  if (!order || order.canceled || MathBN.gte(order.open, 1)) return
  try {
    for (const collection of home.collections) await square(scope, collection)
  } catch (error) {
    scope.logger.warn(
      `Order ${order.id} is paid, and its payment collections could not be squared: ${reasonOf(error)}`
    )
  }
}

async function square({ payment }: SettleScope, collection: HomeCollection): Promise<void> {
  const { collectionId, payments, amount } = collection
  if (collection.canceled) return
  const captured = payments.reduce((sum, row) => MathBN.add(sum, row.captured), MathBN.convert(0))
  if (MathBN.gt(captured, 0) && MathBN.lt(captured, amount)) {
    await payment.updatePaymentCollections(collectionId, {
      amount: captured.toNumber(),
      status: PaymentCollectionStatus.COMPLETED,
    })
    return
  }
  if (!isPromiseByHand(collection)) return
  // As core's cancelPaymentCollectionWorkflow, which it keeps to itself.
  for (const { id, canceled } of payments) {
    if (!canceled) await payment.cancelPayment(id)
  }
  await payment.updatePaymentCollections(collectionId, { status: PaymentCollectionStatus.CANCELED })
}

function isPromiseByHand({ payments }: HomeCollection): boolean {
  return (
    payments.length > 0 &&
    payments.every(({ captured, providerId }) => captured === "0" && providerId === BY_HAND)
  )
}
