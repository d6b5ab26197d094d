import type { MedusaContainer } from "@medusajs/framework/types"
import { readHome } from "../../providers/checkout-uz/home"
import { settleInvoice } from "../settle-invoice"
import { labelHome } from "../settle-invoice/label-home"
import { collectionsOfOrder } from "../settle-invoice/order-collections"
import { settleScope } from "../settle-invoice/scope"

/**
 * Notes that an order was placed: that it was heard, what its invoices, paid or not, are found by, and
 * that what is captured on it is settled.
 */
export async function notePlacedOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const scope = settleScope(container)
  for (const collectionId of await collectionsOfOrder(scope, orderId)) {
    const invoices = await scope.ledger.findInvoicesOf([collectionId])
    if (invoices.length === 0) continue
    const home = await readHome(scope.query, collectionId)
    if (!home) continue
    await scope.ledger.spending.notePlacedOrder(home.ownerId, orderId)
    await labelHome(scope, home)
    for (const { id, state, spentBySession } of invoices) {
      if (state === "paid" && spentBySession !== undefined) {
        await settleInvoice(container, id, { urgency: "now" })
      }
    }
  }
}
