import type { MedusaContainer } from "@medusajs/framework/types"
import { CHECKOUT_UZ_MODULE, type CheckoutUzModuleService } from "../modules/checkout-uz"
import { withTables } from "../workflows/missing-tables"

/** Deletes webhook deliveries kept longer than `retention.deliveryDays`, and stale limit counts. */
export default async function pruneCheckoutUz(container: MedusaContainer): Promise<void> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  await withTables(container, () => ledger.prune())
}

export const config = {
  name: "checkout-uz-prune",
  /** Every hour: a flood leaves a count for each of its addresses. */
  schedule: "23 * * * *",
}
