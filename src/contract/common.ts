import { z } from "zod"
import { PROBLEM_CODES, type ProblemCode } from "../modules/checkout-uz/cash-desks/problem"
import { ADMIN_REFUSALS } from "./admin-refusals"

/** An amount in UZS. */
export const amountSchema = z.number()

/** A moment in ISO 8601, UTC. */
export const momentSchema = z.iso.datetime()

/** A day in Toshkent (UTC+5), `YYYY-MM-DD`. */
export const daySchema = z.iso.date()

/** How many of a list, and from which on. Query texts become numbers. */
export const pageSchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  offset: z.coerce.number().int().nonnegative().default(0),
})

/** NUL, which the database cannot hold, and half a letter, which no text can have. */
export const NO_TEXT = /\0|\p{Surrogate}/u

/** A text that people wrote, of so many characters at most: a letter of two units counts once. */
export function textSchema(longest: number, text = z.string()) {
  return text
    .refine((written) => Array.from(written).length <= longest, {
      error: `may have at most ${longest} characters`,
    })
    .refine((written) => !NO_TEXT.test(written), { error: "must be plain text" })
    .meta({ maxLength: longest })
}

/** A user of the admin. The e-mail is missing where the user is gone. */
export const userSchema = z.object({
  id: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
})

/** What can go wrong between this server and the payment service. */
export const problemCodeSchema = z.enum(PROBLEM_CODES)
export { PROBLEM_CODES, type ProblemCode }

/** A problem in plain words: `message` in English; a screen has its own words for `code`. */
export const problemSchema = z.object({ code: problemCodeSchema, message: z.string() })
export type Problem = z.infer<typeof problemSchema>

/** What a route answers with where it cannot do what was asked. */
export const refusalSchema = z.object({
  type: z.string(),
  message: z.string(),
  /** Missing where the request itself is wrong. */
  code: z.enum([...PROBLEM_CODES, ...ADMIN_REFUSALS]).optional(),
})
/** Why something cannot be done: the payment service, the configuration, or how things stand. */
export type RefusalCode = NonNullable<z.infer<typeof refusalSchema>["code"]>
