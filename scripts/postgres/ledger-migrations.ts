import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"

const MIGRATIONS = join(__dirname, "..", "..", "src", "modules", "checkout-uz", "migrations")
type Direction = "up" | "down"
/** What its constructor takes is used by Medusa's migrator only. */
const migrationClass = z.custom<
  new (
    driver: unknown,
    config: unknown
  ) => Record<Direction, () => Promise<void>> & { getQueries: () => unknown[] }
>((value) => typeof value === "function")

/** The names of the ledger's migrations, in their order. */
export async function ledgerMigrations(): Promise<string[]> {
  const files = await readdir(MIGRATIONS)
  return files.flatMap((file) => /^(Migration\d+)\.ts$/.exec(file)?.[1] ?? []).sort()
}

/** What a migration has the database do, or do back. */
export async function statementsOf(name: string, direction: Direction = "up"): Promise<string[]> {
  const exported: unknown = await import(join(MIGRATIONS, `${name}.ts`))
  const { Migration } = z
    .object({ [name]: migrationClass })
    .transform((classes) => ({ Migration: classes[name] }))
    .parse(exported)
  if (!Migration) throw new Error(`${name}.ts has no class of its name.`)
  const migration = new Migration(undefined, undefined)
  await migration[direction]()
  return migration.getQueries().map(String)
}
