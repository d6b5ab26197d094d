import { Module } from "@medusajs/framework/utils"
import { CheckoutUzModuleService } from "./service"

/** The name the ledger is registered under in Medusa's container. */
export const CHECKOUT_UZ_MODULE = "checkoutUz"

export { CheckoutUzModuleService }
export type { Alert, AlertKind } from "./alert"
export { isCashDeskName, REQUIRED_DEPENDENCIES, readProviderOptions } from "./cash-desks"
export type { Invoice } from "./invoice"
export {
  isConfirmed,
  isSpendable,
  OPEN_STATES,
  RESOLUTIONS,
  RESOLUTIONS_OF,
  type HoldReason,
  type InvoiceState,
  type Resolution,
} from "./invoice-state"
export type { InvoiceLabel } from "./label"
export type { Permit } from "./limits"
export type { PluginOptions } from "./options"
export { describeProblem, type Problem, type ProblemCode } from "./problem"
export { serviceProblem } from "./service-problem"
export type { Verification } from "./verify"
export type { HistoryHint, Watch } from "./watch"
export type { GiveUpClaim } from "./store/unpaid-orders"
export type { SpendOutcome } from "./store/spend"
export type { Audit, ManualRefund } from "./store/attention"
export type { BookedInvoice } from "./store/confirmed"
export type { KeptDelivery } from "./store/invoice-history"
export type { InvoiceFilter, InvoiceOrder } from "./store/list-invoices"
export { boundsOfDay, dayInToshkent } from "./toshkent"
export type { Intent } from "./store/find"
export { reasonOf } from "./store/reason"

export default Module(CHECKOUT_UZ_MODULE, { service: CheckoutUzModuleService })
