import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { withTables } from "../workflows/missing-tables"
import { notePlacedOrder } from "../workflows/placed-order"

/** A placed order's invoices are found by its number, and settled where its money has come. */
export default async function notePlacedOrders({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await withTables(container, () => notePlacedOrder(container, event.data.id))
}

export const config: SubscriberConfig = {
  event: OrderWorkflowEvents.PLACED,
  context: { subscriberId: "checkout-uz-note-placed-orders" },
}
