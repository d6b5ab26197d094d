import { Module } from "@medusajs/framework/utils"
import { CheckoutUzModuleService } from "./service"

/** The name the ledger is registered under in Medusa's container. */
export const CHECKOUT_UZ_MODULE = "checkoutUz"

export { CheckoutUzModuleService }
export type { Alert, AlertKind } from "./alert"
export { isCashDeskName, REQUIRED_DEPENDENCIES, readProviderOptions } from "./cash-desks"
export type { DayOfPayments } from "./store/payments-per-day"
export type { DeskReading } from "./readings"
export type { ChoiceChanges } from "./settings"
export type { Choice, DescribedChoices } from "./choices"
export type { Connection } from "./keyring"
export type { KeyFacts, KeyTest } from "./desk-keys"
export type { Invoice } from "./invoice"
export { isExpired } from "./invoice"
export { isHeld, type Blocker, type BlockerFacts } from "./blocker"
export {
  BLOCKER_REASONS,
  isAskable,
  isConfirmed,
  isSpendable,
  OPEN_STATES,
  RESOLUTIONS,
  resolutionsOf,
  type BlockerReason,
  type InvoiceState,
  type Resolution,
} from "./invoice-state"
export { isFull, misfitOf, roomOf, type Claim, type Misfit, type Room } from "./room"
export type { InvoiceLabel } from "./label"
export type { Permit } from "./limits"
export { NO_WEBHOOK_ADDRESS, type PluginOptions } from "./options"
export { outgoingAddressHint } from "./outgoing-address"
export { describeProblem, problemOf, type Problem, type ProblemCode } from "./problem"
export type { Resealed } from "./reseal"
export { serviceProblem } from "./service-problem"
export type { Unanswered, Verification } from "./verify"
export type { HistoryHint, Watch } from "./watch"
export type { GiveUpClaim } from "./store/unpaid-orders"
export type { SpendOutcome } from "./store/spend"
export type { Claimed } from "./store/due"
export type { Audit } from "./store/move"
export type { OwnerRecord } from "./store/owner"
export type { Payout } from "./store/payout"
export type { UnansweredCreation } from "./store/unanswered"
export type { BooksTurn } from "./store/books-check"
export type { BookedInvoice } from "./store/confirmed"
export type { KeptDelivery } from "./store/invoice-history"
export type { InvoiceFilter } from "./store/invoice-filter"
export type { InvoiceOrder } from "./store/list-invoices"
export { boundsOfDay, dayInToshkent } from "./toshkent"
export { findReusable, type Intent } from "./intent"
export { reasonOf } from "./store/reason"

export default Module(CHECKOUT_UZ_MODULE, { service: CheckoutUzModuleService })
