import type { MedusaContainer } from "@medusajs/framework/types"
import { withTables } from "../workflows/missing-tables"
import { cancelUnpaidOrders } from "../workflows/cancel-unpaid-orders"

/** Milliseconds; when an order's time is up is the option `unpaidOrders.cancelAfterMinutes`. */
const TICK_MS = 5_000

/** Cancels orders that were placed before their payment and whose payment never came. */
export default async function cancelUnpaidCheckoutUzOrders(
  container: MedusaContainer
): Promise<void> {
  await withTables(container, () => cancelUnpaidOrders(container))
}

export const config = {
  name: "checkout-uz-cancel-unpaid-orders",
  schedule: { interval: TICK_MS },
}
