import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { deleteOtherSessions, loadPaymentContext, type PaymentContext } from "../../payment-context"
import type { WorkflowScope } from "../scope"

/**
 * Gives a cart whose completion was rolled back a payment collection without that history, and
 * lets the money follow. The new link is made before the old ones go, so that a crash between the
 * two never leaves a cart without its collection.
 */
export async function giveFreshCollection(
  scope: WorkflowScope,
  old: PaymentContext
): Promise<void> {
  const { container, ledger, payment, query } = scope
  if (!old.cart) return
  const created = await payment.createPaymentCollections({
    amount: old.amount,
    currency_code: old.currencyCode,
  })
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  await link.create(cartLink(old.cart.id, created.id))
  await ledger.invoices.moveToCollection(old.collectionId, created.id)

  const fresh = await loadPaymentContext(query, created.id)
  if (!fresh) throw new Error(`The new collection of cart ${old.cart.id} cannot be read back.`)
  await keepOneCollection(scope, fresh)
  // Away from the cart: core would take none of these any more, so one that stays does no harm.
  await deleteOtherSessions(payment, old, "")
}

/**
 * Takes a cart without an order away from its other payment collections, of which a crash may have
 * left one: core would complete an arbitrary one.
 */
export async function keepOneCollection(
  { container, query }: WorkflowScope,
  { cart, order, collectionId }: PaymentContext
): Promise<void> {
  if (!cart || order) return
  const { data } = await query.graph({
    entity: "cart_payment_collection",
    fields: ["payment_collection_id"],
    filters: { cart_id: cart.id },
  })
  const links = z.array(z.object({ payment_collection_id: z.string() })).parse(data)
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  for (const { payment_collection_id: id } of links) {
    if (id !== collectionId) await link.dismiss(cartLink(cart.id, id))
  }
}

function cartLink(cart_id: string, payment_collection_id: string) {
  return { [Modules.CART]: { cart_id }, [Modules.PAYMENT]: { payment_collection_id } }
}
