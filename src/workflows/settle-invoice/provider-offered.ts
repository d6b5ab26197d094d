import { z } from "zod"
import type { PaymentContext } from "../../payment-context"
import type { WorkflowScope } from "../scope"

const regionsSchema = z.array(
  z.object({
    payment_providers: z
      .array(z.object({ id: z.string(), is_enabled: z.boolean() }).nullable())
      .nullish(),
  })
)

/**
 * Whether core would complete the payment context with this provider: it is in the configuration, and the
 * region of a cart that has no order yet offers it.
 */
export async function isProviderOffered(
  { ledger, query }: WorkflowScope,
  context: PaymentContext,
  providerId: string
): Promise<boolean> {
  if (!ledger.providerEntries.some((entry) => entry.providerId === providerId)) return false
  if (!context.cart?.regionId || context.order) return true
  const { data } = await query.graph({
    entity: "region",
    fields: ["payment_providers.id", "payment_providers.is_enabled"],
    filters: { id: context.cart.regionId },
  })
  return regionsSchema
    .parse(data)
    .some((region) =>
      (region.payment_providers ?? []).some(
        (provider) => provider?.id === providerId && provider.is_enabled
      )
    )
}
