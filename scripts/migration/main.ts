import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runProgram } from "../lib/program"
import { startPostgres, THROWAWAY_SETTINGS } from "../postgres/start"

const ROOT = join(__dirname, "..", "..")
const MIGRATIONS = "src/modules/checkout-uz/migrations"
const PASSWORD = "postgres"

/** Writes the migration for what is new in the models, which Medusa compares with the snapshot beside them. */
async function main(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "checkout-uz-migration-"))
  const postgres = await startPostgres({
    dataDir: join(folder, "data"),
    logFile: join(folder, "postgres.log"),
    password: PASSWORD,
    settings: THROWAWAY_SETTINGS,
  })
  try {
    // Medusa asks for a database there, and looks into none.
    const env = {
      DB_HOST: "127.0.0.1",
      DB_PORT: String(postgres.port),
      DB_USERNAME: postgres.user,
      DB_PASSWORD: PASSWORD,
    }
    const failed = await run(["medusa", "plugin:db:generate"], env)
    return failed || (await run(["prettier", "--write", `${MIGRATIONS}/*.ts`]))
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function run(command: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const options = { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } } as const
  const program = spawn("npx", command, options)
  await once(program, "exit")
  return program.exitCode ?? 1
}

runProgram(main)
