import { blockerSchema, type BlockerReason, type InvoiceDetail } from "../../../../../contract"

type Move = InvoiceDetail["moves"][number]

/** Moves from state to state that there are words for, as `payments.step.<name>`. */
const STEPS = {
  "pending>paid": "paid",
  "expired>paid": "paid_late",
  "closed>paid": "paid_late",
  "pending>expired": "expired",
  "expired>closed": "closed",
  "paid>settled": "settled",
  "settled>paid": "released",
  "paid>returned": "returned",
} as const

type Step = (typeof STEPS)[keyof typeof STEPS] | "blocked" | "tried_again"

/**
 * What a line of the history means; undefined where there are no words for it. One that moves nothing
 * is a merchant's further try, or what got in the way.
 */
export function stepOf({ from, to, actor }: Pick<Move, "from" | "to" | "actor">): Step | undefined {
  if (from === to) return actor === null ? "blocked" : "tried_again"
  return Object.entries(STEPS).find(([move]) => move === `${from}>${to}`)?.[1]
}

const REASONS = blockerSchema.shape.reason.options

/** What was in the way at that moment; undefined for a reason that there are no words for. */
export function reasonIn({ reason }: Pick<Move, "reason">): BlockerReason | undefined {
  return REASONS.find((known) => known === reason)
}

/** What the merchant said about it, without the mark that the server puts before a further try. */
export function noteOf({ note }: Pick<Move, "note">): string | undefined {
  const text = note?.replace(/^retry(?:: |$)/, "")
  return text === "" ? undefined : text
}
