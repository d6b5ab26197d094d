import type { z } from "zod"
import type { historyAnswerSchema } from "../../../../contract"

/** A payment in the comparison, with the invoice that the store has for it. */
export type Row = z.infer<typeof historyAnswerSchema>["both"][number]

/** Whether the two sides say something else of a payment that both know. */
export function differs({ amount, invoice }: Row): boolean {
  return invoice !== null && (invoice.amount !== amount || invoice.paid === null)
}
