import { existsSync, readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"

/** A Medusa store in a folder: the command line of the Medusa that it has itself. */
export type FoundStore =
  | { kind: "found"; medusa: string }
  /** `elsewhere`: where below that folder one is, relative to it. */
  | { kind: "none"; elsewhere: string | undefined }

export function findStore(folder: string): FoundStore {
  const medusa = hasConfig(folder) ? findMedusa(folder) : undefined
  if (medusa !== undefined) return { kind: "found", medusa }
  const below = foldersIn(folder).flatMap((one) => [one, ...foldersIn(one)])
  const store = below.find(hasConfig)
  return { kind: "none", elsewhere: store && relative(folder, store) }
}

function hasConfig(folder: string): boolean {
  return ["ts", "js", "mjs", "cjs"].some((end) => existsSync(join(folder, `medusa-config.${end}`)))
}

function findMedusa(store: string): string | undefined {
  try {
    const found = createRequire(join(store, "package.json")).resolve("@medusajs/cli/package.json")
    return join(dirname(found), "cli.js")
  } catch {
    // Not installed there, which is all that can be said.
    return undefined
  }
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name))
      .map((entry) => join(folder, entry.name))
  } catch {
    // One that may not be read has no store for who asks.
    return []
  }
}
