import { z } from "zod"
import { medusaDecimal } from "../../providers/checkout-uz/amounts"
import { readHome, type Home } from "../../providers/checkout-uz/home"
import type { SettleScope } from "../settle-invoice/scope"
import type { OrderFacts, OrderLook } from "./judge"

const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item.nullable())
    .nullish()
    .transform((items) => (items ?? []).filter((entry) => entry !== null))

const orderSchema = z.object({
  id: z.string(),
  display_id: z.number(),
  status: z.string(),
  canceled_at: z.unknown().optional(),
  created_at: z.coerce.date(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  summary: z.object({ pending_difference: z.unknown().optional() }),
  transactions: list(z.object({ id: z.string() })),
  fulfillments: list(z.object({ canceled_at: z.unknown().optional() })),
  payment_collections: list(z.object({ id: z.string() })),
})

const FIELDS = [
  "id",
  "display_id",
  "status",
  "canceled_at",
  "created_at",
  "metadata",
  "summary.*",
  "transactions.id",
  "fulfillments.canceled_at",
  "payment_collections.id",
]

/** Reads the order of a payment collection, with everything that could speak against cancelling it. */
export async function lookAtOrder(scope: SettleScope, collectionId: string): Promise<OrderLook> {
  const { ledger, query } = scope
  // First, so that whatever changes during the look counts as later.
  const now = await ledger.unpaidOrders.now()
  const home = await readHome(query, collectionId)
  if (!home?.order) return { now, order: undefined, homes: [], invoices: [] }
  const { data } = await query.graph({
    entity: "order",
    fields: FIELDS,
    filters: { id: home.order.id },
  })
  const [row] = z.array(orderSchema).parse(data)
  if (!row) return { now, order: undefined, homes: [], invoices: [] }

  const others = row.payment_collections.map(({ id }) => id).filter((id) => id !== collectionId)
  const homes: Home[] = [home]
  for (const id of others) {
    const other = await readHome(query, id)
    if (other) homes.push(other)
  }
  const invoices = await Promise.all(
    [collectionId, ...others].map((id) => ledger.findInvoicesOfCollection(id))
  )
  return { now, order: factsOf(row), homes, invoices: invoices.flat() }
}

function factsOf(row: z.infer<typeof orderSchema>): OrderFacts {
  const owed = medusaDecimal(row.summary.pending_difference)
  if (owed === undefined) throw new Error(`Order ${row.id} does not say what it still asks for.`)
  return {
    id: row.id,
    displayId: row.display_id,
    status: row.status,
    canceled: row.status === "canceled" || Boolean(row.canceled_at),
    placedAt: row.created_at,
    fulfilled: row.fulfillments.some(({ canceled_at }) => !canceled_at),
    owed,
    booked: row.transactions.length > 0,
    metadata: row.metadata ?? {},
  }
}
