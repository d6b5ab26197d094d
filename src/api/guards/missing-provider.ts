import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { IPaymentModuleService } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { describeProviderEntries } from "../../modules/checkout-uz"
import { isOurs } from "../../payment-context"
import { refusal } from "../../providers/checkout-uz/refusals"
import { providerIn } from "./customers-words"

/**
 * Where an entry was taken out of medusa-config, or given another id, its regions and payments still name
 * it, and all that Medusa says is that an unknown error occurred. While the plugin is there, it says which
 * entry is missing.
 */
export function refuseStartWithoutProvider(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): void {
  const provider = providerIn(req.body)
  next(provider === undefined ? undefined : problemOf(req, provider))
}

/** The same for giving back what was paid through it. */
export async function refuseRefundWithoutProvider(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const payments: IPaymentModuleService = req.scope.resolve(Modules.PAYMENT)
  const [payment] = await payments.listPayments(
    { id: req.params["id"] ?? "" },
    { select: ["id", "provider_id"] }
  )
  next(payment && problemOf(req, payment.provider_id))
}

function problemOf({ scope }: MedusaRequest, providerId: string): Error | undefined {
  if (!isOurs(providerId)) return undefined
  const entries = describeProviderEntries(scope.resolve(ContainerRegistrationKeys.CONFIG_MODULE))
  const ids = entries.map((entry) => entry.providerId)
  if (ids.includes(providerId)) return undefined
  const others = ids.length === 0 ? "" : ` (there is ${ids.join(", ")})`
  return refusal(
    "wrong_configuration",
    `Medusa has no payment provider ${providerId}${others}: put its entry back under @medusajs/medusa/payment in medusa-config, with the same id, and restart the server.`
  )
}
