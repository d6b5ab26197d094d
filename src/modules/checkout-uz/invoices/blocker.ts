import { z } from "zod"
import { BLOCKER_REASONS, LACKS, LASTING_BLOCKERS, type InvoiceState } from "./states"

/** Seconds that paid money may wait to be booked before the merchant has to see it. */
const PATIENCE_SECONDS = 120

const factsSchema = z.object({
  /** What the cart or order comes to. */
  asked: z.string().optional(),
  /** What it still asks for. */
  open: z.string().optional(),
  /** What was paid for it by other money. */
  paidElsewhere: z.string().optional(),
  /** What has come of a payment in parts, in how many of them, and of how many. */
  arrived: z.string().optional(),
  partsPaid: z.number().optional(),
  partsPlanned: z.number().optional(),
  /** Uncaptured authorizations, such as cash on delivery. */
  promised: z.string().optional(),
  /** What keeps core from making an order of the cart, */
  lacks: z.enum(LACKS).optional(),
  /** and where that is stock, of what. */
  soldOut: z.string().optional(),
})

/** What is behind a blocker, amounts as exact decimals in UZS; what does not apply is left out. */
export type BlockerFacts = z.infer<typeof factsSchema>

/** The columns of a blocker. */
export const blockerColumns = {
  blocker: z.enum(BLOCKER_REASONS).optional(),
  // Facts of another version of this plugin are none.
  blockerFacts: factsSchema.optional().catch(undefined),
  blockerSince: z.date().optional(),
}

/** Why paid money is not booked yet. */
export type Blocker = {
  reason: (typeof BLOCKER_REASONS)[number]
  facts: BlockerFacts
  /** Since when, by the database's clock. */
  since: Date
}

/** Reads the blocker of a row. */
export function blockerOf({
  blocker,
  blockerFacts,
  blockerSince,
}: z.output<z.ZodObject<typeof blockerColumns>>): Blocker | undefined {
  if (blocker === undefined || blockerSince === undefined) return undefined
  return { reason: blocker, facts: blockerFacts ?? {}, since: blockerSince }
}

/**
 * Paid money that the merchant has to see: not booked for two minutes, or with a blocker that never
 * ends; a part of a payment, once the others have had their time. As {@link isHeld}; for statements with the
 * bindings of `HELD_BINDINGS`.
 */
export const HELD = `i.state = 'paid' AND i.deleted_at IS NULL
  AND (COALESCE(i.held_from, i.waiting_since + make_interval(secs => :patience)) <= now()
       OR i.blocker = ANY(:lasting))`
export const HELD_BINDINGS = { patience: PATIENCE_SECONDS, lasting: LASTING_BLOCKERS }

/** Whether the merchant has to see this money. As {@link HELD} asks the database. */
export function isHeld(invoice: {
  state: InvoiceState
  blocker: Blocker | undefined
  waitingSince?: Date | undefined
  heldFrom?: Date | undefined
  readAt: Date
}): boolean {
  const { state, blocker, waitingSince, heldFrom, readAt } = invoice
  if (state !== "paid") return false
  if (blocker && LASTING_BLOCKERS.includes(blocker.reason)) return true
  if (heldFrom) return heldFrom <= readAt
  return waitingSince !== undefined && +readAt - +waitingSince >= PATIENCE_SECONDS * 1000
}
