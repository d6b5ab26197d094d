import type { ExecArgs } from "@medusajs/framework/types"
import { writeFile } from "node:fs/promises"
import { z } from "@medusajs/framework/zod"
import { seedAdminUser } from "../seed/admin-user"
import { seedDelivery } from "../seed/delivery"
import { seedProducts } from "../seed/products"
import { seedShop } from "../seed/shop"

const environment = z.object({
  MEDUSA_BACKEND_URL: z.url(),
  DEMO_ADMIN_EMAIL: z.email(),
  DEMO_ADMIN_PASSWORD: z.string().min(8),
  /** Where the ids that a script needs are written, as JSON. */
  DEMO_SEED_FILE: z.string().min(1),
})

/** `medusa exec ./src/scripts/seed.ts`: fills an empty store; run again, it changes nothing. */
export default async function seed({ container }: ExecArgs): Promise<void> {
  const env = environment.parse(process.env)
  const shop = await seedShop(container)
  const delivery = await seedDelivery(container, shop.salesChannelId)
  const variants = await seedProducts(container, {
    salesChannelId: shop.salesChannelId,
    shippingProfileId: delivery.shippingProfileId,
    stockLocationId: delivery.stockLocationId,
    backendUrl: env.MEDUSA_BACKEND_URL,
  })
  await seedAdminUser(container, env.DEMO_ADMIN_EMAIL, env.DEMO_ADMIN_PASSWORD)
  const seeded = {
    publishable_key: shop.publishableKey,
    region_id: shop.region.id,
    shipping_option_id: delivery.shippingOptionId,
    variants,
  }
  await writeFile(env.DEMO_SEED_FILE, `${JSON.stringify(seeded, null, 2)}\n`)
}
