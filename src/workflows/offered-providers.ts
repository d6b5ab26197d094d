import { z } from "zod"
import type { WorkflowScope } from "./scope"

const regionsSchema = z.array(
  z.object({
    payment_providers: z
      .array(z.object({ id: z.string(), is_enabled: z.boolean() }).nullable())
      .nullish(),
  })
)

/** The ids of the payment providers that a region offers; none where there is no such region. */
export async function offeredProviders(
  { query }: Pick<WorkflowScope, "query">,
  regionId: string
): Promise<string[]> {
  const { data } = await query.graph({
    entity: "region",
    fields: ["payment_providers.id", "payment_providers.is_enabled"],
    filters: { id: regionId },
  })
  return regionsSchema
    .parse(data)
    .flatMap(({ payment_providers }) => payment_providers ?? [])
    .flatMap((provider) => (provider?.is_enabled ? [provider.id] : []))
}
