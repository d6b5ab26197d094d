import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { z } from "zod"
import { buildPlugin } from "../demo/builds"
import { newLifecycle } from "../demo/lifecycle"
import { places } from "../demo/places"
import { heading, step } from "../demo/progress"
import { freePort } from "../lib/ports"
import { startPostgres, THROWAWAY_SETTINGS } from "../postgres/start"
import { type Commands, commandsIn } from "./commands"
import { freshStore } from "./fresh-store"
import { type Manager, MANAGERS } from "./managers"
import { briefly, wholly } from "./proof"
import { checkTarball, pack } from "./tarball"

/** What a store has that is made today. */
const VERSIONS = { medusa: "2.21.2", ui: "4.2.6", router: "7.18.2" }
const lifecycle = newLifecycle()

/** Installs the package into stores that have never heard of it, as its README says. */
async function main(managers: readonly Manager[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "checkout-uz-package-"))
  lifecycle.onClose(() => rm(folder, { recursive: true, force: true }))
  const commands = commandsIn(lifecycle, folder)
  const stores = await emptyStores(commands, folder, managers)

  heading("The package")
  stores[0]?.begin()
  await mkdir(places.demo, { recursive: true })
  await step("Building it", () => buildPlugin(lifecycle), String)
  const tarball = await step("Packing it", () => pack(commands, folder))
  await checkTarball(commands, tarball, folder)
  for (const [n, { manager, store, created }] of stores.entries()) {
    const started = performance.now()
    heading(`A new store with ${manager} and Node ${process.version}`)
    await step("Creating it, as create-medusa-app does", created)
    stores[n + 1]?.begin()
    await (manager === "npm" ? wholly : briefly)(store, tarball)
    heading(`${manager}: ${Math.round((performance.now() - started) / 1000)} s`)
  }
}

/** Downloading a store takes long and computes little: one may begin while something else is done. */
async function emptyStores(commands: Commands, folder: string, managers: readonly Manager[]) {
  const postgres = await startPostgres({
    dataDir: join(folder, "postgres"),
    logFile: join(folder, "postgres.log"),
    password: "postgres",
    settings: THROWAWAY_SETTINGS,
  })
  lifecycle.onClose(() => postgres.stop())
  const stores = []
  for (const manager of managers) {
    await postgres.ensureDatabase(manager)
    const store = freshStore(commands, {
      folder: join(folder, manager),
      manager,
      versions: VERSIONS,
      ports: { medusa: await freePort(), sandbox: await freePort() },
      databaseUrl: postgres.url(manager),
    })
    let creation: Promise<void> | undefined
    const created = () => (creation ??= store.create())
    // A failure is said where the store is waited for.
    const begin = () => void created().catch(() => undefined)
    stores.push({ manager, store, created, begin })
  }
  return stores
}

function chosenManagers(): readonly Manager[] {
  const { values } = parseArgs({ options: { manager: { type: "string", default: "npm" } } })
  if (values.manager === "all") return MANAGERS
  const manager = z.enum(MANAGERS).safeParse(values.manager)
  if (manager.success) return [manager.data]
  throw new Error(`--manager is one of ${MANAGERS.join(", ")} and all, not "${values.manager}".`)
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => void lifecycle.close().then(() => process.exit(130)))
}

Promise.resolve()
  .then(() => main(chosenManagers()))
  .catch((error: unknown) => {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
  .finally(() => lifecycle.close())
