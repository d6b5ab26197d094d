/** The states of an invoice in the ledger. */
export const INVOICE_STATES = [
  "pending",
  "lapsed",
  "closed",
  "paid",
  "settled",
  "held",
  "returned",
] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

/** Why paid money could not be settled and waits for the merchant. */
export const HOLD_REASONS = [
  "session_gone",
  "amount_mismatch",
  "second_payment",
  "cart_not_completed",
  "order_canceled",
  "provider_off",
] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

const MOVES: Readonly<Record<InvoiceState, readonly InvoiceState[]>> = {
  pending: ["paid", "lapsed", "held"],
  lapsed: ["paid", "held", "closed"],
  closed: ["paid", "held"],
  paid: ["settled", "held"],
  // Medusa rolled a completion back: the money is free again.
  settled: ["paid"],
  held: ["settled", "returned"],
  // INVARIANT: money given back by hand is never bound, spent, claimed or released again.
  returned: [],
}

/** Whether an invoice may move from one state to another. */
export function mayMove(from: InvoiceState, to: InvoiceState): boolean {
  return MOVES[from].includes(to)
}

/** The states an invoice may enter `to` from. */
export function statesBefore(to: InvoiceState): InvoiceState[] {
  return INVOICE_STATES.filter((from) => mayMove(from, to))
}

/** The states in which only the service knows whether the invoice is paid. */
export const OPEN_STATES: readonly InvoiceState[] = ["pending", "lapsed", "closed"]

/** What a merchant can do about held money. */
export const RESOLUTIONS = ["retry", "mark_returned"] as const
export type Resolution = (typeof RESOLUTIONS)[number]

/**
 * What makes sense for each reason. Another try does where its cause can be mended; never for a
 * cancelled order or a second payment, which no further try can make right.
 */
export const RESOLUTIONS_OF: Readonly<Record<HoldReason, readonly Resolution[]>> = {
  session_gone: ["retry", "mark_returned"],
  cart_not_completed: ["retry", "mark_returned"],
  provider_off: ["retry", "mark_returned"],
  amount_mismatch: ["retry", "mark_returned"],
  second_payment: ["mark_returned"],
  order_canceled: ["mark_returned"],
}

/** Holds that end by themselves as soon as their cause is gone; the others need the merchant. */
export const HEALING_REASONS: readonly HoldReason[] = [
  "session_gone",
  "cart_not_completed",
  "provider_off",
]

/**
 * Whether the service has confirmed this money and it stands, or may still stand, as a payment in
 * Medusa. Not so for money the merchant has to look at or has given back.
 */
export function isConfirmed(state: InvoiceState, holdReason: HoldReason | undefined): boolean {
  return state === "settled" || isSpendable(state, holdReason)
}

/** Whether the service has confirmed this money and it may still stand as a payment in Medusa. */
export function isSpendable(state: InvoiceState, holdReason: HoldReason | undefined): boolean {
  if (state === "paid") return true
  return state === "held" && holdReason !== undefined && HEALING_REASONS.includes(holdReason)
}
