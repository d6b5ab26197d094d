import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { settleInvoice, type SettleOptions } from "./settle"

export { settleInvoice, type SettleOptions } from "./settle"
export type { SettleOutcome } from "./outcome"

type SettleInvoiceInput = { invoice_id: string } & SettleOptions

const settleInvoiceStep = createStep(
  "checkout-uz-settle-invoice-step",
  async ({ invoice_id, urgency }: SettleInvoiceInput, { container }) =>
    new StepResponse(await settleInvoice(container, invoice_id, { urgency }))
)

/**
 * Settles an invoice from a workflow of the store's own. It takes the cart's lock by itself, so do
 * not run it under that lock.
 */
export const settleInvoiceWorkflow = createWorkflow(
  "checkout-uz-settle-invoice",
  (input: WorkflowData<SettleInvoiceInput>) => new WorkflowResponse(settleInvoiceStep(input))
)
