import type { MedusaRequest } from "@medusajs/framework/http"
import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"

const optionalText = z.string().nullish()

const cartSchema = z.object({
  region_id: optionalText,
  shipping_address: z
    .object({ country_code: optionalText, province: optionalText, postal_code: optionalText })
    .nullish(),
  items: z.array(z.object({ id: z.string(), quantity: z.coerce.number() })).nullish(),
  shipping_methods: z.array(z.object({ shipping_option_id: optionalText })).nullish(),
})
type Cart = z.infer<typeof cartSchema>

const FIELDS = [
  "region_id",
  "shipping_address.country_code",
  "shipping_address.province",
  "shipping_address.postal_code",
  "items.id",
  "items.quantity",
  "shipping_methods.shipping_option_id",
]

/** Whether a request is sure to leave its cart's total as it is. */
export type Rule = (cart: Cart, req: MedusaRequest) => boolean

/** Whether a change of a cart is sure to leave its total as it is. In doubt, it is not. */
export async function keepsTotal(req: MedusaRequest, isSure: Rule): Promise<boolean> {
  const query: Omit<RemoteQueryFunction, symbol> = req.scope.resolve(
    ContainerRegistrationKeys.QUERY
  )
  const { data } = await query.graph({
    entity: "cart",
    fields: FIELDS,
    filters: { id: req.params["id"] ?? "" },
  })
  const [cart] = z.array(cartSchema).parse(data)
  return cart !== undefined && isSure(cart, req)
}

const updateSchema = z.strictObject({
  email: z.unknown().optional(),
  billing_address: z.unknown().optional(),
  metadata: z.unknown().optional(),
  locale: z.unknown().optional(),
  additional_data: z.unknown().optional(),
  region_id: optionalText,
  shipping_address: z
    .looseObject({ country_code: optionalText, province: optionalText, postal_code: optionalText })
    .optional(),
})

/** An address moves a total only through the taxes of its place. */
export const sameForTaxes: Rule = (cart, { body }) => {
  const update = updateSchema.safeParse(body ?? {})
  if (!update.success) return false
  const { region_id, shipping_address: next } = update.data
  const now = cart.shipping_address
  return (
    unchanged(region_id, cart.region_id) &&
    unchanged(next?.country_code, now?.country_code) &&
    unchanged(next?.province, now?.province) &&
    unchanged(next?.postal_code, now?.postal_code)
  )
}

/** The quantity a line has already. */
export const sameQuantity: Rule = (cart, { body, params, method }) => {
  if (method !== "POST") return false
  const update = z.looseObject({ quantity: z.number() }).safeParse(body)
  const item = cart.items?.find(({ id }) => id === params["line_id"])
  return update.success && item?.quantity === update.data.quantity
}

/** The one shipping option the cart has already. */
export const sameShipping: Rule = (cart, { body }) => {
  // What a calculated price depends on may be in `data`.
  const update = z.object({ option_id: z.string(), data: z.undefined().optional() }).safeParse(body)
  const chosen = (cart.shipping_methods ?? []).map((method) => method.shipping_option_id)
  return update.success && chosen.length === 1 && chosen[0] === update.data.option_id
}

function unchanged(next: string | null | undefined, now: string | null | undefined): boolean {
  return next === undefined || (next ?? "").toLowerCase() === (now ?? "").toLowerCase()
}
