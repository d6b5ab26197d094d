import type { z } from "zod"
import type { userSchema } from "../../contract"
import type { Words } from "./words"

/** Who did something, by name: an id says nothing to a person. */
export function personInWords(t: Words, { name, email }: z.infer<typeof userSchema>): string {
  return name ?? email ?? t("common.somebody")
}
