import * as assumed from "../assumptions"
import { emptyLog, type Log } from "./log"
import type { Tiyin } from "./money"
import type { Instant } from "./time"

export type Payment = {
  /** Key of the payment system, as the webhook names it. */
  system: string
  paidAt: Instant
  /** What the customer paid, which may be another amount than was asked for. */
  tiyin: Tiyin
  /** The payment system's own number of the transaction. */
  transaction: number
  maskedCard: string | null
}

export type Invoice = {
  /** `_id`: one sequence for all cash desks. */
  readonly number: number
  readonly uuid: string
  readonly cashDeskId: number
  readonly tiyin: Tiyin
  readonly description: string | null
  readonly webhookUrl: string | null
  readonly returnUrl: string | null
  readonly createdAt: Instant
  readonly lifetimeSeconds: number
  /** Whether a card's code was accepted, and its payment is on its way. */
  processing: boolean
  /** MONEY: set once by `markPaid` and never cleared; a paid invoice has exactly one payment. */
  payment: Payment | null
}

export type Settings = {
  webhookUrl: string | null
  /** Addresses that may call; empty: the whitelist is off. */
  ipWhitelist: readonly string[]
  types: "documented" | "observed"
  methods: readonly string[]
  /** Of invoices made from now on. */
  lifetimeSeconds: number
  statusAfterLifetime: string
  acceptLatePayment: boolean
  /** Seconds from a payment to its receipt. */
  fiscalDelaySeconds: number
  /** Seconds from an accepted SMS code to the payment. */
  cardDelaySeconds: number
  /** Whether an invoice is paid before its maker has read of it: its webhook comes first. */
  payAtCreation: boolean
}

export const faultKinds = [
  "http_500",
  "http_429",
  "status_error",
  "html",
  "hang",
  "reset",
  "wrong_id",
  "wrong_amount",
  "slow",
] as const
export type FaultKind = (typeof faultKinds)[number]
export type Fault = {
  operation: string
  kind: FaultKind
  /** Calls still to fail; `Infinity` until it is taken back. */
  times: number
  /** The share of calls that fail, 0 to 1. */
  rate: number
  delayMs: number
  /** Calls that failed so far. */
  hits: number
}

export type CashDesk = {
  readonly id: number
  readonly key: string
  readonly name: string
  settings: Settings
  /** Paid invoices in the order of payment: the books that history, balance and statistics read. */
  paid: Invoice[]
  faults: Fault[]
}

export type CardToken = {
  readonly token: string
  readonly invoice: Invoice
  readonly cardNumber: string
  /** When the code was "sent". */
  readonly issuedAt: Instant
  wrongCodes: number
}

export type RequestEntry = {
  operation: string
  /** The body's JSON with secrets masked, as text because that is small; null where there was none. */
  body: string | null
  at: Instant
  /** What was answered, with secrets masked, as text; null as `status` is. */
  answer: string | null
  /** The HTTP status answered; null while unanswered, and for ever where a fault ate the answer. */
  status: number | null
  /** Null where no known key was sent. */
  cashDeskId: number | null
  fault: FaultKind | null
}

export type Delivery = {
  /** The number `/sandbox/webhooks/:n/resend` takes. */
  readonly n: number
  readonly invoice: Invoice
  readonly payment: Payment
  /** Whose address it is. */
  readonly source: "cash_desk" | "invoice"
  readonly url: string
  readonly sentAt: Instant
  state: "pending" | "answered" | "failed" | "dropped"
  /** What the receiver answered. */
  status: number | null
  answer: string | null
  answeredAt: Instant | null
  error: string | null
}

export type State = {
  cashDesks: CashDesk[]
  invoices: Map<number, Invoice>
  invoicesByUuid: Map<string, Invoice>
  cardTokens: Map<string, CardToken>
  /** Numbers of cards that wrong codes blocked. */
  blockedCards: Set<string>
  requests: Log<RequestEntry>
  deliveries: Log<Delivery>
  clockAheadMs: number
  nextInvoiceNumber: number
  nextDelivery: number
  nextTransaction: number
}

/** Entries kept of the request log and of the webhook log; older ones are forgotten. */
export const logLength = 3_000

export const newSettings = (): Settings => ({
  webhookUrl: null,
  ipWhitelist: [],
  types: "observed",
  methods: assumed.enabledMethods,
  lifetimeSeconds: assumed.lifetimeSeconds,
  statusAfterLifetime: assumed.statusAfterLifetime,
  acceptLatePayment: assumed.acceptLatePayment,
  fiscalDelaySeconds: assumed.fiscalDelaySeconds,
  cardDelaySeconds: 0,
  payAtCreation: false,
})

export const newCashDesk = (id: number, key: string, name: string): CashDesk => ({
  id,
  key,
  name,
  settings: newSettings(),
  paid: [],
  faults: [],
})

/** An empty sandbox with one cash desk, whose first invoice will have `firstInvoiceNumber`. */
export const newState = (key: string, firstInvoiceNumber: number): State => ({
  cashDesks: [newCashDesk(1, key, "Sandbox shop")],
  invoices: new Map(),
  invoicesByUuid: new Map(),
  cardTokens: new Map(),
  blockedCards: new Set(),
  requests: emptyLog(logLength),
  deliveries: emptyLog(logLength),
  clockAheadMs: 0,
  nextInvoiceNumber: firstInvoiceNumber,
  nextDelivery: 1,
  nextTransaction: firstInvoiceNumber * 7,
})

/** Empties everything, clock included. Invoice numbers go on: a store's database never meets one twice. */
export const reset = (state: State, key: string): void => {
  Object.assign(state, {
    ...newState(key, state.nextInvoiceNumber),
    nextTransaction: state.nextTransaction,
  })
}
