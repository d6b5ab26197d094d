import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { z } from "zod"

/** A user of the admin. The e-mail is missing where the user is gone, or it was a secret API key. */
export type Person = { id: string; email: string | null }

const usersSchema = z.array(z.object({ id: z.string(), email: z.string().nullish() }))

/** Finds who did something, by the ids that were kept. */
export async function findPeople(
  query: Omit<RemoteQueryFunction, symbol>,
  ids: readonly (string | undefined)[]
): Promise<(id: string | undefined) => Person | null> {
  const known = [...new Set(ids.flatMap((id) => id ?? []))]
  const { data } =
    known.length === 0
      ? { data: [] }
      : await query.graph({ entity: "user", fields: ["id", "email"], filters: { id: known } })
  const emails = new Map(usersSchema.parse(data).map(({ id, email }) => [id, email ?? null]))
  return (id) => (id === undefined ? null : { id, email: emails.get(id) ?? null })
}
