import { createPromotionsWorkflow, createRegionsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { OTHER_PROVIDER_ID, PROVIDER_ID, type ReadyCart, type Shop } from "./shop"

/** A change a customer makes to a cart: where it is posted, and what. */
type Change = (
  shop: Shop,
  cart: ReadyCart
) => Promise<{ method: "POST" | "DELETE"; path: string; body?: unknown }>

/** Changes that move the total, or what is paid with. */
export const CHANGES: Record<string, Change> = {
  "adding an item": (shop, cart) =>
    Promise.resolve({
      method: "POST",
      path: `/store/carts/${cart.id}/line-items`,
      body: { variant_id: shop.variants[1]?.id, quantity: 1 },
    }),
  "another quantity": async (shop, cart) => ({
    method: "POST",
    path: `/store/carts/${cart.id}/line-items/${await itemOf(shop, cart)}`,
    body: { quantity: 3 },
  }),
  "removing an item": async (shop, cart) => ({
    method: "DELETE",
    path: `/store/carts/${cart.id}/line-items/${await itemOf(shop, cart)}`,
  }),
  "a promotion": async (shop, cart) => ({
    method: "POST",
    path: `/store/carts/${cart.id}/promotions`,
    body: { promo_codes: [await promotion(shop)] },
  }),
  "another way of delivery": async (shop, cart) => ({
    method: "POST",
    path: `/store/carts/${cart.id}/shipping-methods`,
    body: { option_id: await otherShippingOption(shop) },
  }),
  "another region": async (shop, cart) => ({
    method: "POST",
    path: `/store/carts/${cart.id}`,
    body: { region_id: await otherRegion(shop) },
  }),
  "another session of ours": (_shop, cart) => Promise.resolve(sessionOf(cart, PROVIDER_ID)),
  "another provider's session": (_shop, cart) =>
    Promise.resolve(sessionOf(cart, OTHER_PROVIDER_ID)),
}

function sessionOf(cart: ReadyCart, provider_id: string) {
  const path = `/store/payment-collections/${cart.collectionId}/payment-sessions`
  return { method: "POST" as const, path, body: { provider_id } }
}

const idRows = z.array(z.object({ id: z.string() }))

async function itemOf(shop: Shop, cart: ReadyCart): Promise<string> {
  const rows = await shop.sql("SELECT id FROM cart_line_item WHERE cart_id = ?", [cart.id])
  return idRows.parse(rows)[0]?.id ?? ""
}

async function otherShippingOption(shop: Shop): Promise<string> {
  const rows = await shop.sql("SELECT id FROM shipping_option WHERE id <> ? ORDER BY id LIMIT 1", [
    shop.shippingOptionId,
  ])
  return idRows.parse(rows)[0]?.id ?? ""
}

async function otherRegion(shop: Shop): Promise<string> {
  const { result } = await createRegionsWorkflow(shop.container).run({
    input: {
      regions: [
        {
          name: "Qoraqalpogʻiston",
          currency_code: "uzs",
          payment_providers: [PROVIDER_ID],
        },
      ],
    },
  })
  return result[0]?.id ?? ""
}

/** A promotion over an amount in UZS. @returns its code */
export async function promotion(shop: Shop, value = 5_000): Promise<string> {
  await createPromotionsWorkflow(shop.container).run({
    input: {
      promotionsData: [
        {
          code: "BAHOR",
          type: "standard",
          status: "active",
          application_method: {
            type: "fixed",
            target_type: "items",
            allocation: "across",
            value,
            currency_code: "uzs",
          },
        },
      ],
    },
  })
  return "BAHOR"
}
