import { z } from "zod"

/** Something that was checked. Its words are for the store's developer, in English. */
export const findingSchema = z.object({
  /** Stable; one kind of finding, which may come once for each cash desk. */
  id: z.string(),
  severity: z.enum(["error", "warning", "ok"]),
  message: z.string(),
  /** What to do; null where there is nothing to do. */
  fix: z.string().nullable(),
})
export type Finding = z.infer<typeof findingSchema>

/** GET /admin/checkout-uz/doctor */
export const doctorAnswerSchema = z.object({ findings: z.array(findingSchema) })

/** Before the JSON of the findings, where a store's own server prints it among other things. */
export const DOCTOR_MARKER = "@@medusa-payment-checkout-uz/doctor@@"
