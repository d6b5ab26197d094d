import { z } from "zod"
import { listOf, readOfferedProviders } from "../payment-context"
import type { WorkflowScope } from "./scope"

const regionsSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    currency_code: z.string(),
    payment_providers: listOf(z.object({ id: z.string(), is_enabled: z.boolean() })),
  })
)
const FIELDS = [
  "id",
  "name",
  "currency_code",
  "payment_providers.id",
  "payment_providers.is_enabled",
]

/** A region of the store with the payment providers that customers are offered there. */
export type Region = {
  id: string
  name: string
  currencyCode: string
  providerIds: readonly string[]
}

/** The store's regions, or those with an id. */
export async function findRegions(
  { query }: Pick<WorkflowScope, "query">,
  filters: { id?: string } = {}
): Promise<Region[]> {
  const { data } = await query.graph({ entity: "region", fields: FIELDS, filters })
  return regionsSchema.parse(data).map((region) => ({
    id: region.id,
    name: region.name,
    currencyCode: region.currency_code.toLowerCase(),
    providerIds: region.payment_providers.flatMap(({ id, is_enabled }) => (is_enabled ? id : [])),
  }))
}

/** The ids of the payment providers that a region offers; none where there is no such region. */
export async function offeredProviders(
  scope: Pick<WorkflowScope, "query" | "tables">,
  regionId: string
): Promise<readonly string[]> {
  const offered = await readOfferedProviders(scope, regionId)
  if (offered) return offered
  const [region] = await findRegions(scope, { id: regionId })
  return region?.providerIds ?? []
}
