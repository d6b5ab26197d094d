import { z } from "zod"
import { BLOCKER_REASONS, LASTING_BLOCKERS, type BlockerReason, type InvoiceState } from "./states"

/** Seconds that paid money may stand on nothing before it is in front of the merchant. */
export const PATIENCE_SECONDS = 120

/** The numbers behind a blocker, exact decimals in UZS; what does not apply is left out. */
export type BlockerFacts = {
  /** What the cart or order comes to. */
  asked?: string | undefined
  /** What it still asks for. */
  open?: string | undefined
  /** What was paid for it by other money. */
  paidElsewhere?: string | undefined
  /** What another payment has promised and not paid, such as cash on delivery. */
  promised?: string | undefined
}

/** Why paid money stands on nothing yet. */
export type Blocker = {
  reason: BlockerReason
  facts: BlockerFacts
  /** When it got in the way (the database's clock). */
  since: Date
}

const factsSchema = z.object({
  asked: z.string().optional(),
  open: z.string().optional(),
  paidElsewhere: z.string().optional(),
  promised: z.string().optional(),
})

/** The columns of a blocker, as the database driver returns them. */
export const blockerColumns = {
  blocker: z.enum(BLOCKER_REASONS).nullable(),
  // Facts of another version of this plugin are none.
  blocker_facts: factsSchema.nullable().catch(null),
  blocker_since: z.date().nullable(),
}

type Columns = z.output<z.ZodObject<typeof blockerColumns>>

/** Reads the blocker of a row. */
export function blockerOf(row: Columns): Blocker | undefined {
  if (row.blocker === null || row.blocker_since === null) return undefined
  return { reason: row.blocker, facts: row.blocker_facts ?? {}, since: row.blocker_since }
}

/**
 * Whether the merchant has to know of paid money: it has stood on nothing for two minutes, or will for
 * ever. As `HELD` in `./blocking` asks the database.
 */
export function isHeld(invoice: {
  state: InvoiceState
  blocker: Blocker | undefined
  waitingSince: Date | undefined
  readAt: Date
}): boolean {
  const { state, blocker, waitingSince, readAt } = invoice
  if (state !== "paid") return false
  if (blocker && LASTING_BLOCKERS.includes(blocker.reason)) return true
  return waitingSince !== undefined && +readAt - +waitingSince >= PATIENCE_SECONDS * 1000
}
