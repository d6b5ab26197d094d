/**
 * For workflows, jobs and scripts of a store's own.
 *
 * @module workflows
 */
export {
  settleInvoiceWorkflow,
  type SettleInvoiceInput,
  type SettleOptions,
  type SettleOutcome,
  type Unanswered,
} from "./settle-invoice"
