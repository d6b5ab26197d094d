import type { MedusaContainer } from "@medusajs/framework/types"
import { checkAtStart } from "../workflows/doctor/at-start"
import { withTables } from "../workflows/missing-tables"
import { reconcile } from "../workflows/reconcile"

// Workers load jobs and no routes; servers load `src/api/middlewares.ts`, which does the same.
checkAtStart()

/** Milliseconds; how often a desk is really swept is the option `reconcile.sweepSeconds`. */
const TICK_MS = 5_000

/** Finds payments whose webhook was lost: the service never sends one again. */
export default async function reconcileCheckoutUz(container: MedusaContainer): Promise<void> {
  await withTables(container, () => reconcile(container))
}

export const config = {
  name: "checkout-uz-reconcile",
  schedule: { interval: TICK_MS },
}
