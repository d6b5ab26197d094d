import { reasonOf } from "../../modules/checkout-uz"
import { labelOf, type Home } from "../../providers/checkout-uz/home"
import type { SettleScope } from "./scope"

/** Labels the invoices of a home with its order. Where that fails, nothing about money waits for it. */
export async function labelHome({ ledger, logger }: SettleScope, home: Home): Promise<void> {
  if (!home.order) return
  try {
    await ledger.labelCollection(home.collectionId, labelOf(home))
  } catch (error) {
    logger.warn(
      `The invoices of order ${home.order.id} could not be labelled with its number: ${reasonOf(error)}`
    )
  }
}
