import { z } from "zod"
import { askAdmin } from "./merchant"
import type { Shop } from "./shop"

/** What a merchant does with an order once it was paid, over Medusa's own admin routes. */

/** Ships everything of an order: nothing comes back that was not sent. */
export async function fulfil(shop: Shop, orderId: string): Promise<void> {
  await askAdmin(shop, "POST", `/admin/orders/${orderId}/fulfillments`, {
    items: [await lineOf(shop, orderId)],
    location_id: await locationOf(shop),
  })
}

/** Asks for the order's item back; the customer has not sent it yet. Returns the return's id. */
export async function requestReturn(shop: Shop, orderId: string): Promise<string> {
  const begun = await askAdmin(shop, "POST", "/admin/returns", {
    order_id: orderId,
    location_id: await locationOf(shop),
  })
  const { id } = z.object({ return: z.object({ id: z.string() }) }).parse(begun).return
  await askAdmin(shop, "POST", `/admin/returns/${id}/request-items`, {
    items: [await lineOf(shop, orderId)],
  })
  await askAdmin(shop, "POST", `/admin/returns/${id}/request`)
  return id
}

/** The returned item has arrived. */
export async function receiveReturn(shop: Shop, orderId: string, returnId: string): Promise<void> {
  await askAdmin(shop, "POST", `/admin/returns/${returnId}/receive`)
  await askAdmin(shop, "POST", `/admin/returns/${returnId}/receive-items`, {
    items: [await lineOf(shop, orderId)],
  })
  await askAdmin(shop, "POST", `/admin/returns/${returnId}/receive/confirm`)
}

/** Exchanges the order's item for another at a price in UZS. Returns the exchange's id. */
export async function exchange(
  shop: Shop,
  orderId: string,
  outbound: { variantIndex: number; price: number }
): Promise<string> {
  const begun = await askAdmin(shop, "POST", "/admin/exchanges", { order_id: orderId })
  const { id } = z.object({ exchange: z.object({ id: z.string() }) }).parse(begun).exchange
  await askAdmin(shop, "POST", `/admin/exchanges/${id}/inbound/items`, {
    items: [await lineOf(shop, orderId)],
  })
  await askAdmin(shop, "POST", `/admin/exchanges/${id}/outbound/items`, {
    items: [
      {
        variant_id: shop.variants[outbound.variantIndex]?.id,
        quantity: 1,
        unit_price: outbound.price,
      },
    ],
  })
  await askAdmin(shop, "POST", `/admin/exchanges/${id}/request`)
  return id
}

/** Claims the order's item as broken, and sends the same once more for nothing. */
export async function replaceBroken(
  shop: Shop,
  orderId: string,
  variantIndex: number
): Promise<void> {
  const item = await lineOf(shop, orderId)
  const body = { type: "replace", order_id: orderId }
  const begun = await askAdmin(shop, "POST", "/admin/claims", body)
  const { id } = z.object({ claim: z.object({ id: z.string() }) }).parse(begun).claim
  await askAdmin(shop, "POST", `/admin/claims/${id}/claim-items`, {
    items: [{ ...item, reason: "production_failure" }],
  })
  await askAdmin(shop, "POST", `/admin/claims/${id}/inbound/items`, { items: [item] })
  await askAdmin(shop, "POST", `/admin/claims/${id}/outbound/items`, {
    items: [{ variant_id: shop.variants[variantIndex]?.id, quantity: 1 }],
  })
  await askAdmin(shop, "POST", `/admin/claims/${id}/request`)
}

/** The order's first item, all of it. */
async function lineOf(shop: Shop, orderId: string): Promise<{ id: string; quantity: number }> {
  const rows = await shop.sql(
    `SELECT i.item_id AS id, i.quantity FROM order_item i
      WHERE i.order_id = ? AND i.deleted_at IS NULL
      ORDER BY i.version DESC, i.created_at LIMIT 1`,
    [orderId]
  )
  return z.object({ id: z.string(), quantity: z.coerce.number() }).parse(rows[0])
}

async function locationOf(shop: Shop): Promise<string> {
  const rows = await shop.sql("SELECT id FROM stock_location WHERE deleted_at IS NULL")
  return z.object({ id: z.string() }).parse(rows[0]).id
}
