import { blockerSchema, type BlockerReason, type InvoiceDetail } from "../../../../../contract"

type Move = InvoiceDetail["moves"][number]

/** What the server puts before the note of a further try, and of more time for the other parts. */
const RETRY_MARK = /^retry(?:: |$)/
const WAIT_MARK = /^wait(?:: |$)/

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

type Step =
  (typeof STEPS)[keyof typeof STEPS] | "blocked" | "awaits_parts" | "tried_again" | "waited"

/**
 * What a line of the history means; undefined where there are no words for it. One that moves nothing
 * is a merchant's further try, the time they gave the customer, or what got in the way.
 */
export function stepOf({
  from,
  to,
  actor,
  note,
  reason,
}: Pick<Move, "from" | "to" | "actor" | "note" | "reason">): Step | undefined {
  if (from === to) {
    // That a part waits for the others is no failure.
    if (actor === null) return reason === "part_paid" ? "awaits_parts" : "blocked"
    return WAIT_MARK.test(note ?? "") ? "waited" : "tried_again"
  }
  return Object.entries(STEPS).find(([move]) => move === `${from}>${to}`)?.[1]
}

const REASONS = blockerSchema.shape.reason.options

/** What was in the way at that moment; undefined for a reason that there are no words for. */
export function reasonIn({ reason }: Pick<Move, "reason">): BlockerReason | undefined {
  return REASONS.find((known) => known === reason)
}

/** What the merchant said about it, without the mark that the server puts before it. */
export function noteOf({ note }: Pick<Move, "note">): string | undefined {
  const text = note?.replace(WAIT_MARK.test(note) ? WAIT_MARK : RETRY_MARK, "")
  return text === "" ? undefined : text
}

/** What is done by itself this many milliseconds after a merchant's press came of the press. */
const PRESS_MS = 30_000

/**
 * One line for one press: a merchant's further try and the first thing that came of it are told together,
 * as what came of it, with who pressed and what they noted.
 */
export function onePressOneLine(moves: readonly Move[]): Move[] {
  return moves.reduce<Move[]>((lines, move) => {
    const press = lines.at(-1)
    if (!press || !isPress(press) || move.actor !== null || !isSoonAfter(press, move)) {
      return [...lines, move]
    }
    return [...lines.slice(0, -1), { ...move, actor: press.actor, note: press.note }]
  }, [])
}

function isPress(move: Move): boolean {
  return stepOf(move) === "tried_again" && RETRY_MARK.test(move.note ?? "")
}

function isSoonAfter(press: Move, move: Move): boolean {
  return Date.parse(move.at) - Date.parse(press.at) <= PRESS_MS
}
