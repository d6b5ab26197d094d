import { execFile } from "node:child_process"
import { readdir, readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { z } from "zod"

const NAME = "medusa-payment-checkout-uz"
const SERVER = join(".medusa", "server", "src")
const packageSchema = z.object({ exports: z.record(z.string(), z.unknown()) })

/**
 * Imports and requires whatever the installed package exports by name, in a process of its own that sees
 * what a store sees; patterns are filled in with the folders there are. The admin's screens are for a browser.
 *
 * @returns how many
 */
export async function importEverything(store: string): Promise<string> {
  const folder = installedAt(store)
  const { exports } = packageSchema.parse(
    JSON.parse(await readFile(join(folder, "package.json"), "utf8"))
  )
  const modules = (await readdir(join(folder, SERVER, "modules"))).map((name) => `modules/${name}`)
  const providers = (await readdir(join(folder, SERVER, "providers"))).map(
    (name) => `providers/${name}`
  )
  const named = Object.keys(exports)
    .filter((key) => !key.includes("*") && key !== "./admin")
    .map((key) => key.slice("./".length))
  // Medusa's own command line finds modules by where they are built.
  const built = modules.map((path) => `.medusa/server/src/${path}`)
  const all = [...named, ...modules, ...providers, ...built].map((path) =>
    JSON.stringify(path === "" ? NAME : `${NAME}/${path}`)
  )
  const isData = (path: string) => path.endsWith('.json"')
  const program = [
    'import { createRequire } from "node:module"',
    `const require = createRequire(process.cwd() + "/package.json")`,
    ...all.filter((path) => !isData(path)).map((path) => `await import(${path})`),
    ...all.map((path) => `require(${path})`),
    "process.exit(0)",
  ]
  const args = ["--input-type=module", "-e", program.join("\n")]
  await promisify(execFile)(process.execPath, args, { cwd: store })
  return `${all.length} of them`
}

/** Which zod the package manager chose for the plugin, and which for Medusa. */
export async function zodVersions(store: string): Promise<{ ours: string; theirs: string }> {
  const framework = createRequire(join(store, "package.json")).resolve("@medusajs/framework")
  // Medusa's own, which the framework re-exports.
  const medusa = createRequire(framework).resolve("@medusajs/deps/zod")
  const [ours, theirs] = await Promise.all([zodFor(installedAt(store)), zodFor(dirname(medusa))])
  return { ours, theirs }
}

/** Wherever the package manager put it. */
function installedAt(store: string): string {
  return dirname(createRequire(join(store, "package.json")).resolve(`${NAME}/package.json`))
}

async function zodFor(folder: string): Promise<string> {
  const file = createRequire(join(folder, "package.json")).resolve("zod/package.json")
  return z.object({ version: z.string() }).parse(JSON.parse(await readFile(file, "utf8"))).version
}
