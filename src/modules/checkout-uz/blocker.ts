import { z } from "zod"
import { BLOCKER_REASONS, type BlockerReason } from "./invoice-state"

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
