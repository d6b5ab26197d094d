import { decorateCartTotals } from "@medusajs/framework/utils"
import { z } from "zod"
import { cartSchema, collectionSchema, listOf, orderSchema } from "./medusa-rows"

// Loose, since core finds the exact amounts under `raw_…` beside these.
const adjustment = z.looseObject({ amount: z.number() })
const taxes = { tax_lines: listOf(z.looseObject({ rate: z.number() })) }
const purchase = {
  currency_code: z.string(),
  items: listOf(
    z.looseObject({
      id: z.string(),
      requires_shipping: z.boolean().nullish(),
      unit_price: z.number(),
      quantity: z.number(),
      is_tax_inclusive: z.boolean(),
      adjustments: listOf(adjustment.extend({ is_tax_inclusive: z.boolean() })),
      ...taxes,
    })
  ),
  shipping_methods: listOf(
    z.looseObject({
      id: z.string(),
      amount: z.number(),
      is_tax_inclusive: z.boolean(),
      adjustments: listOf(adjustment),
      ...taxes,
    })
  ),
  credit_lines: listOf(adjustment),
}
const collectionRowSchema = collectionSchema.extend({
  cart: cartSchema.extend(purchase).nullish(),
  /** Read after it. */
  order: z.object({ id: z.string() }).nullish(),
})
const orderRowSchema = orderSchema.extend(purchase)

// What a cart or an order comes to, and what an order still asks for, Medusa never stores: it is
// calculated at each read, here by core's own function.

/** A payment collection as its table has it, with what its cart comes to. */
export function readCollectionRow(found: unknown) {
  const { cart, ...collection } = collectionRowSchema.parse(found)
  return {
    ...collection,
    cart: cart && { ...cart, total: String(decorateCartTotals(cart).total) },
  }
}

/** An order as its table has it, with what it comes to and what it asks for. */
export function readOrderRow(found: unknown) {
  const order = orderRowSchema.parse(found)
  const total = String(decorateCartTotals(order).total)
  // Core has written what is open into the summary, with requested returns subtracted.
  const open = String(order.summary.pending_difference)
  return { ...order, total, summary: { ...order.summary, pending_difference: open } }
}
