import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import type { ReceiptRow } from "../../contract"
import type { Invoice } from "../../modules/checkout-uz"
import { listOf } from "../../payment-context"
import { keptReceipt, requestReceipt } from "../invoices/receipt"
import { workflowScope, type WorkflowScope } from "../scope"

/** Who asks for the receipt of an order. */
export type Asker = {
  /** The customer who is logged in. */
  customerId: string | undefined
  /** The payment session that the guest's browser had. */
  sessionId: string | undefined
}

/** What came of the question. */
type OrderReceiptOutcome =
  | { kind: "read"; receipt: ReceiptRow[] }
  /** There is no such order, or it is somebody else's: nobody learns which. */
  | { kind: "unknown_order" }
  /** With the order's cart, whose language the asker reads; an order made by hand has none. */
  | { kind: "receipt_not_ready"; cartId: string | undefined; retryAfterSeconds?: number }
  | { kind: "unavailable"; cartId: string | undefined }

const ordersSchema = z.array(
  z.object({
    customer_id: z.string().nullish(),
    payment_collections: listOf(z.object({ id: z.string() })),
  })
)

/**
 * The fiscal receipt of an order for its customer (docs/adr/0018). Of several payments it is the named
 * session's, else the first one's.
 */
export async function orderReceipt(
  container: MedusaContainer,
  orderId: string,
  asker: Asker
): Promise<OrderReceiptOutcome> {
  const scope = workflowScope(container)
  const { ledger } = scope
  const collectionIds = await collectionsFor(scope, orderId, asker)
  if (!collectionIds) return { kind: "unknown_order" }
  const invoices = await ledger.invoices.ofCollections(collectionIds)
  const invoice = choose(invoices, asker.sessionId)
  const cartId = (invoice ?? invoices.at(0))?.cartId
  if (!invoice) return { kind: "receipt_not_ready", cartId }
  const kept = await keptReceipt(ledger, invoice.id)
  if (kept) return { kind: "read", receipt: kept }
  const permit = await ledger.limits.receipt(invoice.id)
  if (permit.kind === "limited") {
    return { kind: "receipt_not_ready", cartId, retryAfterSeconds: permit.retryAfterSeconds }
  }
  const { receipt, problem } = await requestReceipt(ledger, invoice)
  if (receipt) return { kind: "read", receipt }
  return { kind: problem ? "unavailable" : "receipt_not_ready", cartId }
}

/** The payment collections of an order; undefined where it is not the asker's. */
async function collectionsFor(
  { ledger, query }: WorkflowScope,
  orderId: string,
  { customerId, sessionId }: Asker
): Promise<string[] | undefined> {
  const { data } = await query.graph({
    entity: "order",
    fields: ["customer_id", "payment_collections.id"],
    filters: { id: orderId },
  })
  const [order] = ordersSchema.parse(data)
  if (!order) return undefined
  const ids = order.payment_collections.map(({ id }) => id)
  if (customerId !== undefined && customerId === order.customer_id) return ids
  const bound = sessionId === undefined ? undefined : await ledger.invoices.ofSession(sessionId)
  return bound && ids.includes(bound.paymentCollectionId) ? ids : undefined
}

/** The invoice whose money is in the order. */
function choose(invoices: readonly Invoice[], sessionId: string | undefined): Invoice | undefined {
  const settled = invoices.filter(({ state }) => state === "settled")
  return (
    settled.find(({ spentBySession }) => sessionId !== undefined && spentBySession === sessionId) ??
    settled.at(0)
  )
}
