import { reasonOf } from "../../modules/checkout-uz"
import { labelOf, type PaymentContext } from "../../payment-context"
import type { WorkflowScope } from "../scope"

/** Labels the invoices of a payment context with its order. Where that fails, nothing about money waits for it. */
export async function labelInvoices(
  { ledger, logger }: WorkflowScope,
  context: PaymentContext
): Promise<void> {
  if (!context.order) return
  try {
    await ledger.invoices.label(context.collectionId, labelOf(context))
  } catch (error) {
    logger.warn(
      `The invoices of order ${context.order.id} could not be labelled with its number: ${reasonOf(error)}`
    )
  }
}
