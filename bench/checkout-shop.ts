import { randomBytes } from "node:crypto"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "pg"
import { z } from "zod"
import { buildPlugin } from "../scripts/demo/builds"
import { type Lifecycle, newLifecycle } from "../scripts/demo/lifecycle"
import { type Environment, failure, runMedusa, startStore } from "../scripts/demo/medusa"
import { places } from "../scripts/demo/places"
import { heading, step } from "../scripts/demo/progress"
import { SANDBOX_KEY } from "../scripts/demo/sandbox"
import { startGuarded } from "../scripts/lib/guarded-process"
import { readJsonFile } from "../scripts/lib/json-file"
import { freePort } from "../scripts/lib/ports"
import { startPostgres } from "../scripts/postgres/start"
import { OURS, THEIRS } from "./customer"

const DATABASE = "bench"
const STORE = join(__dirname, "store")
const START_LIMIT_MS = 30_000

const seededSchema = z.object({
  publishable_key: z.string(),
  carts: z.array(z.object({ id: z.string(), collection_id: z.string() })),
})

/** A running store with carts that are ready to be paid, and the payment service beside it. */
export type CheckoutShop = {
  url: string
  sandboxUrl: string
  databaseUrl: string
  publishableKey: string
  carts: { id: string; collection_id: string }[]
  close: () => Promise<void>
}

/**
 * PostgreSQL as it is delivered, the sandbox, and one Medusa server, each a process of its own; with more of
 * an environment for the server.
 */
export async function openCheckoutShop(
  carts: number,
  more: Environment = {}
): Promise<CheckoutShop> {
  const lifecycle = newLifecycle()
  try {
    heading(`A store with ${carts} carts`)
    return { ...(await start(lifecycle, carts, more)), close: () => lifecycle.close() }
  } catch (error) {
    await lifecycle.close()
    throw error
  }
}

async function start(
  lifecycle: Lifecycle,
  carts: number,
  more: Environment
): Promise<Omit<CheckoutShop, "close">> {
  const folder = await mkdtemp(join(tmpdir(), "checkout-uz-bench-"))
  lifecycle.onClose(() => rm(folder, { recursive: true, force: true }))
  // Programs keep their logs where the demo's do.
  await mkdir(places.demo, { recursive: true })
  await step("Building the plugin", () => buildPlugin(lifecycle), String)
  const databaseUrl = await step("Starting PostgreSQL", () => startDatabase(lifecycle, folder))
  const sandboxUrl = await step("Starting the sandbox of the payment service", () =>
    startSandbox(lifecycle)
  )
  const url = `http://127.0.0.1:${await freePort()}`
  const seedFile = join(folder, "seed.json")
  const env: Environment = {
    NODE_ENV: "production",
    DATABASE_URL: databaseUrl,
    JWT_SECRET: randomBytes(32).toString("base64"),
    COOKIE_SECRET: randomBytes(32).toString("base64"),
    MEDUSA_BACKEND_URL: url,
    CHECKOUT_UZ_BASE_URL: `${sandboxUrl}/api/v1`,
    CHECKOUT_UZ_API_KEY: SANDBOX_KEY,
    BENCH_PROVIDERS: [OURS, THEIRS].join(","),
    BENCH_CARTS: String(carts),
    BENCH_SEED_FILE: seedFile,
    ...more,
  }
  const run = (args: string[], log: string) =>
    runMedusa(lifecycle, { args, cwd: STORE, env, log: `bench-${log}` })
  await step("Migrating the database", () => run(["db:migrate", "--execute-all-links"], "migrate"))
  await step("Filling carts", async () => {
    await run(["exec", "./prepare.ts"], "prepare")
    await gatherStatistics(databaseUrl)
  })
  await step("Starting the store", () =>
    startStore(lifecycle, url, env, { cwd: STORE, log: "bench-medusa" })
  )
  const seeded = await readJsonFile(seedFile, seededSchema)
  if (seeded === undefined) throw new Error(`No carts were left in ${seedFile}.`)
  const { publishable_key: publishableKey, carts: ready } = seeded
  return { url, sandboxUrl, databaseUrl, publishableKey, carts: ready }
}

async function startDatabase(lifecycle: Lifecycle, folder: string): Promise<string> {
  const postgres = await startPostgres({
    dataDir: join(folder, "postgres"),
    logFile: join(folder, "postgres.log"),
    password: "postgres",
  })
  lifecycle.onClose(() => postgres.stop())
  await postgres.ensureDatabase(DATABASE)
  return postgres.url(DATABASE)
}

/** In a store that has been open for a day, PostgreSQL has done so by itself. */
async function gatherStatistics(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("VACUUM ANALYZE")
  } finally {
    await client.end()
  }
}

async function startSandbox(lifecycle: Lifecycle): Promise<string> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const program = join(places.root, "src", "sandbox", "cli.ts")
  const sandbox = startGuarded({
    command: [process.execPath, "--import", "tsx", program, "--port", String(port)],
    cwd: places.root,
    env: { PATH: process.env.PATH },
    logFile: places.log("bench-sandbox"),
    stopSignal: "TERM",
  })
  lifecycle.onClose(() => sandbox.stop())
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline && !sandbox.hasExited()) {
    if (await fetch(url).then(Boolean, () => false)) return url
    await sleep(50)
  }
  throw await failure("The sandbox did not start", "bench-sandbox")
}
