"use server"

import { sdk } from "@lib/config"
import type { HttpTypes } from "@medusajs/types"
import { revalidateTag } from "next/cache"
import { getCacheTag, getCartId, removeCartId } from "./cookies"

/** The cookie keeps a cart that has become an order. It may also name a newer one, which stays. */
export async function forgetPaidCart(): Promise<void> {
  const id = await getCartId()
  if (!id) return
  const { cart } = await sdk.client.fetch<{
    cart: HttpTypes.StoreCart & { completed_at?: string }
  }>(`/store/carts/${id}`, { query: { fields: "id,completed_at" }, cache: "no-store" })
  if (!cart.completed_at) return
  await removeCartId()
  const tag = await getCacheTag("carts")
  if (tag) revalidateTag(tag)
}
