import { reasonOf } from "../../modules/checkout-uz"
import { labelOf, type PaymentContext } from "../../payment-context"
import type { WorkflowScope } from "../scope"

/** Labels the invoices of a home with its order. Where that fails, nothing about money waits for it. */
export async function labelInvoices(
  { ledger, logger }: WorkflowScope,
  home: PaymentContext
): Promise<void> {
  if (!home.order) return
  try {
    await ledger.labelCollection(home.collectionId, labelOf(home))
  } catch (error) {
    logger.warn(
      `The invoices of order ${home.order.id} could not be labelled with its number: ${reasonOf(error)}`
    )
  }
}
