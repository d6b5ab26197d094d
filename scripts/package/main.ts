import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { newLifecycle } from "../demo/lifecycle"
import { heading, step } from "../demo/progress"
import { payForOneCart } from "../demo/purchase"
import { seededSchema } from "../demo/prepare-store"
import type { DemoState } from "../demo/state"
import { readJsonFile } from "../lib/json-file"
import { freePort } from "../lib/ports"
import { startPostgres } from "../postgres/start"
import { commandsIn, type Commands } from "./commands"
import { importEverything } from "./exports"
import { refusesKindly, seeSettingsPage } from "./looks"
import { configurations, environmentFile, writeFreshStore } from "./store"

const ROOT = resolve(__dirname, "..", "..")
const MEDUSA = "2.21.2"
const ADMIN = { email: "egasi@fresh.example", password: "uzun-parol-2026" }
const lifecycle = newLifecycle()

/** Installs the package into a store that has never heard of it, as its README says, and takes a payment. */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "checkout-uz-package-"))
  lifecycle.onClose(() => rm(folder, { recursive: true, force: true }))
  const commands = commandsIn(lifecycle, folder)
  const store = join(folder, "store")

  heading("A package, and a store that has never heard of it")
  const tarball = await step("Building and packing", () => pack(commands, folder))
  const ports = { medusa: await freePort(), sandbox: await freePort() }
  const medusaUrl = `http://127.0.0.1:${ports.medusa}`
  const sandboxUrl = `http://127.0.0.1:${ports.sandbox}`
  await step("Writing the store", () => writeFreshStore(store, MEDUSA))
  const npm = (log: string, ...args: string[]) =>
    commands.run({ cwd: store, command: ["npm", ...args, "--no-fund", "--no-audit"], log })
  await step("npm install", () => npm("install", "install"))
  await step("npm install medusa-payment-checkout-uz", () => npm("plugin", "install", tarball))
  await step("Importing all it exports", () => importEverything(store), String)

  const databaseUrl = await step("Starting PostgreSQL", () => startDatabase(folder))
  const seedFile = join(folder, "seed.json")
  await writeFile(
    join(store, ".env"),
    await environmentFile({
      DATABASE_URL: databaseUrl,
      STORE_CORS: medusaUrl,
      ADMIN_CORS: medusaUrl,
      AUTH_CORS: medusaUrl,
      JWT_SECRET: "a-secret-of-the-fresh-store",
      COOKIE_SECRET: "a-secret-of-the-fresh-store",
      MEDUSA_BACKEND_URL: medusaUrl,
      STOREFRONT_URL: medusaUrl,
      CHECKOUT_UZ_BASE_URL: `${sandboxUrl}/api/v1`,
      CHECKOUT_UZ_API_KEY: "sandbox-key",
      CHECKOUT_UZ_ENCRYPTION_KEY: "x8Jr0m1zQvR3v5yKqf0aZ2bC4dE6fG8h",
      DEMO_ADMIN_EMAIL: ADMIN.email,
      DEMO_ADMIN_PASSWORD: ADMIN.password,
      DEMO_SEED_FILE: seedFile,
    })
  )
  const config = await configurations()
  const configure = (text: string) => writeFile(join(store, "medusa-config.ts"), text)
  const medusa = (log: string, ...args: string[]) =>
    commands.run({ cwd: store, command: ["npx", "medusa", ...args], log })
  /** As production does it: built, and run from what was built. */
  const start = async (log: string) => {
    await medusa(`build-${log}`, "build")
    const built = join(store, ".medusa", "server")
    await symlink(join(store, "node_modules"), join(built, "node_modules"))
    await symlink(join(store, ".env"), join(built, ".env"))
    const args = ["medusa", "start", "--host", "127.0.0.1", "--port", String(ports.medusa)]
    const command = ["npx", ...args]
    return commands.serve({ cwd: built, command, log }, `${medusaUrl}/health`)
  }

  await configure(config.with)
  await step("npx medusa db:migrate", () => medusa("migrate", "db:migrate"))
  await step("Filling the store", () => medusa("seed", "exec", "./src/scripts/seed.ts"))
  const sandbox = ["npx", "medusa-payment-checkout-uz", "sandbox", "--port", String(ports.sandbox)]
  await step("Starting the package's sandbox", () =>
    commands.serve({ cwd: store, command: sandbox, log: "sandbox" }, sandboxUrl)
  )
  const server = await step("Building and starting the store", () => start("with-plugin"))
  const seeded = await readJsonFile(seedFile, seededSchema)
  if (!seeded) throw new Error("The seed left nothing.")
  const state: DemoState = {
    ...seeded,
    medusa_url: medusaUrl,
    sandbox_url: sandboxUrl,
    storefront_url: medusaUrl,
    sandbox_key: "sandbox-key",
    provider_id: "pp_checkout-uz_main",
    admin_email: ADMIN.email,
    admin_password: ADMIN.password,
  }
  await payForOneCart(state)
  await step("Looking at the settings page", () => seeSettingsPage(state))
  await server.stop()

  heading("The plugin taken out, and put back")
  await configure(config.without)
  const bare = await step("Building and starting without it", () => start("without-plugin"))
  await step("Starting a payment with it is one message", () => refusesKindly(state), String)
  await bare.stop()
  await configure(config.with)
  await step("Building and starting with it", () => start("put-back"))
  await payForOneCart(state)
}

async function pack(commands: Commands, folder: string): Promise<string> {
  await commands.run({ cwd: ROOT, command: ["npm", "run", "build"], log: "build" })
  const command = ["npm", "pack", "--pack-destination", folder]
  await commands.run({ cwd: ROOT, command, log: "pack" })
  const file = (await readdir(folder)).find((name) => name.endsWith(".tgz"))
  if (file === undefined) throw new Error("npm packed nothing.")
  return join(folder, file)
}

async function startDatabase(folder: string): Promise<string> {
  const postgres = await startPostgres({
    dataDir: join(folder, "postgres"),
    logFile: join(folder, "postgres.log"),
    password: "postgres",
  })
  lifecycle.onClose(() => postgres.stop())
  await postgres.ensureDatabase("fresh")
  return postgres.url("fresh")
}

main()
  .catch((error: unknown) => {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
  .finally(() => lifecycle.close())
