import { Module } from "@medusajs/framework/utils"
import { CheckoutUzModuleService } from "./service"

/** The name the ledger is registered under in Medusa's container. */
export const CHECKOUT_UZ_MODULE = "checkoutUz"

export { CheckoutUzModuleService }
export type { Alert, AlertKind } from "./alerts/alert"
export {
  describeProviderEntries,
  fingerprint,
  isCashDeskName,
  REQUIRED_DEPENDENCIES,
  readProviderOptions,
} from "./cash-desks/entries"
export { atStart } from "./start"
export { DatabaseError, isMissingTable, rowsOfPlanned } from "./database"
export { isLongEnough, SHORTEST_ENCRYPTION_KEY } from "./credentials/encryption"
export type { SumOfPayments } from "./invoices/payments-per-day"
export type { AccountSnapshot } from "./cash-desks/account-snapshot"
export type { SettingChanges } from "./settings/settings"
export type { Setting, DescribedSettings } from "./settings/setting"
export type { Connection } from "./credentials/connection"
export type { HealthFacts } from "./cash-desks/health"
export type { KeyFacts, KeyTest } from "./credentials/management"
export type { ClaimedToken, TokenClaim } from "./invoices/card-payments"
export type { Invoice } from "./invoices/invoice"
export { isExpired } from "./invoices/invoice"
export { isHeld, type Blocker, type BlockerFacts } from "./invoices/blocker"
export {
  BLOCKER_REASONS,
  isVerifiable,
  isConfirmed,
  isSpendable,
  OPEN_STATES,
  RESOLUTIONS,
  resolutionsOf,
  type BlockerReason,
  type InvoiceState,
  type Resolution,
} from "./invoices/states"
export { isFull, misfitOf, roomOf, type Claim, type Misfit, type Room } from "./invoices/room"
export type { InvoiceLabel } from "./invoices/label"
export type { Permit } from "./rate-limits"
export { LONGEST_DESCRIPTION } from "./settings/choices"
export { NO_WEBHOOK_ADDRESS, type PluginOptions } from "./settings/options"
export { outgoingAddressHint } from "./cash-desks/outgoing-address"
export { isOwnAddress } from "./cash-desks/own-networks"
export { describeProblem, problemOf, type Problem, type ProblemCode } from "./cash-desks/problem"
export type { Reencrypted } from "./credentials/rotation"
export { serviceProblem } from "./cash-desks/service-problem"
export type { Unanswered, Verification } from "./invoices/verify"
export type { HistoryHint, Polling } from "./invoices/polling"
export type { GiveUpClaim } from "./invoices/unpaid-orders"
export type { SpendOutcome } from "./invoices/spend"
export type { Claimed } from "./invoices/due"
export type { Audit } from "./invoices/transitions"
export { NO_RECORD, type OwnerRecord } from "./invoices/spending"
export type { Payout } from "./payouts/payouts"
export type { UnansweredCreation } from "./invoices/unanswered-creations"
export type { BooksTurn } from "./books/comparison"
export type { BookedInvoice, BookedTotals } from "./invoices/booked"
export type { KeptDelivery } from "./invoices/queries"
export type { InvoiceMoney } from "./invoices/standing"
export type { InvoiceFilter } from "./invoices/filter"
export type { InvoiceSort } from "./invoices/list"
export { boundsOfDay, dayInToshkent, momentInToshkent } from "./tashkent-time"
export { findReusable, type Intent } from "./invoices/intent"
export { findMoney, otherDeskWithParts } from "./invoices/money"
export {
  inOneCase,
  invoicesFor,
  mostInParts,
  nextShare,
  NOTHING_MISSING,
  paymentAmount,
  sumOfInvoices,
  wasDuePartMade,
  type Counted,
  type Part,
} from "./invoices/parts"
export { reasonOf } from "./database"

export default Module(CHECKOUT_UZ_MODULE, { service: CheckoutUzModuleService })
