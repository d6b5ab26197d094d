import type { MedusaContainer } from "@medusajs/framework/types"
import { reconcile } from "../workflows/reconcile"

/** Milliseconds; how often a desk is really swept is the option `reconcile.sweepSeconds`. */
const TICK_MS = 5_000

/** Finds payments whose webhook was lost: the service never sends one again. */
export default async function reconcileCheckoutUz(container: MedusaContainer): Promise<void> {
  await reconcile(container)
}

export const config = {
  name: "checkout-uz-reconcile",
  schedule: { interval: TICK_MS },
}
