import type { z } from "zod"
import type { historyAnswerSchema } from "../../../../contract"

/** A payment in the comparison, with the invoice that the store has for it. */
export type Row = z.infer<typeof historyAnswerSchema>["both"][number]

/**
 * Whether a payment that both sides know is a reason for their totals to differ, or is on no order yet:
 * every line of the bridge is found among these rows.
 */
export function differs({ amount, invoice }: Row): boolean {
  if (invoice === null) return false
  const { amount: asked, paid, given_back, state } = invoice
  return asked !== amount || paid === null || paid !== amount || given_back > 0 || state === "paid"
}
