import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { z } from "zod"

const packageSchema = z.object({
  engines: z.object({ node: z.string() }),
  dependencies: z.record(z.string(), z.string()),
  peerDependencies: z.looseObject({ "@medusajs/medusa": z.string() }),
})
const dashboardSchema = z.object({
  version: z.string(),
  dependencies: z.object({ "@medusajs/ui": z.string(), "react-router-dom": z.string() }),
})

/** A Medusa, and what its dashboard is made of. */
export type Versions = { medusa: string; ui: string; router: string }

/**
 * What npm is to be asked for.
 *
 * @param wanted `lowest` of what our package.json allows, `newest` in the registry, or a version
 */
export async function versionOf(of: "node" | "medusa", wanted: string): Promise<string> {
  if (wanted === "newest") return "latest"
  if (wanted !== "lowest") return wanted
  const { engines, peerDependencies } = await readPackage()
  const range = of === "node" ? engines.node : peerDependencies["@medusajs/medusa"]
  const [lowest] = /\d+\.\d+\.\d+/.exec(range) ?? []
  if (lowest === undefined) throw new Error(`package.json has no lowest version of ${of}.`)
  return lowest
}

/** What a package manager installs for the plugin. */
export async function ourDependencies(): Promise<string[]> {
  return Object.keys((await readPackage()).dependencies)
}

async function readPackage() {
  const text = await readFile(join(__dirname, "..", "..", "package.json"), "utf8")
  return packageSchema.parse(JSON.parse(text))
}

/** A Medusa with the parts that `create-medusa-app` gives a store of it. */
export async function medusaVersions(wanted: string): Promise<Versions> {
  const spec = `@medusajs/dashboard@${await versionOf("medusa", wanted)}`
  const args = ["view", spec, "version", "dependencies", "--json"]
  const { stdout } = await promisify(execFile)("npm", args)
  const { version, dependencies } = dashboardSchema.parse(JSON.parse(stdout))
  return {
    medusa: version,
    ui: dependencies["@medusajs/ui"],
    router: dependencies["react-router-dom"],
  }
}
