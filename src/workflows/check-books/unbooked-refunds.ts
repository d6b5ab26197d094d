import { MathBN } from "@medusajs/framework/utils"
import {
  loadPaymentContext,
  type PaymentContext,
  type ContextOrder,
  type ContextPayment,
  netOf,
  underOwnerLock,
} from "../../payment-context"
import { addCreditLine } from "../settle-invoice/core-steps"
import { type WorkflowScope } from "../scope"
import { bookRefund } from "../settle-invoice/undo-payment"

/** A refund of one payment, in UZS, and what of it is not booked. */
type RefundRow = ContextPayment["refunds"][number] & { due: string }

/**
 * Finishes what core began when it refunded a payment: it books the refund on the order as its last
 * step, and a server that dies before that leaves an order that reads as paid.
 */
export async function bookUnbookedRefunds(
  scope: WorkflowScope,
  collectionId: string
): Promise<void> {
  const read = await loadPaymentContext(scope.query, collectionId)
  if (!read || unbookedRefunds(read).length === 0) return
  await underOwnerLock(scope, read.ownerId, () => bookLocked(scope, collectionId))
}

async function bookLocked(scope: WorkflowScope, collectionId: string): Promise<void> {
  for (;;) {
    // Read anew for each: what is open decides how much of the next one becomes a credit line.
    const context = await loadPaymentContext(scope.query, collectionId)
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

/**
 * The refunds of a collection's payments that its order does not know of. Core books one by its own id,
 * and several it makes at once by their payment's. One it died over it books with the next one, and with
 * that one's amount: what is missing of it is booked here.
 */
export function unbookedRefunds({ order, payments }: PaymentContext): RefundRow[] {
  if (!order) return []
  return payments.flatMap((payment) => {
    const ids = new Set([payment.id, ...payment.refunds.map(({ id }) => id)])
    const booked = order.bookedRefunds.filter(({ referenceId }) => ids.has(referenceId))
    const missing = MathBN.sub(payment.refunded, sumOf(booked))
    return payment.refunds.flatMap((refund) => {
      const own = sumOf(booked.filter(({ referenceId }) => referenceId === refund.id))
      const due = MathBN.sub(refund.amount, own)
      // One that would book more than was given back is core's own, booked by the payment's id.
      const isDue = MathBN.gt(due, 0) && MathBN.gte(missing, due)
      return isDue ? [{ ...refund, due: due.toFixed() }] : []
    })
  })
}

function sumOf(rows: readonly { amount: string }[]): string {
  return netOf(
    rows.map(({ amount }) => amount),
    []
  )
}

/**
 * What an order asks for less than before a refund, as core reckons it: all of it but for what was paid
 * too much. A cancelled order asks for nothing. Undefined where that is nothing.
 */
export function creditFor(
  { canceled, open }: Pick<ContextOrder, "canceled" | "open">,
  { amount }: { amount: string }
): string | undefined {
  if (canceled) return undefined
  const credit = MathBN.sub(amount, MathBN.max(MathBN.mult(open, -1), 0))
  return MathBN.gt(credit, 0) ? credit.toFixed() : undefined
}
