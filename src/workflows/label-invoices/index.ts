import type { MedusaContainer } from "@medusajs/framework/types"
import { readHome } from "../../providers/checkout-uz/home"
import { labelHome } from "../settle-invoice/label-home"
import { collectionsOfOrder } from "../settle-invoice/order-collections"
import { settleScope } from "../settle-invoice/scope"

/**
 * Lets a placed order's invoices, paid or not, be found by the order's number and the e-mail it was
 * placed with.
 */
export async function labelInvoicesOfOrder(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const scope = settleScope(container)
  for (const collectionId of await collectionsOfOrder(scope, orderId)) {
    const home = await readHome(scope.query, collectionId)
    if (home) await labelHome(scope, home)
  }
}
