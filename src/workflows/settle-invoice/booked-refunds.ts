import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { isBookedOn, netOf, type ContextPayment, type PaymentContext } from "../../payment-context"
import type { WorkflowScope } from "../scope"

/** A refund of one payment, in UZS, and what of it is not booked. */
type RefundRow = ContextPayment["refunds"][number] & { due: string }

/**
 * The refunds of a collection's payments that its order does not know of. Core books one by its own id,
 * and several it makes at once by their payment's. One it died over it books with the next one, and with
 * that one's amount: what is missing of it is booked here.
 *
 * INVARIANT: an order gives back only what it was paid. With what core took back when it rolled back a completion
 * before it, no order was paid.
 */
export function unbookedRefunds({ order, payments }: PaymentContext): RefundRow[] {
  if (!order) return []
  return payments.flatMap((payment) => {
    if (!isBookedOn(order, payment)) return []
    const booked = bookedFor(order, payment)
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

/** What an order has booked as given back, and was not: under a refund's id or its payment's, in UZS. */
export type OverbookedRefund = { referenceId: string; amount: string }

/**
 * What an order has booked as given back, and was not. Core books each of two refunds it makes at once with
 * both their ids, so that one has the other's amount; and when it cancels, it books what it meant to give
 * back by the payment's id, also where another refund came first and its own was refused. Whatever else
 * is booked may be a person's own entry.
 */
export function overbookedRefunds({ order, payments }: PaymentContext): OverbookedRefund[] {
  if (!order) return []
  return payments.flatMap((payment) => {
    const booked = bookedFor(order, payment)
    const under = (id: string) => sumOf(booked.filter(({ referenceId }) => referenceId === id))
    const twice = payment.refunds.map(({ id, amount }) =>
      surplus(id, MathBN.sub(under(id), amount))
    )
    const rest = MathBN.sub(sumOf(booked), sumOf(twice), payment.refunded)
    const meant = order.canceled ? MathBN.min(rest, under(payment.id)) : 0
    return [...twice, surplus(payment.id, meant)].filter(({ amount }) => amount !== "0")
  })
}

function surplus(referenceId: string, amount: BigNumberInput): OverbookedRefund {
  return { referenceId, amount: MathBN.gt(amount, 0) ? MathBN.convert(amount).toFixed() : "0" }
}

function bookedFor(order: NonNullable<PaymentContext["order"]>, { id, refunds }: ContextPayment) {
  const ids = new Set([id, ...refunds.map((refund) => refund.id)])
  return order.bookedRefunds.filter(({ referenceId }) => ids.has(referenceId))
}

function sumOf(rows: readonly { amount: string }[]): string {
  return netOf(
    rows.map(({ amount }) => amount),
    []
  )
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
