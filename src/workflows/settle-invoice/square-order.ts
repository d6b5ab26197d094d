import { MathBN, PaymentCollectionStatus } from "@medusajs/framework/utils"
import { reasonOf } from "../../modules/checkout-uz"
import {
  BY_HAND,
  isOurs,
  netOfPayment,
  type ContextCollection,
  type ContextPayment,
  type PaymentContext,
} from "../../payment-context"
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
 * @returns how many there were, also those captured in this very moment
 */
export async function cancelAuthorizations(
  scope: WorkflowScope,
  { payments }: ContextCollection
): Promise<number> {
  const promises = payments.filter(
    ({ amount, captured, canceled, providerId }) =>
      !canceled && MathBN.lt(captured, amount) && providerId === BY_HAND
  )
  for (const promise of promises) await cancelAuthorization(scope, promise)
  return promises.length
}

/**
 * INVARIANT: cash that a merchant marks as paid in this moment is not cancelled. Core captures it without a
 * lock of the order's, so it is looked for before and after.
 */
async function cancelAuthorization(
  scope: WorkflowScope,
  { id, captured }: ContextPayment
): Promise<void> {
  if (MathBN.gt(await capturedNow(scope, id), captured)) return
  await scope.payment.cancelPayment(id)
  if (MathBN.gt(await capturedNow(scope, id), captured)) await reinstate(scope, id)
}

/** Takes back that a payment was cancelled: it was captured in that moment, and nobody gave it back. */
export async function reinstate({ payment, logger }: WorkflowScope, id: string): Promise<void> {
  const reinstated = { id, canceled_at: null }
  await payment.updatePayment(reinstated)
  logger.warn(
    `Payment ${id} was captured by hand while it was cancelled for the payment of a link: it counts as captured.`
  )
}

/** What is captured of a payment, in UZS. */
async function capturedNow({ payment }: WorkflowScope, id: string): Promise<string> {
  const { captures } = await payment.retrievePayment(id, { relations: ["captures"] })
  return netOfPayment({ captures, refunds: [] })
}

/** What another provider has begun is its own to end. */
function isLeftToUs({ payments, sessions }: ContextCollection): boolean {
  const open = [...sessions, ...payments.filter(({ canceled }) => !canceled)]
  return open.every(({ providerId }) => providerId === BY_HAND || isOurs(providerId))
}
