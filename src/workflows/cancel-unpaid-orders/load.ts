import { z } from "zod"
import {
  listOf,
  loadPaymentContext,
  readOrderBooks,
  roomFor,
  type OrderBooks,
} from "../../payment-context"
import type { WorkflowScope } from "../scope"
import type { OrderFacts, UnpaidOrder } from "./eligibility"

const orderSchema = z.array(
  z.object({
    id: z.string(),
    display_id: z.number(),
    status: z.string(),
    created_at: z.coerce.date(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
    transactions: listOf(z.object({ id: z.string() })),
    fulfillments: listOf(z.object({ canceled_at: z.unknown().optional() })),
  })
)

const FIELDS = [
  "id",
  "display_id",
  "status",
  "created_at",
  "metadata",
  "transactions.id",
  "fulfillments.canceled_at",
]

/** Reads the order of a payment collection, with everything that could speak against cancelling it. */
export async function loadUnpaidOrder(
  scope: WorkflowScope,
  collectionId: string
): Promise<UnpaidOrder> {
  // First, so that whatever changes during the reading counts as later.
  const now = await scope.ledger.unpaidOrders.now()
  const none = { now, order: undefined, collections: [], invoices: [], ownerId: collectionId }
  const context = await loadPaymentContext(scope, collectionId)
  if (!context?.order) return none
  const { data } = await scope.query.graph({
    entity: "order",
    fields: FIELDS,
    filters: { id: context.order.id },
  })
  const [row] = orderSchema.parse(data)
  const books = await readOrderBooks(scope, context.order.id)
  if (!row || !books) return none
  const { collections, invoices, ownerId } = books
  return { now, order: factsOf(row, books), collections, invoices, ownerId }
}

function factsOf(row: z.infer<typeof orderSchema>[number], books: OrderBooks): OrderFacts {
  return {
    id: row.id,
    displayId: row.display_id,
    status: row.status,
    canceled: books.claim.canceled,
    placedAt: row.created_at,
    fulfilled: row.fulfillments.some(({ canceled_at }) => !canceled_at),
    owed: roomFor(books).open,
    booked: row.transactions.length > 0,
    metadata: row.metadata ?? {},
  }
}
