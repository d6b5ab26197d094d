import type { MedusaContainer, ServiceZoneDTO } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createServiceZonesWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"
import { DELIVERY } from "./catalogue"
import { findOrCreate } from "./find-or-create"

const FULFILLMENT_PROVIDER = "manual_manual"

export interface Delivery {
  stockLocationId: string
  shippingProfileId: string
  /** Of the first way of delivery, the courier in Tashkent. */
  shippingOptionId: string
}

/** The shop at Chorsu, where the stock lies, and the ways its parcels travel. */
export async function seedDelivery(
  container: MedusaContainer,
  salesChannelId: string
): Promise<Delivery> {
  const stockLocationId = await seedStockLocation(container, salesChannelId)
  const shippingProfileId = await seedShippingProfile(container)
  const ids: string[] = []
  for (const way of DELIVERY) {
    const zone = await seedZone(container, stockLocationId, way.kind)
    ids.push(await seedShippingOption(container, way, zone.id, shippingProfileId))
  }
  const [shippingOptionId] = ids
  if (shippingOptionId === undefined) throw new Error("The shop has no way of delivery.")
  return { stockLocationId, shippingProfileId, shippingOptionId }
}

async function seedStockLocation(
  container: MedusaContainer,
  salesChannelId: string
): Promise<string> {
  const name = "Choynak, Chorsu"
  const location = await findOrCreate(
    () => container.resolve(Modules.STOCK_LOCATION).listStockLocations({ name }),
    async () => {
      const address = {
        address_1: "Navoiy shoh koʻchasi, 48",
        city: "Toshkent",
        postal_code: "100011",
        country_code: "UZ",
        phone: "+998 71 200 45 45",
      }
      const input = { locations: [{ name, address }] }
      return (await createStockLocationsWorkflow(container).run({ input })).result
    }
  )
  await linkSalesChannelsToStockLocationWorkflow(container).run({
    input: { id: location.id, add: [salesChannelId] },
  })
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: FULFILLMENT_PROVIDER },
  })
  return location.id
}

async function seedShippingProfile(container: MedusaContainer): Promise<string> {
  const profile = await findOrCreate(
    () => container.resolve(Modules.FULFILLMENT).listShippingProfiles({ type: "default" }),
    async () => {
      const input = { data: [{ name: "Oddiy", type: "default" }] }
      return (await createShippingProfilesWorkflow(container).run({ input })).result
    }
  )
  return profile.id
}

async function seedZone(
  container: MedusaContainer,
  stockLocationId: string,
  kind: "shipping" | "pickup"
): Promise<ServiceZoneDTO> {
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const name = kind === "shipping" ? "Yetkazib berish" : "Olib ketish"
  const set = await findOrCreate(
    () => fulfillment.listFulfillmentSets({ name }),
    async () => [await fulfillment.createFulfillmentSets({ name, type: kind })]
  )
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.STOCK_LOCATION]: { stock_location_id: stockLocationId },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  })
  return findOrCreate(
    () => fulfillment.listServiceZones({ name }),
    async () => {
      const zone = {
        name,
        fulfillment_set_id: set.id,
        geo_zones: [{ type: "country" as const, country_code: "uz" }],
      }
      return (await createServiceZonesWorkflow(container).run({ input: { data: [zone] } })).result
    }
  )
}

async function seedShippingOption(
  container: MedusaContainer,
  way: (typeof DELIVERY)[number],
  zoneId: string,
  profileId: string
): Promise<string> {
  const option = await findOrCreate(
    () => container.resolve(Modules.FULFILLMENT).listShippingOptions({ name: way.name }),
    async () => {
      const { result } = await createShippingOptionsWorkflow(container).run({
        input: [
          {
            name: way.name,
            price_type: "flat",
            provider_id: FULFILLMENT_PROVIDER,
            service_zone_id: zoneId,
            shipping_profile_id: profileId,
            type: { label: way.name, description: way.description, code: way.code },
            prices: [{ currency_code: "uzs", amount: way.price }],
            rules: [
              { attribute: "enabled_in_store", operator: "eq", value: "true" },
              { attribute: "is_return", operator: "eq", value: "false" },
            ],
          },
        ],
      })
      return result
    }
  )
  return option.id
}
