import { z } from "zod"
import type { SettleScope } from "./scope"

const orderSchema = z.array(
  z.object({ payment_collections: z.array(z.object({ id: z.string() }).nullable()).nullish() })
)

/** The payment collections of an order. */
export async function collectionsOfOrder(
  { query }: SettleScope,
  orderId: string
): Promise<string[]> {
  const { data } = await query.graph({
    entity: "order",
    fields: ["payment_collections.id"],
    filters: { id: orderId },
  })
  return orderSchema
    .parse(data)
    .flatMap((order) => (order.payment_collections ?? []).flatMap((row) => row?.id ?? []))
}
