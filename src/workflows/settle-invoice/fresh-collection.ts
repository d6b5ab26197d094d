import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { Uzs } from "../../client"
import type { Invoice, Misfit } from "../../modules/checkout-uz"
import {
  arrivedMoney,
  deleteOtherSessions,
  loadPaymentContext,
  readLinkedCollections,
  readOrderBooks,
  type PaymentContext,
} from "../../payment-context"
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
  const { container, ledger, payment } = scope
  if (!old.cart) return
  const created = await payment.createPaymentCollections({
    amount: old.amount,
    currency_code: old.currencyCode,
  })
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  await link.create(cartLink(old.cart.id, created.id))
  await ledger.invoices.moveToCollection(old.collectionId, created.id)

  const fresh = await loadPaymentContext(scope, created.id)
  if (!fresh) throw new Error(`The new collection of cart ${old.cart.id} cannot be read back.`)
  await keepOneCollection(scope, fresh)
  // Away from the cart: core would take none of these any more, so one that stays does no harm.
  await deleteOtherSessions(payment, old, "")
}

/**
 * Makes a payment collection for an order, as core's createOrderPaymentCollectionWorkflow, which takes an
 * amount as a float only. Returns its id.
 */
export async function createOrderCollection(
  { container, payment }: WorkflowScope,
  orderId: string,
  asked: { amount: Uzs; currency_code: string }
): Promise<string> {
  const { id } = await payment.createPaymentCollections(asked)
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.ORDER]: { order_id: orderId },
    [Modules.PAYMENT]: { payment_collection_id: id },
  })
  return id
}

/**
 * Lets paid money follow its order whose payment collection was deleted in Medusa, which only takes the
 * collection off the order: into another one, as a payment link makes. Call it under the owner's lock.
 *
 * @returns `moved`; or what is in the way; or undefined where no order of this owner's stands
 */
export async function followOrder(
  scope: WorkflowScope,
  invoice: Invoice
): Promise<"moved" | Misfit | undefined> {
  const { orderId, ownerId, currencyCode, paymentCollectionId } = invoice
  const books = orderId === undefined ? undefined : await readOrderBooks(scope, orderId)
  // INVARIANT: the lock that is held is the order's, or the money stays where it is.
  if (!books || books.ownerId !== ownerId) return undefined
  const left = await scope.ledger.invoices.ofCollections([paymentCollectionId])
  const arrived = arrivedMoney({ ...books, invoices: [...books.invoices, ...left] }, invoice)
  if (arrived.kind === "misfit") return arrived.misfit
  const asked = { amount: arrived.amount, currency_code: currencyCode }
  const id = await createOrderCollection(scope, books.order.id, asked)
  await scope.ledger.invoices.moveToCollection(paymentCollectionId, id)
  return "moved"
}

/**
 * Takes a cart without an order away from its other payment collections, of which a crash may have
 * left one: core would complete an arbitrary one.
 */
export async function keepOneCollection(
  scope: WorkflowScope,
  { cart, order, collectionId }: PaymentContext
): Promise<void> {
  if (!cart || order) return
  const link = scope.container.resolve(ContainerRegistrationKeys.LINK)
  for (const id of await readLinkedCollections(scope, "cart", cart.id)) {
    if (id !== collectionId) await link.dismiss(cartLink(cart.id, id))
  }
}

function cartLink(cart_id: string, payment_collection_id: string) {
  return { [Modules.CART]: { cart_id }, [Modules.PAYMENT]: { payment_collection_id } }
}
