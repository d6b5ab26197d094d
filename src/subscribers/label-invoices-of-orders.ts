import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { labelInvoicesOfOrder } from "../workflows/label-invoices"

/** A placed order's invoices are found by its number, also where it is still to be paid. */
export default async function labelInvoicesOfOrders({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await labelInvoicesOfOrder(container, event.data.id)
}

export const config: SubscriberConfig = {
  event: OrderWorkflowEvents.PLACED,
  context: { subscriberId: "checkout-uz-label-invoices-of-orders" },
}
