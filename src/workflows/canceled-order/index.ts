import type { MedusaContainer } from "@medusajs/framework/types"
import { readHome } from "../../providers/checkout-uz/home"
import { settleInvoice } from "../settle-invoice"
import { collectionsOfOrder } from "../settle-invoice/order-collections"
import { settleScope, underHomeLock, type SettleScope } from "../settle-invoice/scope"
import { undoPayment } from "../settle-invoice/undo-payment"

/**
 * Looks at a cancelled order once more: core refunds what was captured when it began to cancel, and
 * a payment may have come in between. What is still captured becomes a refund to make by hand; what
 * is paid and not captured is held.
 */
export async function lookAgainAtCanceledOrder(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const scope = settleScope(container)
  for (const collectionId of await collectionsOfOrder(scope, orderId)) {
    const invoices = await scope.ledger.findInvoicesOfCollection(collectionId)
    if (invoices.length === 0) continue
    await refundOnCanceledOrder(container, collectionId)
    for (const { id, state } of invoices) {
      if (state === "paid") await settleInvoice(container, id, { urgency: "now" })
    }
  }
}

/** Refunds the captured payments of ours in a collection whose order is cancelled, if it is. */
export async function refundOnCanceledOrder(
  container: MedusaContainer,
  collectionId: string
): Promise<void> {
  const scope = settleScope(container)
  const seen = await readHome(scope.query, collectionId)
  if (!seen?.order?.canceled) return
  await underHomeLock(scope, collectionId, () => refundWhatIsCaptured(scope, collectionId))
}

async function refundWhatIsCaptured(scope: SettleScope, collectionId: string): Promise<void> {
  const home = await readHome(scope.query, collectionId)
  if (!home?.order?.canceled) return
  const invoices = await scope.ledger.findInvoicesOfCollection(collectionId)
  const ours = new Set(invoices.map(({ spentBySession }) => spentBySession))
  for (const payment of home.payments) {
    if (ours.has(payment.sessionId)) await undoPayment(scope, home, payment)
  }
}
