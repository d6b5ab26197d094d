import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { settleInvoice } from "../settle-invoice"
import { loadPaymentContext, type PaymentContext, underOwnerLock } from "../../payment-context"
import { workflowScope, type WorkflowScope } from "../scope"
import { undoPayment } from "../settle-invoice/undo-payment"
import { forEach, pagesSince } from "./pages"

const ordersSchema = z.array(
  z.object({
    id: z.string(),
    payment_collections: z.array(z.object({ id: z.string() }).nullable()).nullish(),
  })
)
type Order = z.infer<typeof ordersSchema>[number]

/**
 * Gives back in Medusa what of ours is captured on orders that were cancelled, so that it comes on the
 * list of pay-outs: core refunds what it finds captured when it begins to cancel, and a payment may
 * come in between, or the plugin was not there to be told.
 */
export async function checkCanceledOrders(container: MedusaContainer, since: Date): Promise<void> {
  const scope = workflowScope(container)
  const pages = pagesSince(
    scope,
    "order",
    ["id", "payment_collections.id"],
    {},
    { column: "canceled_at", moment: since }
  )
  await forEach(pages, (page) =>
    forEach(ordersSchema.parse(page), (order) => checkOrder(container, scope, order))
  )
}

/** The same for one order that has just been cancelled. */
export async function refundOnCanceledOrder(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const scope = workflowScope(container)
  const { data } = await scope.query.graph({
    entity: "order",
    fields: ["id", "payment_collections.id"],
    filters: { id: orderId },
  })
  for (const order of ordersSchema.parse(data)) await checkOrder(container, scope, order)
}

async function checkOrder(
  container: MedusaContainer,
  scope: WorkflowScope,
  order: Order
): Promise<void> {
  const collectionIds = (order.payment_collections ?? []).flatMap((row) => row?.id ?? [])
  const invoices = await scope.ledger.invoices.ofCollections(collectionIds)
  for (const id of new Set(invoices.map((invoice) => invoice.paymentCollectionId))) {
    const context = await loadPaymentContext(scope, id)
    if (context && hasCapturedOnCanceled(context)) {
      await underOwnerLock(scope, context.ownerId, () => refundCaptured(scope, id))
    }
  }
  for (const { id, state } of invoices) {
    // Not when due: what nothing can mend is never due again, unless its order has just been cancelled.
    if (state === "paid") await settleInvoice(container, id, { urgency: "now" })
  }
}

function hasCapturedOnCanceled({ order, payments }: PaymentContext): boolean {
  return order?.canceled === true && payments.some(({ net }) => net !== "0")
}

async function refundCaptured(scope: WorkflowScope, collectionId: string): Promise<void> {
  const context = await loadPaymentContext(scope, collectionId)
  if (!context || !hasCapturedOnCanceled(context)) return
  const spent = await scope.ledger.books.spentBy(context.payments.map(({ sessionId }) => sessionId))
  const ours = new Set(spent.map(({ spentBySession }) => spentBySession))
  for (const payment of context.payments) {
    if (ours.has(payment.sessionId)) await undoPayment(scope, context, payment)
  }
}
