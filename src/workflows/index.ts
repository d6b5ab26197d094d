export { settleInvoiceWorkflow } from "./settle-invoice"
