import type { MedusaContainer, RegionDTO } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  createRegionsWorkflow,
  createTaxRegionsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  updateApiKeysWorkflow,
  updateSalesChannelsWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows"
import { SHOP_NAME } from "./catalogue"
import { findOrCreate } from "./find-or-create"

const PAYMENT_PROVIDERS = ["pp_checkout-uz_main"]

export interface Shop {
  region: RegionDTO
  salesChannelId: string
  publishableKey: string
}

/** Names the store, sells in Uzbekistan in UZS, and opens its sales channel to the shop's key. */
export async function seedShop(
  container: MedusaContainer,
  paymentProviders: string[] = PAYMENT_PROVIDERS
): Promise<Shop> {
  const region = await seedRegion(container, paymentProviders)
  const salesChannelId = await seedStore(container, region.id)
  const publishableKey = await seedPublishableKey(container, salesChannelId)
  return { region, salesChannelId, publishableKey }
}

async function seedRegion(
  container: MedusaContainer,
  paymentProviders: string[]
): Promise<RegionDTO> {
  const region = await findOrCreate(
    () => container.resolve(Modules.REGION).listRegions({ name: "Oʻzbekiston" }),
    async () => {
      const { result } = await createRegionsWorkflow(container).run({
        input: {
          regions: [
            {
              name: "Oʻzbekiston",
              currency_code: "uzs",
              countries: ["uz"],
              // Prices are shown and charged as they are; the shop settles VAT by itself.
              automatic_taxes: false,
              is_tax_inclusive: true,
              payment_providers: paymentProviders,
            },
          ],
        },
      })
      return result
    }
  )
  await findOrCreate(
    () => container.resolve(Modules.TAX).listTaxRegions({ country_code: "uz" }),
    async () => {
      const input = [{ country_code: "uz", provider_id: "tp_system" }]
      return (await createTaxRegionsWorkflow(container).run({ input })).result
    }
  )
  return region
}

/** Medusa makes a store and a sales channel when it first starts; they become the tea shop's. */
async function seedStore(container: MedusaContainer, regionId: string): Promise<string> {
  const [store] = await container.resolve(Modules.STORE).listStores({})
  const salesChannelId = store?.default_sales_channel_id
  if (store === undefined || !salesChannelId) throw new Error("Medusa has made no store yet.")
  await updateSalesChannelsWorkflow(container).run({
    input: {
      selector: { id: salesChannelId },
      update: { name: "Choynak onlayn", description: "Internet-doʻkon" },
    },
  })
  await updateStoresWorkflow(container).run({
    input: {
      selector: { id: store.id },
      update: {
        name: SHOP_NAME,
        default_region_id: regionId,
        supported_currencies: [{ currency_code: "uzs", is_default: true }],
      },
    },
  })
  return salesChannelId
}

async function seedPublishableKey(
  container: MedusaContainer,
  salesChannelId: string
): Promise<string> {
  const keys = container.resolve(Modules.API_KEY)
  const [key] = await keys.listApiKeys({ type: "publishable" }, { order: { created_at: "ASC" } })
  if (key === undefined) throw new Error("Medusa has made no publishable key yet.")
  await updateApiKeysWorkflow(container).run({
    input: { selector: { id: key.id }, update: { title: "Choynak onlayn" } },
  })
  await linkSalesChannelsToApiKeyWorkflow(container).run({
    input: { id: key.id, add: [salesChannelId] },
  })
  return key.token
}
