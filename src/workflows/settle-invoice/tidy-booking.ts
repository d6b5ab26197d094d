import type { Invoice } from "../../modules/checkout-uz"
import type { PaymentContext, ContextPayment } from "../../payment-context"
import type { WorkflowScope } from "../scope"
import { undoPayment } from "./undo-payment"

function ownPayment(
  context: PaymentContext,
  { spentBySession }: Invoice
): ContextPayment | undefined {
  return context.payments.find(({ sessionId }) => sessionId === spentBySession)
}

/** What Medusa still books for the money, if anything. */
export function bookedPayment(
  context: PaymentContext,
  invoice: Invoice
): ContextPayment | undefined {
  const own = ownPayment(context, invoice)
  return own && own.net !== "0" ? own : undefined
}

/**
 * Clears away what is booked for this money and cannot stay.
 *
 * @returns whether there was any, so that the books have to be read anew
 */
export async function tidyBooking(
  scope: WorkflowScope,
  context: PaymentContext,
  invoice: Invoice
): Promise<boolean> {
  const own = ownPayment(context, invoice)
  if (!own) return false
  if (own.net === "0") {
    // Core booked the roll-back and stopped before it told the provider.
    if (own.refunded === "0" || context.order) return false
    await scope.ledger.spending.release(own.sessionId)
    return true
  }
  // Captured in the instant the order was cancelled: it comes on the list of pay-outs. Or stranded:
  // undone through the provider, which frees the money.
  if (!context.order?.canceled && !isStranded(context, own)) return false
  await undoPayment(scope, context, own)
  return true
}

/**
 * Whether core rolled a completion back and the refund that goes with it failed: the payment is
 * booked, and no completion can use it, as it is cancelled or its session was replaced.
 */
function isStranded(context: PaymentContext, own: ContextPayment): boolean {
  if (!context.cart || context.order) return false
  return own.canceled || !context.sessions.some(({ id }) => id === own.sessionId)
}
