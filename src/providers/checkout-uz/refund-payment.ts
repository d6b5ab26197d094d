import type { RefundPaymentInput, RefundPaymentOutput } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { Invoice } from "../../modules/checkout-uz"
import {
  creditFor,
  loadPaymentContext,
  openChangeOf,
  type Collaborators,
} from "../../payment-context"
import { noteRefund, readRefund, type Refund } from "./refund"

/**
 * Takes note of a refund. The service has no refund operation, so money is given back by hand: with
 * an order, the refund comes on the list of pay-outs. Without one and over the full amount, core is
 * rolling a completion back, and the money becomes free for the next attempt.
 *
 * @throws MedusaError (not allowed) for a part of a payment without an order, for more than was paid, or
 *   while the order is being changed
 */
export async function refundPayment(
  collaborators: Collaborators,
  input: RefundPaymentInput
): Promise<RefundPaymentOutput> {
  const refundId = input.context?.idempotency_key
  if (refundId === undefined)
    throw new Error("Medusa refunded a payment without naming the refund.")
  const refund = await readRefund(collaborators, refundId)
  if (refund) await refuseAmidChange(collaborators, refund)
  const outcome = refund && (await noteRefund(collaborators, refund))
  switch (outcome?.kind) {
    case "listed":
    case "released":
      return { data: input.data ?? {} }
    case "too_much":
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `${outcome.invoices.map(describePaid).join(", ")}, and what is refunded cannot come to more.`
      )
    case "only_whole":
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "A payment without an order can only be released as a whole."
      )
    default:
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "No paid invoice stands behind this payment, so there is nothing to refund."
      )
  }
}

/**
 * INVARIANT: a refund that core cannot finish gives nothing back. Core lowers what the order asks for as its last
 * step, cannot while another change of the order is open, and says that it failed, with the money given back: who
 * then refunds again gives it back twice.
 */
async function refuseAmidChange(
  collaborators: Collaborators,
  { collectionId, amount }: Refund
): Promise<void> {
  const { order } = (await loadPaymentContext(collaborators, collectionId)) ?? {}
  if (!order || creditFor(order, { amount }) === undefined) return
  const change = await openChangeOf(collaborators, order.id)
  if (!change) return
  const name = order.displayId === undefined ? order.id : `#${order.displayId}`
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    change.type === "credit_line"
      ? `Another refund of order ${name} is under way, or was cut off: nothing was refunded. Try again in a few minutes.`
      : `Order ${name} is being changed (${change.type}), so nothing was refunded: confirm or cancel that change first.`
  )
}

function describePaid({ number, paidAmount, invoiceAmount }: Invoice): string {
  return `${paidAmount ?? invoiceAmount} UZS were paid into invoice ${number}`
}
