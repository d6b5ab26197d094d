import { decorateCartTotals } from "@medusajs/framework/utils"
import { z } from "zod"
import { listOf } from "./medusa-rows"

// Loose, since core finds the exact amounts under `raw_…` beside these.
const adjustment = z.looseObject({ amount: z.number() })
const taxes = { tax_lines: listOf(z.looseObject({ rate: z.number() })) }
const purchaseSchema = z.looseObject({
  currency_code: z.string(),
  items: listOf(
    z.looseObject({
      id: z.string(),
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
})
const orderSchema = purchaseSchema.extend({
  summary: z.looseObject({ pending_difference: z.unknown().optional() }),
})
const collectionSchema = z.looseObject({ cart: purchaseSchema.nullish() })

// What a cart or an order comes to, and what an order still asks for, Medusa never stores: it is
// calculated at each read, here by core's own function.

/** Adds to a payment collection as its table has it what its cart comes to. */
export function collectionWithTotal(found: unknown): unknown {
  const { cart, ...collection } = collectionSchema.parse(found)
  return {
    ...collection,
    cart: cart && { ...cart, total: String(decorateCartTotals(cart).total) },
  }
}

/** Adds to an order as its table has it what it comes to and what it asks for. */
export function orderWithTotals(found: unknown): unknown {
  const order = orderSchema.parse(found)
  const total = String(decorateCartTotals(order).total)
  // Core has written what is open into the summary, with requested returns subtracted.
  const open = String(order.summary.pending_difference)
  return { ...order, total, summary: { ...order.summary, pending_difference: open } }
}
