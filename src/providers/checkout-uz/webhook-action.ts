import type { ProviderWebhookPayload, WebhookActionResult } from "@medusajs/framework/types"
import { parseWebhook } from "../../client"
import type { Collaborators } from "../../payment-context"

/**
 * What a webhook on Medusa's own address means to core (docs/service.md, 7.5): nothing. Core would
 * capture without the owner's lock and without a look at the stock. A known invoice goes to the head
 * of the queue, and the plugin's own subscriber to the same event settles it.
 *
 * INVARIANT: a webhook about an invoice that is not ours costs one indexed read, here and in the
 * subscriber, and no call out.
 */
export async function webhookAction(
  { ledger }: Collaborators,
  cashDesk: string,
  payload: ProviderWebhookPayload["payload"]
): Promise<WebhookActionResult> {
  const parsed = parseWebhook(payload.data)
  if (parsed.kind === "payment_confirmed") {
    const known = await ledger.invoices.findByNumber(cashDesk, parsed.webhook.number)
    if (known) await ledger.invoices.enqueue(known.id)
  }
  return { action: "not_supported" }
}
