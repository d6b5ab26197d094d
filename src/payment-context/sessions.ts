import type { IPaymentModuleService } from "@medusajs/framework/types"
import type { Uzs } from "../client"
import type { Invoice } from "../modules/checkout-uz"
import type { PaymentContext, ContextSession } from "./context"

/**
 * Deletes the sessions of a collection that could be completed instead of ours, of any provider.
 * Core completes an arbitrary session of those it finds. Sessions that carry a payment stay.
 *
 * @returns why one could not be deleted, such as a provider that refuses; the others are gone
 */
export async function deleteOtherSessions(
  payment: IPaymentModuleService,
  context: PaymentContext,
  keepSessionId: string
): Promise<Error | undefined> {
  const withPayment = new Set(context.payments.map(({ sessionId }) => sessionId))
  const others = context.sessions.filter(({ id }) => id !== keepSessionId && !withPayment.has(id))
  let failure: Error | undefined
  for (const { id, providerId } of others) {
    try {
      await payment.deletePaymentSession(id)
    } catch (error) {
      failure = new Error(`Session ${id} of ${providerId} cannot be deleted: ${String(error)}`)
    }
  }
  return failure
}

/** Session states core still completes. */
const PROCESSABLE = ["pending", "requires_more", "authorized", "captured", "pending_authorization"]

/** The money of one invoice, or of the parts of one payment, as a session books it. Amount in UZS. */
export type SessionMoney = Pick<Invoice, "cashDesk" | "currencyCode" | "spentBySession"> & {
  amount: Uzs
}

/**
 * The session of a collection that some money can be booked in: the one that spent it, else
 * one of our providers on the same cash desk with the same amount and currency, and without a payment:
 * that one is booked with other money.
 */
export function findOurSession(
  context: PaymentContext,
  invoice: SessionMoney,
  entries: readonly { providerId: string; cashDesk: string }[]
): ContextSession | undefined {
  const providerIds = entries
    .filter((entry) => entry.cashDesk === invoice.cashDesk)
    .map((entry) => entry.providerId)
  const fitting = context.sessions.filter(
    (session) =>
      providerIds.includes(session.providerId) &&
      session.amount === invoice.amount &&
      session.currencyCode === invoice.currencyCode &&
      PROCESSABLE.includes(session.status)
  )
  const withPayment = new Set(context.payments.map(({ sessionId }) => sessionId))
  return (
    fitting.find(({ id }) => id === invoice.spentBySession) ??
    fitting.find(({ id }) => !withPayment.has(id))
  )
}

/** Core's messages where the session it read is gone, or another request has taken it away before. */
const OVERTAKEN = [/^PaymentSession .+ (was )?not found/, /^Could not delete all payment sessions$/]

/** Whether core failed to start a payment since another tab has started it again in the same moment. */
export function isOvertakenStart(message: string): boolean {
  return OVERTAKEN.some((pattern) => pattern.test(message))
}
