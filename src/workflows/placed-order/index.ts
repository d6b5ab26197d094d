import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { loadPaymentContext } from "../../payment-context"
import { settleInvoice } from "../settle-invoice"
import { labelInvoices } from "../settle-invoice/label-invoices"
import { workflowScope, type WorkflowScope } from "../scope"

/**
 * Notes that an order was placed: that it was heard, what its invoices, paid or not, are found by, and
 * that what is captured on it is settled.
 */
export async function notePlacedOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const scope = workflowScope(container)
  for (const collectionId of await collectionsOf(scope, orderId)) {
    const invoices = await scope.ledger.invoices.ofCollections([collectionId])
    const [first] = invoices
    if (!first) continue
    await scope.ledger.spending.notePlacedOrder(first.ownerId ?? orderId, orderId)
    if (invoices.some((invoice) => invoice.orderNumber === undefined)) {
      const context = await loadPaymentContext(scope.query, collectionId)
      if (context) await labelInvoices(scope, context)
    }
    for (const { id, state, spentBySession } of invoices) {
      if (state === "paid" && spentBySession !== undefined) {
        await settleInvoice(container, id, { urgency: "now" })
      }
    }
  }
}

const linksSchema = z.array(z.object({ payment_collection_id: z.string() }))

/** The payment collections of an order: one hop, since every order of every provider passes here. */
async function collectionsOf({ query }: WorkflowScope, orderId: string): Promise<string[]> {
  const { data } = await query.graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id"],
    filters: { order_id: orderId },
  })
  return linksSchema.parse(data).map((link) => link.payment_collection_id)
}
