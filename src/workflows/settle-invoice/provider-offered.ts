import type { PaymentContext } from "../../payment-context"
import { offeredProviders } from "../regions"
import type { WorkflowScope } from "../scope"

/**
 * Whether core would complete the payment context with this provider: it is in the configuration, and the
 * region of a cart that has no order yet offers it.
 */
export async function isProviderOffered(
  scope: WorkflowScope,
  context: PaymentContext,
  providerId: string
): Promise<boolean> {
  if (!scope.ledger.providerEntries.some((entry) => entry.providerId === providerId)) return false
  if (!context.cart?.regionId || context.order) return true
  return (await offeredProviders(scope, context.cart.regionId)).includes(providerId)
}
