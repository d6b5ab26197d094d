import type { z } from "zod"
import { done, refuse, type Outcome } from "./outcome"

/**
 * Reads the fields of a JSON body. A failure is one sentence that begins with the field's name;
 * schemas therefore word their messages as the rest of that sentence ("must be a whole number").
 */
export const readFields = <T>(schema: z.ZodType<T>, body: unknown): Outcome<T> => {
  const parsed = schema.safeParse(body)
  if (parsed.success) return done(parsed.data)
  const issue = parsed.error.issues[0]
  if (issue === undefined) return refuse("invalid", "The body is not understood.")
  if (issue.code === "unrecognized_keys") {
    return refuse("invalid", `${issue.keys.join(", ")} is not a known field.`)
  }
  const path = issue.path.map(String).join(".")
  return refuse("invalid", path === "" ? `The body ${issue.message}.` : `${path} ${issue.message}.`)
}
