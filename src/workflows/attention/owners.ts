import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { z } from "zod"

/** The order and the customer a payment belongs to, as far as there are any. */
export type Owner = {
  order: { id: string; display_id: number | null } | null
  customer: { id: string | null; email: string | null } | null
  cart_id: string | null
}

/** Owners by their payment collections. */
export type Owners = ReadonlyMap<string, Owner>
export const NOBODY: Owner = { order: null, customer: null, cart_id: null }

const personSchema = z.object({
  id: z.string(),
  email: z.string().nullish(),
  customer_id: z.string().nullish(),
})
const ownerSchema = z.array(
  z.object({
    id: z.string(),
    cart: personSchema.nullish(),
    order: personSchema.extend({ display_id: z.number().nullish() }).nullish(),
  })
)

/** Whom the money of payment collections belongs to. */
export async function ownersOf(
  query: Omit<RemoteQueryFunction, symbol>,
  collectionIds: readonly string[]
): Promise<Owners> {
  if (collectionIds.length === 0) return new Map()
  const { data } = await query.graph({
    entity: "payment_collection",
    fields: [
      "id",
      "cart.id",
      "cart.email",
      "cart.customer_id",
      "order.id",
      "order.display_id",
      "order.email",
      "order.customer_id",
    ],
    filters: { id: [...new Set(collectionIds)] },
  })
  return new Map(
    ownerSchema.parse(data).map(({ id, cart, order }) => {
      const person = order ?? cart
      return [
        id,
        {
          order: order ? { id: order.id, display_id: order.display_id ?? null } : null,
          customer: person ? { id: person.customer_id ?? null, email: person.email ?? null } : null,
          cart_id: cart?.id ?? null,
        },
      ]
    })
  )
}
