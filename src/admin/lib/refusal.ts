import { z } from "zod"
import { refusalSchema, type RefusalCode } from "../../contract"

/** What a route could not do, in its own words; `code` has words in every language. */
export class Refusal extends Error {
  constructor(
    /** Empty where the server had no sentence for a person. */
    message: string,
    readonly status: number,
    readonly code: RefusalCode | undefined
  ) {
    super(message)
  }
}

/** What Medusa's own routes say at least, without a type or with a code of their own. */
const sentenceSchema = z.object({ message: z.string() })

/** Reads why a server said no: this plugin's routes, Medusa's own, or a proxy with a page in HTML. */
export function readRefusal(status: number, body: unknown): Refusal {
  const ours = refusalSchema.safeParse(body)
  if (ours.success) return new Refusal(ours.data.message.trim(), status, ours.data.code)
  // What broke on the server is in its log; its sentence is none for a person.
  const theirs = status < 500 ? sentenceSchema.safeParse(body).data?.message : undefined
  return new Refusal(theirs?.trim() ?? "", status, undefined)
}
