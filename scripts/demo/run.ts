import { mkdir, rm } from "node:fs/promises"
import type { GuardedProcess } from "../lib/guarded-process"
import { writeJsonFile } from "../lib/json-file"
import { startPostgres } from "../postgres/start"
import { buildAdmin, buildPlugin, buildShop } from "./builds"
import { checkNode, checkPorts } from "./checks"
import type { Lifecycle } from "./lifecycle"
import { type Environment, startStore } from "./medusa"
import { places } from "./places"
import { type Seeded, storePreparation } from "./prepare-store"
import { step } from "./progress"
import { SANDBOX_KEY, startSandbox } from "./sandbox"
import { startShop } from "./shop"
import { demoSecrets, type Secrets } from "./secrets"
import type { DemoState } from "./state"

const ADMIN_EMAIL = "admin@choynak.example"
const PROVIDER = "pp_checkout-uz_main"
const DATABASE = "choynak"

export interface DemoOptions {
  /** Stop after the payment; the admin and the shop's pages are then left out. */
  once: boolean
  /** Forget the store of earlier demos. */
  reset: boolean
  port: number
  sandboxPort: number
  storefrontPort: number
}

export interface RunningDemo {
  state: DemoState
  databaseUrl: string
  server: GuardedProcess
}

/** Brings everything up; what runs is registered with the lifecycle before it is waited for. */
export async function startDemo(lifecycle: Lifecycle, options: DemoOptions): Promise<RunningDemo> {
  checkNode()
  await checkPorts({
    "--port": options.port,
    "--sandbox-port": options.sandboxPort,
    ...(options.once ? {} : { "--storefront-port": options.storefrontPort }),
  })
  if (options.reset) {
    await step("Forgetting the store of earlier demos", () =>
      rm(places.demo, { recursive: true, force: true })
    )
  }
  await mkdir(places.demo, { recursive: true })
  await rm(places.state, { force: true })
  const secrets = await demoSecrets()

  await step("Building the plugin", () => buildPlugin(lifecycle), String)
  const databaseUrl = await step("Starting PostgreSQL", () => startDatabase(lifecycle, secrets))
  const env = storeEnvironment(options, secrets, databaseUrl)
  const medusaUrl = `http://127.0.0.1:${options.port}`
  // Beside the database's preparation, since it takes the longest; its turn to be shown is later.
  const admin = options.once ? undefined : buildAdmin(lifecycle, env)
  admin?.catch(() => undefined)
  const seeded = await prepareStore(lifecycle, medusaUrl, env)
  if (admin !== undefined) await step("Building the store's admin", () => admin, String)
  const sandboxUrl = await step("Starting the sandbox of the payment service", () =>
    startSandbox(lifecycle, options.sandboxPort)
  )
  const server = await step("Starting the store", () => startStore(lifecycle, medusaUrl, env))
  if (!options.once) await openShop(lifecycle, options, medusaUrl, seeded)
  const state: DemoState = {
    medusa_url: medusaUrl,
    sandbox_url: sandboxUrl,
    storefront_url: `http://127.0.0.1:${options.storefrontPort}`,
    sandbox_key: SANDBOX_KEY,
    publishable_key: seeded.publishable_key,
    region_id: seeded.region_id,
    shipping_option_id: seeded.shipping_option_id,
    provider_id: PROVIDER,
    variants: seeded.variants,
    admin_email: ADMIN_EMAIL,
    admin_password: secrets.admin_password,
  }
  return { state, databaseUrl, server }
}

/** Leaves `.demo/state.json` for scripts; while the demo is coming up there is none. */
export function publishState(state: DemoState): Promise<void> {
  return writeJsonFile(places.state, state)
}

async function startDatabase(lifecycle: Lifecycle, secrets: Secrets): Promise<string> {
  const postgres = await startPostgres({
    dataDir: places.postgres,
    logFile: places.log("postgres"),
    password: secrets.postgres_password,
  })
  lifecycle.onClose(() => postgres.stop())
  await postgres.ensureDatabase(DATABASE)
  return postgres.url(DATABASE)
}

async function prepareStore(lifecycle: Lifecycle, url: string, env: Environment): Promise<Seeded> {
  const preparation = await storePreparation(lifecycle, url, env)
  if (preparation.needed) {
    await step("Migrating the database", preparation.migrate)
    await step("Filling the tea shop", preparation.seed)
  }
  return preparation.finish()
}

async function openShop(
  lifecycle: Lifecycle,
  { storefrontPort }: DemoOptions,
  medusaUrl: string,
  { publishable_key: publishableKey }: Seeded
): Promise<void> {
  const build = () => buildShop(lifecycle, { medusaUrl, publishableKey })
  await step("Building the shop's pages", build, String)
  await step("Opening the shop", () => startShop(lifecycle, storefrontPort))
}

function storeEnvironment(
  options: DemoOptions,
  secrets: Secrets,
  databaseUrl: string
): Environment {
  return {
    NODE_ENV: "production",
    DATABASE_URL: databaseUrl,
    JWT_SECRET: secrets.jwt_secret,
    COOKIE_SECRET: secrets.cookie_secret,
    MEDUSA_BACKEND_URL: `http://127.0.0.1:${options.port}`,
    STOREFRONT_URL: `http://127.0.0.1:${options.storefrontPort}`,
    CHECKOUT_UZ_RETURN_URL: `http://127.0.0.1:${options.storefrontPort}/return?session={session_id}`,
    CHECKOUT_UZ_BASE_URL: `http://127.0.0.1:${options.sandboxPort}/api/v1`,
    CHECKOUT_UZ_API_KEY: SANDBOX_KEY,
    CHECKOUT_UZ_ENCRYPTION_KEY: secrets.encryption_key,
    DEMO_WITHOUT_ADMIN: String(options.once),
    DEMO_ADMIN_EMAIL: ADMIN_EMAIL,
    DEMO_ADMIN_PASSWORD: secrets.admin_password,
    DEMO_SEED_FILE: places.seeded,
  }
}
