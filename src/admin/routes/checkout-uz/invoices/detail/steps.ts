/** Moves from state to state that there are words for, as `payments.step.<name>`. */
const STEPS = {
  "pending>paid": "paid",
  "lapsed>paid": "paid_late",
  "closed>paid": "paid_late",
  "pending>lapsed": "lapsed",
  "lapsed>closed": "closed",
  "paid>settled": "settled",
  "settled>paid": "released",
  "held>settled": "settled_after_all",
  "held>paid": "freed",
  "held>returned": "returned",
} as const

type Step = (typeof STEPS)[keyof typeof STEPS] | "held" | "tried_again"

/** What a move means; undefined where there are no words for it. */
export function stepOf(from: string, to: string): Step | undefined {
  if (from === to) return "tried_again"
  if (to === "held") return "held"
  return Object.entries(STEPS).find(([move]) => move === `${from}>${to}`)?.[1]
}

/** What the merchant said about it, without the mark that the server puts before a further try. */
export function noteOf({ note }: { note: string | null }): string | undefined {
  const text = note?.replace(/^retry(?:: |$)/, "")
  return text === "" ? undefined : text
}
