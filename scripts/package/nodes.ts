import { execFile } from "node:child_process"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import type { Commands } from "./commands"
import { versionOf } from "./versions"

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
  const spec = `${name}@${await versionOf("node", wanted)}`
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
