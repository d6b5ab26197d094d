import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { z } from "zod"

/** A user of the admin. E-mail and name are missing where the user is gone, or it was a secret API key. */
export type Person = { id: string; email: string | null; name: string | null }

const usersSchema = z.array(
  z.object({
    id: z.string(),
    email: z.string().nullish(),
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
  })
)

/** Who did something, by the id that was kept. */
export type People = (id: string | undefined) => Person | null

/** Finds who did something, by the ids that were kept. */
export async function findPeople(
  query: Omit<RemoteQueryFunction, symbol>,
  ids: readonly (string | undefined)[]
): Promise<People> {
  const known = [...new Set(ids.flatMap((id) => id ?? []))]
  const fields = ["id", "email", "first_name", "last_name"]
  const { data } =
    known.length === 0
      ? { data: [] }
      : await query.graph({ entity: "user", fields, filters: { id: known } })
  const people = new Map(
    usersSchema.parse(data).map(({ id, email, first_name, last_name }) => {
      const name = [first_name, last_name].filter(Boolean).join(" ")
      return [id, { id, email: email ?? null, name: name === "" ? null : name }]
    })
  )
  return (id) => (id === undefined ? null : (people.get(id) ?? { id, email: null, name: null }))
}
