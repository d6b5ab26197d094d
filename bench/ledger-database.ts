import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { startPostgres } from "../scripts/postgres/start"

const MIGRATIONS = join(__dirname, "..", "src", "modules", "checkout-uz", "migrations")
/** What its constructor takes is used by Medusa's migrator only. */
const migrationClass = z.custom<
  new (driver: unknown, config: unknown) => { up: () => Promise<void>; getQueries: () => unknown[] }
>((value) => typeof value === "function")

/** A PostgreSQL of its own with nothing but the ledger's tables. */
export async function openLedgerDatabase(): Promise<{
  sql: Knex
  /** For other connections. */
  url: string
  close: () => Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), "checkout-uz-bench-"))
  const postgres = await startPostgres({
    dataDir: join(folder, "data"),
    logFile: join(folder, "postgres.log"),
    password: "postgres",
  })
  await postgres.ensureDatabase("ledger")
  const url = postgres.url("ledger")
  const sql = knex({ client: "pg", connection: url, pool: { min: 1, max: 8 } })
  const close = async () => {
    await sql.destroy()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await migrate(sql)
  } catch (error) {
    await close()
    throw error
  }
  return { sql, url, close }
}

/** Runs the ledger's own migrations, in their order. Where all is there already they change nothing. */
export async function migrate(sql: Knex): Promise<void> {
  const files = (await readdir(MIGRATIONS)).filter((name) => /^Migration\d+\.ts$/.test(name))
  for (const file of files.sort()) {
    const exported: unknown = await import(join(MIGRATIONS, file))
    const [name = ""] = file.split(".")
    const { Migration } = z
      .object({ [name]: migrationClass })
      .transform((classes) => ({ Migration: classes[name] }))
      .parse(exported)
    if (!Migration) throw new Error(`${file} has no class of its name.`)
    const migration = new Migration(undefined, undefined)
    await migration.up()
    for (const query of migration.getQueries()) await sql.raw(String(query))
  }
}
