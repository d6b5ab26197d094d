import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { ledgerMigrations, statementsOf } from "../scripts/postgres/ledger-migrations"
import { startPostgres } from "../scripts/postgres/start"

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
  for (const name of await ledgerMigrations()) {
    for (const statement of await statementsOf(name)) await sql.raw(statement)
  }
}
