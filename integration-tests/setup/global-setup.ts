import { execFile } from "node:child_process"
import { mkdtemp, rm, statfs } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { startPostgres, THROWAWAY_SETTINGS } from "../../scripts/postgres/start"

/** Linux's folder in memory, and the bytes that databases and their logs may come to. */
const MEMORY = "/dev/shm"
const MEMORY_BYTES = 3 * 2 ** 30

/**
 * Starts a PostgreSQL of the tests' own, which lasts as long as they do. Every file's database is made
 * on it (database.ts), at what the `DB_*` variables say.
 */
export default async function globalSetup(): Promise<void> {
  const folder = await mkdtemp(join(await quickFolder(), "checkout-uz-tests-"))
  const postgres = await startPostgres({
    dataDir: join(folder, "data"),
    logFile: join(folder, "postgres.log"),
    password: "postgres",
    settings: { ...THROWAWAY_SETTINGS, max_connections: "300" },
  })
  // By its name: Medusa asks any other host for TLS.
  process.env.DB_HOST = "localhost"
  process.env.DB_PORT = String(postgres.port)
  process.env.DB_USERNAME = postgres.user
  process.env.DB_PASSWORD = "postgres"
  process.env.MEDUSA_DISABLE_TELEMETRY = "true"
  process.env.LOG_LEVEL ??= "warn"
  await migrateTemplate(postgres.url("template1"))
  running.stop = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * In memory where there is room: every test's database is made anew, which is thousands of small
 * files, ten times slower on a disk.
 */
async function quickFolder(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => undefined)
  const free = memory ? memory.bavail * memory.bsize : 0
  return free > MEMORY_BYTES ? MEMORY : tmpdir()
}

/** Shared with the teardown, which runs in the same process. */
export const running: { stop: () => Promise<void> } = { stop: () => Promise.resolve() }

/** Every new database begins as a copy of this one, so that it is migrated once and not for each file. */
async function migrateTemplate(url: string): Promise<void> {
  // Medusa's command line wants a store; the demo's has the same modules.
  const store = join(__dirname, "..", "..", "examples", "demo-store")
  const medusa = require.resolve("@medusajs/cli/cli.js")
  await promisify(execFile)(process.execPath, [medusa, "db:migrate", "--execute-all-links"], {
    cwd: store,
    env: { ...process.env, DATABASE_URL: url },
  })
}
