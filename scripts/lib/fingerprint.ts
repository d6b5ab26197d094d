import { createHash } from "node:crypto"
import { readdir, readFile, stat } from "node:fs/promises"
import { join, relative } from "node:path"

/**
 * One hash over the content of files and folders, to see whether anything has changed since.
 * Folders named `test` are left out, as in the build; what does not exist counts as empty.
 */
export async function contentFingerprint(paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256")
  for (const path of paths) {
    for (const file of await filesBelow(path)) {
      hash.update(relative(path, file)).update("\0")
      hash.update(await readFile(file)).update("\0")
    }
  }
  return hash.digest("hex")
}

/** The same over names, sizes and times of change: quick, for the output of a build. */
export async function outputFingerprint(folder: string): Promise<string> {
  const hash = createHash("sha256")
  for (const file of await filesBelow(folder)) {
    const { size, mtimeMs } = await stat(file)
    hash.update(`${relative(folder, file)}\0${size}\0${mtimeMs}\0`)
  }
  return hash.digest("hex")
}

async function filesBelow(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return []
  if (!found.isDirectory()) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  const names = entries.filter((entry) => entry.name !== "test").map((entry) => entry.name)
  const nested = await Promise.all(names.sort().map((name) => filesBelow(join(path, name))))
  return nested.flat()
}
