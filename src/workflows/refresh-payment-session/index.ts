import type { MedusaContainer } from "@medusajs/framework/types"
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { loadPaymentContext, underOwnerLock } from "../../payment-context"
import { paymentSessionStatus, type PaymentSessionStatus } from "../payment-session-status"
import { settleInvoice } from "../settle-invoice"
import { workflowScope } from "../scope"
import { askedAddress } from "./asked-address"

/**
 * Gives a payment session whose invoice has expired, or whose next part could not be made, a new one, as a
 * new session of the same payment collection; the old invoice stays watched. Where there is still something
 * to pay with, or nothing to pay any more, it only says how things stand.
 *
 * @returns the state of the session that is now the customer's, or undefined for a session this
 *   plugin never had
 * @throws MedusaError as starting a payment session does
 */
export async function refreshPaymentSession(
  container: MedusaContainer,
  sessionId: string
): Promise<PaymentSessionStatus | undefined> {
  const scope = workflowScope(container)
  let status = await paymentSessionStatus(container, sessionId)
  const expired = await scope.ledger.invoices.ofSession(sessionId)
  if (!status || !expired) return status
  if (lacksNextPart(status)) {
    await settleInvoice(container, expired.id, { urgency: "now" })
    status = (await paymentSessionStatus(container, sessionId)) ?? status
  }
  // A next part that is still lacking is made as a new session's, which says why where it cannot be.
  if (status.status !== "expired" && !lacksNextPart(status)) return status
  const before = await loadPaymentContext(scope, expired.paymentCollectionId)
  // The customer may have chosen another way to pay meanwhile: its session must not go.
  const ours = new Set(scope.ledger.providerEntries.map(({ providerId }) => providerId))
  if (!before?.sessions.every(({ providerId }) => ours.has(providerId))) return status
  // Under the lock, so that a second click finds the first one's invoice, and an order that is
  // being cancelled gets none.
  const { result } = await underOwnerLock(scope, before.ownerId, () =>
    createPaymentSessionsWorkflow(container).run({
      input: {
        payment_collection_id: expired.paymentCollectionId,
        provider_id: expired.providerId,
        data: askedAddress(expired, scope.ledger.options.returnUrl),
      },
    })
  )
  const context = await loadPaymentContext(scope, expired.paymentCollectionId)
  const made = context?.sessions.find(({ id }) => id === result.id)
  return paymentSessionStatus(container, made?.id ?? sessionId)
}

/** The service failed when the next part was to be made: it is tried again when the customer asks. */
function lacksNextPart({ status, parts, payment_url }: PaymentSessionStatus): boolean {
  const isOpen = status === "pending" || status === "awaiting_payment"
  return isOpen && parts !== null && parts.paid > 0 && payment_url === null
}
