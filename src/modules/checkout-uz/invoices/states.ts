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

const TRANSITIONS: Readonly<Record<InvoiceState, readonly InvoiceState[]>> = {
  pending: ["paid", "expired"],
  expired: ["paid", "closed"],
  closed: ["paid"],
  paid: ["settled", "returned"],
  // Medusa rolled a completion back: the money is free again.
  settled: ["paid"],
  // INVARIANT: money that is given back is never spent, claimed, moved to another collection or released
  // again. A session that was being started meanwhile may be bound to it, and can do nothing with it.
  returned: [],
}

/** Whether there is a transition from one state to another. */
export function mayTransition(from: InvoiceState, to: InvoiceState): boolean {
  return TRANSITIONS[from].includes(to)
}

/** The states an invoice may enter `to` from. */
export function statesBefore(to: InvoiceState): InvoiceState[] {
  return INVOICE_STATES.filter((from) => mayTransition(from, to))
}

/** The states in which only the service knows whether the invoice is paid. */
export const OPEN_STATES: readonly InvoiceState[] = ["pending", "expired", "closed"]

/** The states of money the service has confirmed. */
export const CONFIRMED_STATES: readonly InvoiceState[] = INVOICE_STATES.filter(
  (state) => !OPEN_STATES.includes(state)
)

/** What entering a state does to the columns of a row. */
export type Effects = {
  /** Columns that take the time of the transition. */
  stamped: readonly string[]
  cleared: readonly string[]
  /** Counters that begin anew. */
  zeroed: readonly string[]
  /** Columns with a value of their own, in SQL; `i` is the row as it was. */
  set: Readonly<Record<string, string>>
}

const NONE: Effects = { stamped: [], cleared: [], zeroed: [], set: {} }
/** In SQL, with the bindings of a confirmation: the service named another amount than the invoice's. */
const MISMATCHED = "CAST(:otherAmount AS text) IS NOT NULL"

/** What entering each state does; see `./transitions`. */
export const EFFECTS: Readonly<Record<Exclude<InvoiceState, "pending">, Effects>> = {
  expired: NONE,
  // One that was enqueued meanwhile stays due.
  closed: {
    ...NONE,
    set: { next_check_at: "CASE WHEN i.next_check_at <= now() THEN i.next_check_at END" },
  },
  paid: {
    stamped: ["waiting_since", "next_check_at"],
    cleared: [
      "settled_at",
      "held_from",
      "spent_by_session",
      "completion_attempted_at",
      "last_error",
      "unknown_since",
      "blocker_facts",
    ],
    zeroed: ["settle_attempts", "completion_attempts"],
    set: {
      spent_position: "1",
      paid_at: "COALESCE(i.paid_at, now())",
      paid_at_text: "COALESCE(:paidAtText, i.paid_at_text)",
      blocker: `CASE WHEN ${MISMATCHED} THEN :mismatch END`,
      blocker_since: `CASE WHEN ${MISMATCHED} THEN now() END`,
      paid_amount: "CAST(:otherAmount AS numeric)",
      raw_paid_amount: `CASE WHEN ${MISMATCHED}
        THEN jsonb_build_object('value', CAST(:otherAmount AS text), 'precision', 20) END`,
    },
  },
  settled: {
    ...NONE,
    stamped: ["settled_at"],
    cleared: [
      "waiting_since",
      "held_from",
      "next_check_at",
      "last_error",
      "blocker",
      "blocker_facts",
      "blocker_since",
    ],
    zeroed: ["settle_attempts"],
  },
  returned: { ...NONE, cleared: ["waiting_since", "held_from", "next_check_at"] },
}

/** What has become of an invoice's money, as a merchant asks about it. */
export const STANDINGS = [
  "waiting",
  "expired",
  "processing",
  "part_paid",
  "needs_you",
  "paid",
  "to_pay_out",
  "partly_refunded",
  "refunded",
  "returned",
] as const
export type Standing = (typeof STANDINGS)[number]

/** Why paid money is not booked in Medusa yet. */
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
  /** It is a part of a payment whose other parts have not come. */
  "part_paid",
] as const
export type BlockerReason = (typeof BLOCKER_REASONS)[number]

/** Another amount than the invoice's is no confirmation: the service is asked again. */
export const AMOUNT_MISMATCH: BlockerReason = "amount_mismatch"

/** A part of a payment that waits for the others is in nobody's way until they have had their time. */
export const PART_PAID: BlockerReason = "part_paid"

/** What keeps core from making an order of a paid cart. */
export const LACKS = ["items", "email", "shipping", "stock"] as const

/** What a merchant can do about paid money that is not booked. */
export const RESOLUTIONS = ["retry", "wait", "mark_returned"] as const
export type Resolution = (typeof RESOLUTIONS)[number]

/** Which blockers end by themselves once their cause is gone; the others need the merchant. */
const ENDS_BY_ITSELF: Readonly<Record<BlockerReason, boolean>> = {
  not_completable: true,
  cart_changed: true,
  provider_off: true,
  nothing_owed: true,
  order_canceled: false,
  owner_gone: false,
  amount_mismatch: true,
  service_changed: true,
  part_paid: true,
}

/** The blockers that no further attempt can end. */
export const LASTING_BLOCKERS: readonly BlockerReason[] = BLOCKER_REASONS.filter(
  (reason) => !ENDS_BY_ITSELF[reason]
)

/** What makes sense for each blocker: another attempt where its cause can go away, time where others have to pay. */
export function resolutionsOf(reason: BlockerReason): readonly Resolution[] {
  if (reason === PART_PAID) return RESOLUTIONS
  return ENDS_BY_ITSELF[reason] ? ["retry", "mark_returned"] : ["mark_returned"]
}

/**
 * Whether the service has confirmed exactly this money, and it can be spent.
 *
 * INVARIANT (the money rule): another amount than the invoice's is no confirmation.
 */
export function isSpendable({ state, blocker }: StateOfMoney): boolean {
  return state === "paid" && blocker?.reason !== AMOUNT_MISMATCH
}

/** Whether the service has confirmed this money, and it is booked or can be spent. */
export function isConfirmed(money: StateOfMoney): boolean {
  return money.state === "settled" || isSpendable(money)
}

/** Whether the service can still say more: it has not confirmed this invoice's exact amount. */
export function isVerifiable({ state, blocker }: StateOfMoney): boolean {
  return OPEN_STATES.includes(state) || (state === "paid" && blocker?.reason === AMOUNT_MISMATCH)
}

type StateOfMoney = { state: InvoiceState; blocker: { reason: BlockerReason } | undefined }
