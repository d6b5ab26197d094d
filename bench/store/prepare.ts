import type { CartDTO, CreateCartDTO, ExecArgs, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { addShippingMethodToCartWorkflow, createCartWorkflow } from "@medusajs/medusa/core-flows"
import { writeFile } from "node:fs/promises"
import { z } from "@medusajs/framework/zod"
import { seedDelivery } from "../../examples/demo-store/src/seed/delivery"
import { seedProducts } from "../../examples/demo-store/src/seed/products"
import { seedShop } from "../../examples/demo-store/src/seed/shop"

const BATCH = 100

/** What a copy shares with the cart it is of. */
const CART = ["region_id", "customer_id", "sales_channel_id", "email", "currency_code"] as const
const ADDRESS = [
  "first_name",
  "last_name",
  "address_1",
  "city",
  "postal_code",
  "country_code",
  "phone",
] as const
const ITEM = [
  "title",
  "subtitle",
  "thumbnail",
  "quantity",
  "unit_price",
  "product_id",
  "product_title",
  "product_description",
  "product_handle",
  "variant_id",
  "variant_sku",
  "variant_title",
  "requires_shipping",
  "is_discountable",
  "is_tax_inclusive",
] as const
const SHIPPING = ["name", "amount", "is_tax_inclusive", "shipping_option_id"] as const

const environment = z.object({
  MEDUSA_BACKEND_URL: z.url(),
  BENCH_PROVIDERS: z.string().transform((text) => text.split(",")),
  BENCH_CARTS: z.coerce.number().int().positive(),
  /** Where the carts are written, as JSON. */
  BENCH_SEED_FILE: z.string().min(1),
})

type Cart = { id: string; collection_id: string }

/** `medusa exec`: fills an empty store, and puts carts into it that are ready to be paid. */
export default async function prepare({ container }: ExecArgs): Promise<void> {
  const env = environment.parse(process.env)
  const shop = await seedShop(container, env.BENCH_PROVIDERS)
  const delivery = await seedDelivery(container, shop.salesChannelId)
  const [variant] = await seedProducts(container, {
    salesChannelId: shop.salesChannelId,
    shippingProfileId: delivery.shippingProfileId,
    stockLocationId: delivery.stockLocationId,
    backendUrl: env.MEDUSA_BACKEND_URL,
  })
  if (variant === undefined) throw new Error("The shop sells nothing.")
  const first = await fillCart(container, {
    regionId: shop.region.id,
    salesChannelId: shop.salesChannelId,
    variantId: variant.id,
    shippingOptionId: delivery.shippingOptionId,
  })
  const carts: Cart[] = []
  while (carts.length < env.BENCH_CARTS) {
    const count = Math.min(BATCH, env.BENCH_CARTS - carts.length)
    carts.push(...(await copyCart(container, first, count)))
  }
  await writeFile(
    env.BENCH_SEED_FILE,
    JSON.stringify({ publishable_key: shop.publishableKey, carts })
  )
}

/** As a customer fills it. @returns its id. */
async function fillCart(
  container: MedusaContainer,
  of: { regionId: string; salesChannelId: string; variantId: string; shippingOptionId: string }
): Promise<string> {
  const { result: cart } = await createCartWorkflow(container).run({
    input: {
      region_id: of.regionId,
      sales_channel_id: of.salesChannelId,
      email: "dilnoza@mijoz.example",
      items: [{ variant_id: of.variantId, quantity: 1 }],
      shipping_address: {
        first_name: "Dilnoza",
        last_name: "Karimova",
        address_1: "Amir Temur shoh koʻchasi, 15",
        city: "Toshkent",
        postal_code: "100000",
        country_code: "uz",
        phone: "+998901234567",
      },
    },
  })
  await addShippingMethodToCartWorkflow(container).run({
    input: { cart_id: cart.id, options: [{ id: of.shippingOptionId }] },
  })
  return cart.id
}

/**
 * The same cart many times, each with a payment collection. Only the first went the customer's way,
 * which takes Medusa a second.
 */
async function copyCart(
  container: MedusaContainer,
  cartId: string,
  count: number
): Promise<Cart[]> {
  const cartModule = container.resolve(Modules.CART)
  const relations = ["items", "shipping_methods", "shipping_address"]
  const cart = await cartModule.retrieveCart(cartId, { relations })
  const { total } = await cartModule.retrieveCart(cartId, { select: ["total"] })
  const copies = await cartModule.createCarts(Array.from({ length: count }, () => copyOf(cart)))
  await cartModule.addShippingMethods(copies.flatMap(({ id }) => shippingOf(cart, id)))
  const collections = await container
    .resolve(Modules.PAYMENT)
    .createPaymentCollections(copies.map(({ currency_code }) => ({ currency_code, amount: total })))
  const made = collections.flatMap(({ id: collection_id }, index) => {
    const copy = copies[index]
    return copy === undefined ? [] : [{ id: copy.id, collection_id }]
  })
  await container.resolve(ContainerRegistrationKeys.LINK).create(
    made.map(({ id, collection_id }) => ({
      [Modules.CART]: { cart_id: id },
      [Modules.PAYMENT]: { payment_collection_id: collection_id },
    }))
  )
  return made
}

function copyOf({ shipping_address, items = [], ...cart }: CartDTO): CreateCartDTO {
  return {
    ...pick(cart, CART),
    ...(shipping_address && { shipping_address: pick(shipping_address, ADDRESS) }),
    items: items.map((item) => pick(item, ITEM)),
  }
}

function shippingOf({ shipping_methods = [] }: CartDTO, cart_id: string) {
  return shipping_methods.map((method) => ({ cart_id, ...pick(method, SHIPPING) }))
}

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>
}
