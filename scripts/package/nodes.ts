import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import { z } from "zod"
import type { Commands } from "./commands"

const PACKAGE = join(__dirname, "..", "..", "package.json")

/** A Node that is not the one this program runs on. */
export type OtherNode = { version: string; env: { PATH: string } }

/**
 * Has npm fetch a Node for this machine.
 *
 * @param wanted `lowest` of what our `engines` allow, `newest` in the registry, or a version
 */
export async function fetchNode(
  commands: Commands,
  folder: string,
  wanted: string
): Promise<OtherNode> {
  const name = `node-${process.platform}-${process.arch}`
  const prefix = join(folder, `node-${wanted}`)
  const spec = `${name}@${await versionOf(wanted)}`
  const options = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]
  const command = ["npm", "install", ...options, "--prefix", prefix, spec]
  await commands.run({ cwd: folder, command, log: `node-${wanted}` })
  const bin = join(prefix, "node_modules", name, "bin")
  const { stdout } = await promisify(execFile)(join(bin, "node"), ["--version"])
  return {
    version: stdout.trim(),
    env: { PATH: [bin, process.env.PATH].join(delimiter) },
  }
}

async function versionOf(wanted: string): Promise<string> {
  if (wanted === "newest") return "latest"
  if (wanted !== "lowest") return wanted
  const { engines } = z
    .object({ engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(await readFile(PACKAGE, "utf8")))
  const [lowest] = /\d+\.\d+\.\d+/.exec(engines.node) ?? []
  if (lowest === undefined) throw new Error(`engines.node of package.json has no version.`)
  return lowest
}
