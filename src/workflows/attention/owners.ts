import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { z } from "zod"
import type { Invoice } from "../../modules/checkout-uz"
import { buyerFieldsOf, buyerOf, buyerSchema, listOf } from "../../payment-context"
import { itemName } from "../item-name"

/** The order and the customer a payment belongs to, as far as there are any. */
export type Owner = {
  order: { id: string; display_id: number | null; is_draft: boolean } | null
  customer: {
    id: string | null
    email: string | null
    name: string | null
    phone: string | null
  } | null
  cart_id: string | null
  /** What is in the order, else in the cart. */
  items: { title: string; quantity: number }[]
}

/** Owners by their payment collections. */
export type Owners = ReadonlyMap<string, Owner>
export const NOBODY: Owner = { order: null, customer: null, cart_id: null, items: [] }

const personSchema = buyerSchema.extend({
  id: z.string(),
  customer_id: z.string().nullish(),
  items: listOf(
    z.object({
      product_title: z.string().nullish(),
      title: z.string().nullish(),
      variant_title: z.string().nullish(),
      quantity: z.coerce.number().nullish(),
    })
  ),
})
const ownerSchema = z.array(
  z.object({
    id: z.string(),
    cart: personSchema.nullish(),
    order: personSchema
      .extend({ display_id: z.number().nullish(), is_draft_order: z.boolean().nullish() })
      .nullish(),
  })
)
const personFieldsOf = (owner: "cart" | "order") => [
  `${owner}.id`,
  `${owner}.customer_id`,
  ...buyerFieldsOf(owner),
  `${owner}.items.*`,
]
const FIELDS = [
  "id",
  "order.display_id",
  "order.is_draft_order",
  ...personFieldsOf("cart"),
  ...personFieldsOf("order"),
]

/** Whom the money of payment collections belongs to. */
export async function ownersOf(
  query: Omit<RemoteQueryFunction, symbol>,
  collectionIds: readonly string[]
): Promise<Owners> {
  if (collectionIds.length === 0) return new Map()
  const { data } = await query.graph({
    entity: "payment_collection",
    fields: FIELDS,
    filters: { id: [...new Set(collectionIds)] },
  })
  return new Map(
    ownerSchema.parse(data).map(({ id, cart, order }) => {
      const person = order ?? cart
      return [
        id,
        {
          order: order
            ? {
                id: order.id,
                display_id: order.display_id ?? null,
                is_draft: order.is_draft_order ?? false,
              }
            : null,
          customer: person ? customerOf(person) : null,
          cart_id: cart?.id ?? null,
          items: person ? itemsOf(person) : [],
        },
      ]
    })
  )
}

type Person = z.output<typeof personSchema>

function customerOf(person: Person): NonNullable<Owner["customer"]> {
  const { email, name, phone } = buyerOf(person)
  return {
    id: person.customer_id ?? null,
    email: email ?? null,
    name: name ?? null,
    phone: phone ?? null,
  }
}

function itemsOf({ items }: Person): Owner["items"] {
  return items.flatMap((item) => {
    const title = itemName(item)
    return title === "" ? [] : [{ title, quantity: item.quantity ?? 1 }]
  })
}

type Labelled = Pick<
  Invoice,
  "paymentCollectionId" | "orderId" | "orderNumber" | "email" | "customerName" | "customerPhone"
>

/**
 * Whom some money is from, as Medusa has it now. What Medusa no longer has is what the invoice was labelled
 * with: a payment collection that is gone, or the name and phone of an address, which goes with a cart's region.
 *
 * INVARIANT: whoever shows a merchant whose money it is asks this.
 */
export function ownerOf(owners: Owners, labelled: Labelled): Owner {
  const owner = owners.get(labelled.paymentCollectionId)
  return {
    ...(owner ?? NOBODY),
    order: owner ? owner.order : labelledOrder(labelled),
    customer: knownCustomer(owner?.customer, labelled),
  }
}

function labelledOrder({ orderId, orderNumber }: Labelled): Owner["order"] {
  if (orderId === undefined) return null
  return { id: orderId, display_id: orderNumber ?? null, is_draft: false }
}

function knownCustomer(
  known: Owner["customer"] | undefined,
  labelled: Labelled
): Owner["customer"] {
  const customer = {
    id: known?.id ?? null,
    email: known?.email ?? labelled.email ?? null,
    name: known?.name ?? labelled.customerName ?? null,
    phone: known?.phone ?? labelled.customerPhone ?? null,
  }
  return Object.values(customer).some((value) => value !== null) ? customer : null
}
