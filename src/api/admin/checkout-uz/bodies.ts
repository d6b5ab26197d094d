import { z } from "zod"
import { RESOLUTIONS } from "../../../modules/checkout-uz"

/** In the merchant's own words, kept with who said it and when. */
const note = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .refine((text) => !text.includes("\u0000"), "must be plain text")

/** `?limit=50&offset=0` */
export const pageSchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  offset: z.coerce.number().int().min(0).default(0),
})

/** What to do about held money. To call it returned, say how and to whom it went back. */
export const resolveSchema = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal(RESOLUTIONS[0]), note: note.optional() }),
  z.strictObject({ action: z.literal(RESOLUTIONS[1]), note }),
])

export const completeRefundSchema = z.strictObject({ note: note.optional() })
