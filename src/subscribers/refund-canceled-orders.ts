import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { withTables } from "../workflows/missing-tables"
import { refundOnCanceledOrder } from "../workflows/check-books"

/** Money that reached an order while it was being cancelled is not forgotten. */
export default async function lookAtCanceledOrders({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await withTables(container, () => refundOnCanceledOrder(container, event.data.id))
}

export const config: SubscriberConfig = {
  event: OrderWorkflowEvents.CANCELED,
  context: { subscriberId: "checkout-uz-look-at-canceled-orders" },
}
