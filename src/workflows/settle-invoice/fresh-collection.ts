import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { deleteOtherSessions, readHome, type Home } from "../../providers/checkout-uz/home"
import type { SettleScope } from "./scope"

/**
 * Gives a cart whose completion was rolled back a payment collection without that history, and
 * lets the money follow. The new link is made before the old ones go, so that a crash between the
 * two never leaves a cart without its collection.
 */
export async function giveFreshCollection(scope: SettleScope, old: Home): Promise<Home> {
  const { container, ledger, payment, query } = scope
  if (!old.cart) return old
  const cartId = old.cart.id
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  const created = await payment.createPaymentCollections({
    amount: old.amount,
    currency_code: old.currencyCode,
  })
  const linkTo = (payment_collection_id: string) => ({
    [Modules.CART]: { cart_id: cartId },
    [Modules.PAYMENT]: { payment_collection_id },
  })
  await link.create(linkTo(created.id))
  await ledger.moveToCollection(old.collectionId, created.id)

  const { data } = await query.graph({
    entity: "cart_payment_collection",
    fields: ["payment_collection_id"],
    filters: { cart_id: cartId },
  })
  const links = z.array(z.object({ payment_collection_id: z.string() })).parse(data)
  for (const { payment_collection_id: id } of links) {
    if (id !== created.id) await link.dismiss(linkTo(id))
  }
  await deleteOtherSessions(payment, old, "")

  const fresh = await readHome(query, created.id)
  if (!fresh) throw new Error(`The new payment collection of cart ${cartId} cannot be read back.`)
  return fresh
}
