import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
  type ReturnWorkflow,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import type { SettleOutcome } from "./outcome"
import { settleInvoice, type SettleOptions } from "./settle"

export { settleInvoice, type SettleOptions } from "./settle"
export type { SettleOutcome } from "./outcome"
export type { Unanswered } from "../../modules/checkout-uz"

/** Which invoice is settled, and how urgent it is. */
export type SettleInvoiceInput = {
  /** Of the row in the ledger (`checkout_uz_invoice`), and not the service's number. */
  invoice_id: string
} & SettleOptions

const settleInvoiceStep = createStep(
  "checkout-uz-settle-invoice-step",
  async ({ invoice_id, urgency }: SettleInvoiceInput, { container }) =>
    new StepResponse(await settleInvoice(container, invoice_id, { urgency }))
)

/**
 * Settles an invoice from a workflow of the store's own. It takes the cart's lock by itself, so do
 * not run it under that lock.
 */
export const settleInvoiceWorkflow: ReturnWorkflow<SettleInvoiceInput, SettleOutcome, []> =
  createWorkflow(
    "checkout-uz-settle-invoice",
    (input: WorkflowData<SettleInvoiceInput>) => new WorkflowResponse(settleInvoiceStep(input))
  )
