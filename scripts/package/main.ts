import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { z } from "zod"
import { buildPlugin } from "../demo/builds"
import { newLifecycle } from "../demo/lifecycle"
import { places } from "../demo/places"
import { heading, inLane, step } from "../demo/progress"
import { freePort } from "../lib/ports"
import { startPostgres, THROWAWAY_SETTINGS } from "../postgres/start"
import { type Commands, commandsIn } from "./commands"
import { freshStore } from "./fresh-store"
import { type Manager, MANAGERS } from "./managers"
import { fetchNode } from "./nodes"
import { briefly, wholly } from "./proof"
import { checkTarball, pack } from "./tarball"

const lifecycle = newLifecycle()

type Choice = {
  managers: readonly Manager[]
  /** Which Medusa; the lowest with npm and the newest with the others unless said otherwise. */
  medusa: string | undefined
  /** On which Nodes npm's store is paid in beside this one. */
  nodes: readonly string[]
}

/** Installs the package into stores that have never heard of it, as its README says. */
async function main({ managers, medusa, nodes }: Choice): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "checkout-uz-package-"))
  lifecycle.onClose(() => rm(folder, { recursive: true, force: true }))
  const commands = commandsIn(lifecycle, folder)
  const stores = await emptyStores(commands, folder, { managers, medusa })
  const otherNodes = nodes.map((wanted) => begun(() => fetchNode(commands, folder, wanted)))

  heading("The package")
  const lanes = lanesOf(stores)
  for (const [first] of lanes) first?.begin()
  await mkdir(places.demo, { recursive: true })
  await step("Building it", () => buildPlugin(lifecycle), String)
  const tarball = await step("Packing it", () => pack(commands, folder))
  await checkTarball(commands, tarball, folder)

  heading(`New stores with ${managers.join(", ")} and Node ${process.version}`)
  const prove = ({ manager, store }: Store) =>
    manager === "npm" ? wholly(store, tarball, otherNodes) : briefly(store, tarball)
  await Promise.all(
    lanes.map(async (lane) => {
      for (const [n, { manager, created, ...rest }] of lane.entries()) {
        await inLane(manager, async () => {
          await step("Creating it, as create-medusa-app does", created)
          lane[n + 1]?.begin()
          await step("All of it", () => prove({ manager, created, ...rest }))
        })
      }
    })
  )
}

/** npm's store takes as long as the others', which follow each other beside it. */
function lanesOf(stores: readonly Store[]): Store[][] {
  const lanes = [true, false].map((isNpm) =>
    stores.filter(({ manager }) => (manager === "npm") === isNpm)
  )
  return lanes.filter((lane) => lane.length > 0)
}

/** Downloading takes long and computes little: it may begin while something else is done. */
async function emptyStores(
  commands: Commands,
  folder: string,
  { managers, medusa }: Pick<Choice, "managers" | "medusa">
) {
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
      medusa: medusa ?? (manager === "npm" ? "lowest" : "newest"),
      ports: { medusa: await freePort(), sandbox: await freePort() },
      databaseUrl: postgres.url(manager),
    })
    stores.push({ manager, store, ...begunOnce(store.create) })
  }
  return stores
}
type Store = Awaited<ReturnType<typeof emptyStores>>[number]

/** Work that is begun now or where it is waited for, once; a failure is said where it is waited for. */
function begunOnce<T>(work: () => Promise<T>) {
  let begun: Promise<T> | undefined
  const created = () => (begun ??= work())
  return { created, begin: () => void created().catch(() => undefined) }
}

function begun<T>(work: () => Promise<T>): () => Promise<T> {
  const { created, begin } = begunOnce(work)
  begin()
  return created
}

function readChoice(): Choice {
  const { values } = parseArgs({
    options: {
      manager: { type: "string", default: "all" },
      medusa: { type: "string" },
      node: { type: "string", multiple: true, default: ["lowest", "newest"] },
    },
  })
  const { medusa, node: nodes } = values
  if (values.manager === "all") return { managers: MANAGERS, medusa, nodes }
  const manager = z.enum(MANAGERS).safeParse(values.manager)
  if (manager.success) return { managers: [manager.data], medusa, nodes }
  throw new Error(`--manager is one of ${MANAGERS.join(", ")} and all, not "${values.manager}".`)
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => void lifecycle.close().then(() => process.exit(130)))
}

Promise.resolve()
  .then(() => main(readChoice()))
  .catch((error: unknown) => {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
  .finally(() => lifecycle.close())
