import { z } from "zod"
import { rowsOf, type Bindings, type Sql } from "./database"

/** Which part of a list. */
export type Page = { limit: number; offset: number }
export type Listed<T> = { rows: T[]; count: number }

export async function countOf(sql: Sql, from: string, bindings: Bindings = {}): Promise<number> {
  const [row] = await rowsOf(sql, `SELECT count(*)::int AS count ${from}`, bindings)
  return z.object({ count: z.number() }).parse(row).count
}
