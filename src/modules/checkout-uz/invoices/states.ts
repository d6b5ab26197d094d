/** The states of an invoice in the ledger. */
export const INVOICE_STATES = [
  "pending",
  "expired",
  "closed",
  "paid",
  "settled",
  "returned",
] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

const MOVES: Readonly<Record<InvoiceState, readonly InvoiceState[]>> = {
  pending: ["paid", "expired"],
  expired: ["paid", "closed"],
  closed: ["paid"],
  paid: ["settled", "returned"],
  // Medusa rolled a completion back: the money is free again.
  settled: ["paid"],
  // INVARIANT: money that is given back is never spent, claimed, moved or released again. A session
  // that was being started meanwhile may still be bound to it, and can do nothing with it.
  returned: [],
}

/** Whether an invoice may move from one state to another. */
export function mayTransition(from: InvoiceState, to: InvoiceState): boolean {
  return MOVES[from].includes(to)
}

/** The states an invoice may enter `to` from. */
export function statesBefore(to: InvoiceState): InvoiceState[] {
  return INVOICE_STATES.filter((from) => mayTransition(from, to))
}

/** The states in which only the service knows whether the invoice is paid. */
export const OPEN_STATES: readonly InvoiceState[] = ["pending", "expired", "closed"]

/** Why paid money stands on nothing in Medusa yet. */
export const BLOCKER_REASONS = [
  /** Core could not place the order: stock, a promotion, a shipping option, a hook of the store. */
  "not_completable",
  /** The cart asks for another total than was paid. */
  "cart_changed",
  /** The payment provider is not offered any more. */
  "provider_off",
  /** The order, or cart, asks for less than this money. */
  "nothing_owed",
  "order_canceled",
  /** Its cart, order or draft does not exist any more. */
  "owner_gone",
  /** The service says paid, with another amount than the invoice's. */
  "amount_mismatch",
  /** Another service address confirmed it than the configured one. */
  "service_changed",
] as const
export type BlockerReason = (typeof BLOCKER_REASONS)[number]

/** What a merchant can do about paid money that stands on nothing. */
export const RESOLUTIONS = ["retry", "mark_returned"] as const
export type Resolution = (typeof RESOLUTIONS)[number]

/** Which blockers end by themselves once their cause is gone; the others need the merchant. */
const HEALS: Readonly<Record<BlockerReason, boolean>> = {
  not_completable: true,
  cart_changed: true,
  provider_off: true,
  nothing_owed: true,
  order_canceled: false,
  owner_gone: false,
  amount_mismatch: true,
  service_changed: true,
}

/** The blockers that no further attempt can make right. */
export const LASTING_BLOCKERS: readonly BlockerReason[] = BLOCKER_REASONS.filter(
  (reason) => !HEALS[reason]
)

/** What makes sense for each blocker: another try where its cause can go away. */
export function resolutionsOf(reason: BlockerReason): readonly Resolution[] {
  return HEALS[reason] ? RESOLUTIONS : ["mark_returned"]
}

/**
 * Whether the service has confirmed exactly this money, and it may still stand as a payment.
 *
 * INVARIANT (the money rule): another amount than the invoice's is no confirmation.
 */
export function isSpendable({ state, blocker }: StateOfMoney): boolean {
  return state === "paid" && blocker?.reason !== "amount_mismatch"
}

/** Whether the service has confirmed this money and it stands, or may still stand, as a payment. */
export function isConfirmed(money: StateOfMoney): boolean {
  return money.state === "settled" || isSpendable(money)
}

/** Whether the service is still to be asked: it has not confirmed this invoice's exact amount. */
export function isVerifiable({ state, blocker }: StateOfMoney): boolean {
  return OPEN_STATES.includes(state) || (state === "paid" && blocker?.reason === "amount_mismatch")
}

type StateOfMoney = { state: InvoiceState; blocker: { reason: BlockerReason } | undefined }
