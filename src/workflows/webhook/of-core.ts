import type { MedusaContainer, ProviderWebhookPayload } from "@medusajs/framework/types"
import { parseWebhook } from "../../client"
import { isVerifiable } from "../../modules/checkout-uz"
import { workflowScope } from "../scope"
import { settleNotified } from "./announced"

const PREFIX = /^(pp_)?/

/** Settles what a webhook on Medusa's own address announces, if it is one of ours. */
export async function settleWebhookOfCore(
  container: MedusaContainer,
  { provider, payload }: ProviderWebhookPayload
): Promise<void> {
  const { ledger } = workflowScope(container)
  const id = provider.replace(PREFIX, "pp_")
  const entry = ledger.providerEntries.find(({ providerId }) => providerId === id)
  const parsed = parseWebhook(payload.data)
  if (!entry || parsed.kind !== "payment_confirmed") return
  const known = await ledger.invoices.findByNumber(entry.cashDesk, parsed.webhook.number)
  if (!known) return
  await settleNotified(container, known, { proven: false })
  if (!isVerifiable(known)) return
  // As without a token on the plugin's own address: believed where the payment was not known before.
  const now = await ledger.invoices.find(known.id)
  if (now && !isVerifiable(now)) await ledger.health.noteNotified(now)
}
