import type { ICartModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { Shop } from "./shop"

/** Entries of ours that cannot start a payment. */
export const BROKEN_ENTRIES = [
  { id: "keyless", options: { cashDesk: "chorsu", apiKey: "" } },
  { id: "unknown-key", options: { cashDesk: "samarqand", apiKey: "key-nobody-knows-0c4f" } },
  { id: "mistyped", options: { cashDesk: "no such desk", apiKey: "key-of-the-mistyped-1" } },
]

/** Behind Medusa's back, which would bring the payment collection up to date. */
export async function repriced(
  shop: Shop,
  { id, collectionId }: { id: string; collectionId: string }
): Promise<{ collectionId: string }> {
  const carts: ICartModuleService = shop.container.resolve(Modules.CART)
  const { items } = await carts.retrieveCart(id, { relations: ["items"] })
  for (const item of items ?? []) await carts.updateLineItems(item.id, { quantity: 3 })
  return { collectionId }
}
