import type { z } from "zod"
import type { invoicesAnswerSchema } from "../../../../contract"

type Answer = z.infer<typeof invoicesAnswerSchema>

/**
 * What is shown of the answer before until the next one comes. Of another cash desk only what can be
 * chosen from: its invoices must never stand under this one's name.
 */
export function meanwhile(before: Answer | undefined, sameDesk: boolean): Answer | undefined {
  if (before === undefined || sameDesk) return before
  return { ...before, invoices: [], count: 0, more: false }
}
