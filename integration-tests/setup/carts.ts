import type { ICartModuleService, MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { DELIVERY } from "../../examples/demo-store/src/seed/catalogue"
import type { SeededVariant } from "../../examples/demo-store/src/seed/products"
import type { StoreClient } from "./store-client"

/** A cart that is ready to be paid. Amounts in UZS. */
export type ReadyCart = { id: string; collectionId: string; total: number }

/** What of a shop a cart is made with. */
type Shelf = {
  readonly container: MedusaContainer
  readonly store: StoreClient
  readonly variants: SeededVariant[]
  readonly regionId: string
  readonly shippingOptionId: string
}

const cartSchema = z.object({ cart: z.looseObject({ id: z.string(), total: z.number() }) })
const collectionSchema = z.object({ payment_collection: z.looseObject({ id: z.string() }) })

/** A cart of one of the shop's variants, with an e-mail, an address and a way of delivery. */
export async function fillCart(shop: Shelf, index: number, quantity: number): Promise<string> {
  const { store } = shop
  const variant = shop.variants[index]
  const [courier] = DELIVERY
  if (!courier) throw new Error("The shop has no way of delivery.")
  if (!variant) throw new Error(`The shop has no variant ${index}.`)
  const created = cartSchema.parse(
    await store.ok("POST", "/store/carts", {
      region_id: shop.regionId,
      email: "xaridor@example.uz",
      items: [{ variant_id: variant.id, quantity }],
      shipping_address: {
        first_name: "Dilnoza",
        last_name: "Karimova",
        address_1: "Amir Temur shoh koʻchasi, 1",
        city: "Toshkent",
        country_code: "uz",
        phone: "+998901234567",
      },
    })
  )
  const { id } = created.cart
  // Through the Store API this takes Medusa a second (checkout.spec.ts does it); the row is the same.
  const carts: ICartModuleService = shop.container.resolve(Modules.CART)
  await carts.addShippingMethods(id, [
    { name: courier.name, amount: courier.price, shipping_option_id: shop.shippingOptionId },
  ])
  return id
}

/** A price agreed by hand for the cart's one item, with free delivery. */
export async function reprice(shop: Shelf, cartId: string, total: string): Promise<void> {
  const carts: ICartModuleService = shop.container.resolve(Modules.CART)
  const cart = await carts.retrieveCart(cartId, { relations: ["items", "shipping_methods"] })
  for (const { id } of cart.items ?? []) {
    await carts.updateLineItems(id, { unit_price: total, is_custom_price: true })
  }
  for (const { id } of cart.shipping_methods ?? []) {
    await carts.updateShippingMethods([{ id, amount: 0 }])
  }
}

/** Gives a cart its payment collection, as a storefront does before it starts a payment. */
export async function withCollection({ store }: Shelf, id: string): Promise<ReadyCart> {
  const { payment_collection } = collectionSchema.parse(
    await store.ok("POST", "/store/payment-collections", { cart_id: id })
  )
  const { cart } = cartSchema.parse(await store.ok("GET", `/store/carts/${id}`))
  return { id, collectionId: payment_collection.id, total: cart.total }
}
