import { z } from "zod"
import { asMerchant } from "./merchant"
import { openStore } from "./store"

/** With the courier's 20,000 UZS, a cart of it comes to 12,345,678 UZS. */
const PRICE = 12_325_678
const TITLES = {
  uz: "Rishton servizi, 40 kishilik",
  ru: "Риштанский сервиз на 40 персон",
  en: "Rishtan service for 40 guests",
} as const

const namedSchema = z.object({ id: z.string() })
const productSchema = z.object({
  product: z.object({ id: z.string(), variants: z.array(namedSchema).min(1) }),
})

/** Puts something on the shelf that costs more than the service takes at once. */
export async function sellDear() {
  const { get, post, remove } = await asMerchant()
  const { sales_channels } = z
    .object({ sales_channels: z.array(namedSchema) })
    .parse(await get("/sales-channels"))
  const { shipping_profiles } = z
    .object({ shipping_profiles: z.array(namedSchema) })
    .parse(await get("/shipping-profiles"))
  const { product } = productSchema.parse(
    await post("/products", {
      title: TITLES.uz,
      status: "published",
      thumbnail: `${openStore().state.medusa_url}/static/rishton-piyolalari.svg`,
      metadata: { title_uz: TITLES.uz, title_ru: TITLES.ru, title_en: TITLES.en },
      sales_channels: sales_channels.map(({ id }) => ({ id })),
      shipping_profile_id: shipping_profiles[0]?.id,
      options: [{ title: "Oʻlcham", values: ["1 quti"] }],
      variants: [
        {
          title: "1 quti",
          manage_inventory: false,
          options: { Oʻlcham: "1 quti" },
          prices: [{ currency_code: "uzs", amount: PRICE }],
        },
      ],
    })
  )
  return {
    titles: TITLES,
    variantId: product.variants[0]?.id,
    takeAway: () => remove(`/products/${product.id}`),
  }
}
