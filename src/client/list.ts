import type { z } from "zod"

/** The items that could be read, and where the others are wrong. */
export type ReadList<T> = { items: T[]; leftOut: string[] }

/** Reads each item by itself: one that is wrong spoils only itself. */
export function readEach<T>(schema: z.ZodType<T>, values: readonly unknown[]): ReadList<T> {
  const list: ReadList<T> = { items: [], leftOut: [] }
  values.forEach((value, index) => {
    const read = schema.safeParse(value)
    if (read.success) list.items.push(read.data)
    else
      list.leftOut.push(
        ["data", index, ...(read.error.issues[0]?.path ?? [])].map(String).join(".")
      )
  })
  return list
}
