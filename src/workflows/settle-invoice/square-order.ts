import { MathBN, PaymentCollectionStatus } from "@medusajs/framework/utils"
import { reasonOf } from "../../modules/checkout-uz"
import { type PaymentContext, type ContextCollection, BY_HAND, isOurs } from "../../payment-context"
import type { WorkflowScope } from "../scope"

/**
 * Squares the payment collections of an order that is paid in full: one that asks for more than was
 * paid in it, since the order was edited or credited meanwhile or the rest came in another, asks for
 * what it has; where nothing was paid it is cancelled, and so are promises to pay by hand. Else the
 * order would read "partially captured" for ever, and a click on "Capture" would book its money twice.
 *
 * The order is paid either way, so a failure is only logged. Call it under the owner's lock.
 */
export async function squareOrder(scope: WorkflowScope, context: PaymentContext): Promise<void> {
  const { order } = context
  if (!order || order.canceled || MathBN.gte(order.open, 1)) return
  try {
    for (const collection of context.collections) await square(scope, collection)
  } catch (error) {
    scope.logger.warn(
      `Order ${order.id} is paid, and its payment collections could not be squared: ${reasonOf(error)}`
    )
  }
}

async function square(scope: WorkflowScope, collection: ContextCollection): Promise<void> {
  const { collectionId, payments, amount } = collection
  const captured = payments.reduce((sum, row) => MathBN.add(sum, row.captured), MathBN.convert(0))
  if (collection.canceled || MathBN.gte(captured, amount)) return
  const isUnpaid = MathBN.eq(captured, 0)
  if (isUnpaid && !isLeftToUs(collection)) return
  await cancelAuthorizations(scope, collection)
  await scope.payment.updatePaymentCollections(
    collectionId,
    isUnpaid
      ? { status: PaymentCollectionStatus.CANCELED }
      : { amount: captured.toNumber(), status: PaymentCollectionStatus.COMPLETED }
  )
}

/**
 * Cancels the payments by hand of a collection that are not captured, as core's
 * cancelPaymentCollectionWorkflow does, which it keeps to itself.
 *
 * @returns how many there were
 */
export async function cancelAuthorizations(
  { payment }: WorkflowScope,
  { payments }: ContextCollection
): Promise<number> {
  const promises = payments.filter(
    ({ amount, captured, canceled, providerId }) =>
      !canceled && MathBN.lt(captured, amount) && providerId === BY_HAND
  )
  for (const { id } of promises) await payment.cancelPayment(id)
  return promises.length
}

/** What another provider has begun is its own to end. */
function isLeftToUs({ payments, sessions }: ContextCollection): boolean {
  const open = [...sessions, ...payments.filter(({ canceled }) => !canceled)]
  return open.every(({ providerId }) => providerId === BY_HAND || isOurs(providerId))
}
