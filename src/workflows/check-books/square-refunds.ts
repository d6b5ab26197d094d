import { MathBN } from "@medusajs/framework/utils"
import {
  creditFor,
  loadPaymentContext,
  openChangeOf,
  underOwnerLock,
  type OpenChange,
  type PaymentContext,
} from "../../payment-context"
import { addCreditLine } from "../settle-invoice/core-steps"
import { type WorkflowScope } from "../scope"
import { bookRefund, overbookedRefunds, unbookedRefunds } from "../settle-invoice/booked-refunds"
import { isJustMade } from "./just-made"
import { lostCredit } from "./lost-credit"

/**
 * Lets an order's books say what was given back. Core books a refund on the order as its last step, and a server
 * that dies before that leaves an order that reads as paid, or one that asks for the refund again, or one that can
 * be neither changed nor refunded; and two refunds at once, or one while the order is cancelled, leave more booked
 * than was given back.
 */
export async function squareRefunds(scope: WorkflowScope, collectionId: string): Promise<void> {
  const read = await loadPaymentContext(scope, collectionId)
  if (!read || !(await isAnythingWrong(scope, read))) return
  await underOwnerLock(scope, read.ownerId, async () => {
    await dropLeftChange(scope, read)
    // First what is too much: a refund whose place it takes is not missing until then.
    await takeBackSurplus(scope, collectionId)
    // Before others are booked beside it: it cannot be told then.
    await addLostCredit(scope, collectionId)
    await bookMissing(scope, collectionId)
    await addLostCredit(scope, collectionId)
  })
}

async function isAnythingWrong(scope: WorkflowScope, read: PaymentContext): Promise<boolean> {
  if (unbookedRefunds(read).length > 0 || overbookedRefunds(read).length > 0) return true
  if ((await leftChange(scope, read)) !== undefined) return true
  return (await lostCredit(scope, read)) !== undefined
}

/** A credit line is begun and confirmed in one request: one that is open for longer is a dead server's. */
async function leftChange(
  scope: WorkflowScope,
  { order }: PaymentContext
): Promise<OpenChange | undefined> {
  const change = order && (await openChangeOf(scope, order.id))
  if (change?.type !== "credit_line") return undefined
  return isJustMade(change.createdAt, await scope.ledger.unpaidOrders.now()) ? undefined : change
}

/** What core would not change, refund or cancel the order for, ever again. */
async function dropLeftChange(scope: WorkflowScope, context: PaymentContext): Promise<void> {
  const left = await leftChange(scope, context)
  if (!left) return
  await scope.order.deleteOrderChanges([left.id])
  scope.logger.warn(
    `Order ${context.order?.id ?? ""} could be neither changed nor refunded, since a server stopped as it was refunded: it can again.`
  )
}

async function addLostCredit(scope: WorkflowScope, collectionId: string): Promise<void> {
  const context = await loadPaymentContext(scope, collectionId)
  const credit = context && (await lostCredit(scope, context))
  if (!context?.order || credit === undefined) return
  await addCreditLine(scope, context.order.id, credit)
  scope.logger.warn(
    `Order ${context.order.id} still asked for ${credit} UZS that were refunded, since a server stopped in that moment: it asks for them no longer.`
  )
}

/** An entry against it: what is booked is never deleted. */
async function takeBackSurplus(scope: WorkflowScope, collectionId: string): Promise<void> {
  const context = await loadPaymentContext(scope, collectionId)
  if (!context?.order) return
  for (const { referenceId, amount } of overbookedRefunds(context)) {
    scope.logger.warn(
      `Order ${context.order.id} has ${amount} UZS more booked as refunded under ${referenceId} than was refunded, since another refund or its cancellation fell into that moment: an entry against it is booked now.`
    )
    const entry = { id: referenceId, amount: MathBN.mult(amount, -1).toFixed() }
    await bookRefund(scope, context.order.id, context.currencyCode, entry)
  }
}

async function bookMissing(scope: WorkflowScope, collectionId: string): Promise<void> {
  for (;;) {
    // Read anew for each: what is open decides how much of the next one becomes a credit line.
    const context = await loadPaymentContext(scope, collectionId)
    const [refund] = context ? unbookedRefunds(context) : []
    if (!context?.order || !refund) return
    scope.logger.warn(
      `Refund ${refund.id} was not booked on order ${context.order.id}, since a server stopped in that moment: it is booked now.`
    )
    await bookRefund(scope, context.order.id, context.currencyCode, {
      id: refund.id,
      amount: refund.due,
    })
    const credit = creditFor(context.order, refund)
    if (credit) await addCreditLine(scope, context.order.id, credit)
  }
}
