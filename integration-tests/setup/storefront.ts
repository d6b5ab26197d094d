import type { ICartModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { z } from "zod"
import { storeRefusalSchema } from "../../src/contract"
import type { ReadyCart, Shop } from "./shop"
import type { Answer } from "./store-client"

/** Where the plugin's own routes of the store begin. */
export const ROOT = "/store/checkout-uz"

/** The customer's cart is in a language. */
export async function speaks(shop: Shop, { id }: ReadyCart, locale: string): Promise<void> {
  const carts: ICartModuleService = shop.container.resolve(Modules.CART)
  await carts.updateCarts(id, { locale })
}

/** A refusal, read by the contract. */
export function refusal({
  status,
  body,
}: Answer): z.infer<typeof storeRefusalSchema> & { status: number } {
  return { status, ...storeRefusalSchema.parse(body) }
}

/** A bare response of the store as an answer. */
export async function answerOf(response: Promise<Response>): Promise<Answer> {
  const answered = await response
  return { status: answered.status, body: await answered.json() }
}
