import type { MedusaContainer } from "@medusajs/framework/types"
import type { Invoice } from "../../modules/checkout-uz"
import { loadPaymentContext, readLinkedCollections } from "../../payment-context"
import { settleInvoice } from "../settle-invoice"
import { labelInvoices } from "../settle-invoice/label-invoices"
import { workflowScope, type WorkflowScope } from "../scope"

/**
 * Notes that an order was placed: that it was heard, that what is captured on it is settled, and what its
 * invoices, paid or not, are found by.
 */
export async function notePlacedOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const scope = workflowScope(container)
  const { invoices, spending } = scope.ledger
  for (const collectionId of await readLinkedCollections(scope, "order", orderId)) {
    const own = await invoices.ofCollections([collectionId])
    const [first] = own
    if (!first) continue
    await spending.notePlacedOrder(first.ownerId ?? orderId, orderId)
    try {
      await settleSpent(container, own)
    } finally {
      await labelUnlabelled(scope, collectionId)
    }
  }
}

async function settleSpent(container: MedusaContainer, own: readonly Invoice[]): Promise<void> {
  for (const { id, state, spentBySession } of own) {
    if (state === "paid" && spentBySession !== undefined) {
      await settleInvoice(container, id, { urgency: "now" })
    }
  }
}

/** A settlement has labelled its owner's invoices already. */
async function labelUnlabelled(scope: WorkflowScope, collectionId: string): Promise<void> {
  const own = await scope.ledger.invoices.ofCollections([collectionId])
  if (own.every(({ orderNumber }) => orderNumber !== undefined)) return
  const context = await loadPaymentContext(scope, collectionId)
  if (context) await labelInvoices(scope, context)
}
