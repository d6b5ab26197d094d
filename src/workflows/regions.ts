import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { z } from "zod"

const regionsSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    currency_code: z.string(),
    payment_providers: z.array(z.object({ id: z.string() }).nullable()).nullish(),
  })
)

/** A region of the store with the payment providers it offers. */
export type Region = {
  id: string
  name: string
  currencyCode: string
  providerIds: readonly string[]
}

export async function findRegions(query: Omit<RemoteQueryFunction, symbol>): Promise<Region[]> {
  const { data } = await query.graph({
    entity: "region",
    fields: ["id", "name", "currency_code", "payment_providers.id"],
  })
  return regionsSchema.parse(data).map((region) => ({
    id: region.id,
    name: region.name,
    currencyCode: region.currency_code.toLowerCase(),
    providerIds: (region.payment_providers ?? []).flatMap((provider) => provider?.id ?? []),
  }))
}
