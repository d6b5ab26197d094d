import { mkdir } from "node:fs/promises"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Pool } from "pg"
import { buildPlugin } from "../../scripts/demo/builds"
import type { Lifecycle } from "../../scripts/demo/lifecycle"
import type { Environment } from "../../scripts/demo/medusa"
import { places } from "../../scripts/demo/places"
import { type Seeded, seededSchema } from "../../scripts/demo/prepare-store"
import { step } from "../../scripts/demo/progress"
import { lastLines, startGuarded } from "../../scripts/lib/guarded-process"
import { readJsonFile } from "../../scripts/lib/json-file"
import { freePort } from "../../scripts/lib/ports"
import { startPostgres, THROWAWAY_SETTINGS } from "../../scripts/postgres/start"
import { sandboxControl, type SandboxControl } from "../setup/sandbox-control"
import { type Member, newMember, runMedusa, steadyPorts } from "./member"
import { startRedis } from "./redis"

const DATABASE = "cluster"
const SANDBOX_KEY = "sandbox-key"
const START_LIMIT_MS = 30_000
/** Pieces on the shelf of everything that is counted: the run is about money, not about stock. */
const STOCK = 10_000_000

/** A store on several machines, and the payment service beside it. */
export type Cluster = {
  servers: readonly [Member, Member]
  worker: Member
  sandbox: SandboxControl
  /** Of the test itself; it outlives a crash of PostgreSQL. */
  sql: Pool
  redisUrl: string
  shop: Seeded
  admin: { email: string; password: string }
}

/** PostgreSQL is killed, too, and what it called committed has to be there: all but the machine's own crash. */
const CRASH_SAFE_SETTINGS = { ...THROWAWAY_SETTINGS, synchronous_commit: "on" } as const

/** Where a cluster is not the tests' own. */
export type ClusterSettings = {
  /** More of the members' environment. */
  env: Environment
  /** More lines of postgresql.conf. */
  postgres: Readonly<Record<string, string>>
}

/** Brings everything up; what runs is registered with the lifecycle before it is waited for. */
export async function startCluster(
  lifecycle: Lifecycle,
  folder: string,
  settings: ClusterSettings = { env: {}, postgres: CRASH_SAFE_SETTINGS }
): Promise<Cluster> {
  // The build keeps its log where the demo does.
  await mkdir(places.demo, { recursive: true })
  await step("Building the plugin", () => buildPlugin(lifecycle), String)
  const databaseUrl = await step("Starting PostgreSQL", () =>
    startDatabase(lifecycle, folder, settings)
  )
  const redisUrl = await step("Starting Redis", () => startRedis(lifecycle, folder))
  const sandboxUrl = await step("Starting the sandbox of the payment service", () =>
    startSandbox(lifecycle, folder)
  )

  const admin = { email: "admin@choynak.example", password: randomBytes(9).toString("base64url") }
  const seedFile = join(folder, "seed.json")
  const [port1, port2, port3] = await steadyPorts()
  const env = {
    ...storeEnvironment({ databaseUrl, redisUrl, sandboxUrl }),
    ...settings.env,
    WEBHOOK_BASE_URL: `http://127.0.0.1:${port1}`,
  }
  const one = newMember(lifecycle, { name: "server 1", port: port1, folder, env })
  const two = newMember(lifecycle, { name: "server 2", port: port2, folder, env })
  const worker = newMember(lifecycle, { name: "worker", port: port3, folder, env })
  const run = (args: string[], more: Environment = {}) =>
    runMedusa(lifecycle, {
      args,
      env: { ...env, ...more },
      logFile: join(folder, `${args[0]?.replace(":", "-") ?? ""}.log`),
    })
  await step("Migrating the database", () => run(["db:migrate", "--execute-all-links"]))
  await step("Filling the tea shop", () =>
    run(["exec", join(places.storeSources, "scripts", "seed.ts")], {
      MEDUSA_BACKEND_URL: one.url,
      DEMO_ADMIN_EMAIL: admin.email,
      DEMO_ADMIN_PASSWORD: admin.password,
      DEMO_SEED_FILE: seedFile,
    })
  )
  const sql = openDatabase(lifecycle, databaseUrl)
  await fillShelves(sql)
  await step("Starting two servers and a worker", () =>
    Promise.all([one, two, worker].map((member) => member.start()))
  )
  const sandbox = sandboxControl(sandboxUrl)
  const shop = await readJsonFile(seedFile, seededSchema)
  if (shop === undefined) throw new Error(`The seed left no ${seedFile}.`)
  return { servers: [one, two], worker, sandbox, sql, redisUrl, shop, admin }
}

async function startDatabase(
  lifecycle: Lifecycle,
  folder: string,
  { postgres: more }: ClusterSettings
): Promise<string> {
  const postgres = await startPostgres({
    dataDir: join(folder, "postgres"),
    logFile: join(folder, "postgres.log"),
    password: "postgres",
    settings: { max_connections: "300", ...more },
  })
  lifecycle.onClose(() => postgres.stop())
  await postgres.ensureDatabase(DATABASE)
  return postgres.url(DATABASE)
}

/** The sandbox as a user starts it: the compiled program, in a process of its own. */
async function startSandbox(lifecycle: Lifecycle, folder: string): Promise<string> {
  const logFile = join(folder, "sandbox.log")
  const { PATH } = process.env
  const general = { cwd: places.root, env: { PATH }, logFile, stopSignal: "TERM" as const }
  const build = startGuarded({
    command: [
      process.execPath,
      join(places.root, "node_modules", "typescript", "bin", "tsc"),
      "-p",
      "tsconfig.sandbox.json",
    ],
    ...general,
  })
  lifecycle.onClose(() => build.stop())
  if ((await build.exited) !== 0) {
    throw new Error(`The sandbox could not be compiled:\n${await lastLines(logFile)}`)
  }
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const program = join(places.root, ".medusa", "sandbox", "cli.js")
  const command = [process.execPath, program, "--port", String(port), "--key", SANDBOX_KEY]
  const server = startGuarded({ command, ...general })
  lifecycle.onClose(() => server.stop())
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline && !server.hasExited()) {
    if (await fetch(url).then(Boolean, () => false)) return url
    await sleep(50)
  }
  throw new Error(`The sandbox did not start. The end of its log:\n${await lastLines(logFile)}`)
}

function storeEnvironment(urls: {
  databaseUrl: string
  redisUrl: string
  sandboxUrl: string
}): Environment {
  const secret = () => randomBytes(32).toString("base64")
  return {
    NODE_ENV: "production",
    LOG_LEVEL: "info",
    DATABASE_URL: urls.databaseUrl,
    REDIS_URL: urls.redisUrl,
    JWT_SECRET: secret(),
    COOKIE_SECRET: secret(),
    CHECKOUT_UZ_BASE_URL: `${urls.sandboxUrl}/api/v1`,
    CHECKOUT_UZ_API_KEY: SANDBOX_KEY,
    CHECKOUT_UZ_ENCRYPTION_KEY: secret(),
  }
}

function openDatabase(lifecycle: Lifecycle, url: string): Pool {
  const pool = new Pool({ connectionString: url, max: 2 })
  // A connection that breaks while nobody uses it: the next query opens another one.
  pool.on("error", () => undefined)
  lifecycle.onClose(() => pool.end())
  return pool
}

async function fillShelves(sql: Pool): Promise<void> {
  await sql.query(
    `UPDATE inventory_level
        SET stocked_quantity = $1::int,
            raw_stocked_quantity = jsonb_build_object('value', $1::int::text, 'precision', 20)`,
    [STOCK]
  )
}
