import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import type { ProviderWebhookPayload } from "@medusajs/framework/types"
import { PaymentWebhookEvents } from "@medusajs/framework/utils"
import { withTables } from "../workflows/missing-tables"
import { settleWebhookOfCore } from "../workflows/webhook/of-core"

/**
 * A webhook that came to Medusa's own address, a few seconds ago. The provider tells core nothing of
 * it; this settles it, on the one path there is.
 */
export default async function settleWebhooksOfCore({
  event,
  container,
}: SubscriberArgs<ProviderWebhookPayload>): Promise<void> {
  await withTables(container, () => settleWebhookOfCore(container, event.data))
}

export const config: SubscriberConfig = {
  event: PaymentWebhookEvents.WebhookReceived,
  context: { subscriberId: "checkout-uz-settle-webhooks-of-core" },
}
