import { randomBytes } from "node:crypto"
import { Client } from "pg"

/** A database that is as fresh before every test as it was before the first. */
export type TestDatabase = {
  /** A connection string. */
  url: string
  /** Runs SQL statements in it, one after the other. */
  run: (statements: readonly string[]) => Promise<void>
  /** Keeps what is in it the first time it is called, and puts that back every time after. */
  refresh: () => Promise<void>
  drop: () => Promise<void>
}

/** A copy of the migrated template (global-setup.ts), on the PostgreSQL that the run has started. */
export async function testDatabase(): Promise<TestDatabase> {
  const { DB_HOST: host, DB_PORT: port, DB_USERNAME: user, DB_PASSWORD: password } = process.env
  const address = (database: string) => `postgres://${user}:${password}@${host}:${port}/${database}`
  const name = `shop_${process.pid}_${randomBytes(4).toString("hex")}`
  const kept = `${name}_kept`
  const server = new Client({ connectionString: address("postgres") })
  await server.connect()
  const run = (statement: string) => server.query(statement)
  // Whoever is connected is sent away: a copy is made of a database that nobody uses.
  const dropDatabase = (database: string) => run(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)

  const keep = async () => {
    await run(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`)
    await run(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`
    )
    await run(`CREATE DATABASE ${kept} TEMPLATE ${name} STRATEGY file_copy`)
    await run(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`)
  }
  const putBack = async () => {
    await dropDatabase(name)
    await run(`CREATE DATABASE ${name} TEMPLATE ${kept} STRATEGY file_copy`)
  }

  await run(`CREATE DATABASE ${name} STRATEGY file_copy`)
  let isKept = false
  return {
    url: address(name),
    run: async (statements) => {
      if (statements.length === 0) return
      const client = new Client({ connectionString: address(name) })
      await client.connect()
      for (const statement of statements) await client.query(statement)
      await client.end()
    },
    refresh: async () => {
      await (isKept ? putBack() : keep())
      isKept = true
    },
    drop: async () => {
      await dropDatabase(name)
      await dropDatabase(kept)
      await server.end()
    },
  }
}
