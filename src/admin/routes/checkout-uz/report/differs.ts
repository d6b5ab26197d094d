import type { z } from "zod"
import type { historyAnswerSchema } from "../../../../contract"

type Row = z.infer<typeof historyAnswerSchema>["both"][number]

/** Whether the two sides say something else of a payment that both know. */
export function differs({ amount, invoice }: Row): boolean {
  return invoice !== null && (invoice.amount !== amount || invoice.paid === null)
}
