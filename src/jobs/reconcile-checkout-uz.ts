import type { MedusaContainer } from "@medusajs/framework/types"
import { CHECKOUT_UZ_MODULE, type CheckoutUzModuleService } from "../modules/checkout-uz"
import { checkAtStart } from "../workflows/doctor/at-start"
import { withTables } from "../workflows/missing-tables"
import { reconcile } from "../workflows/reconcile"

// Workers load jobs and no routes; servers load `src/api/middlewares.ts`, which does the same.
checkAtStart()

/** Milliseconds; how often a desk is really swept is the option `reconcile.sweepSeconds`. */
const TICK_MS = 5_000

/**
 * Finds payments whose webhook was lost: the service never sends one again. Beside it, so that neither
 * waits for the other nor fails with it, goes what is left of card payments, which is kept for no longer.
 */
export default async function reconcileCheckoutUz(container: MedusaContainer): Promise<void> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  await withTables(container, () =>
    Promise.all([ledger.cardPayments.prune(), reconcile(container)])
  )
}

export const config = {
  name: "checkout-uz-reconcile",
  schedule: { interval: TICK_MS },
}
