import { execFile } from "node:child_process"
import { realpath, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

interface User {
  uid: number
  gid: number
}

/** How to start PostgreSQL: as which user, and with what in front of the command. */
export interface Launch {
  /** Who must own the data; none where it is ourselves. */
  owner: User | undefined
  runAs: User | undefined
  prefix: string[]
}

/**
 * PostgreSQL refuses to run as root. Root therefore hands it to another user: the owner of the
 * data where there is some, else `postgres`, else `nobody`; no user is added to the machine.
 * Where that user cannot enter the project's folder (a clone in /root, say), `setpriv` gives it
 * the one right that it lacks.
 *
 * @throws Error with one sentence, when the user cannot read the folder and `setpriv` is missing.
 */
export async function launchAs(dataDir: string, folders: readonly string[]): Promise<Launch> {
  if (process.getuid?.() !== 0) return { owner: undefined, runAs: undefined, prefix: [] }
  const user = (await ownerOf(dataDir)) ?? (await idsOf("postgres")) ?? (await idsOf("nobody"))
  if (user === undefined) {
    throw new Error("PostgreSQL must not run as root, and there is neither postgres nor nobody.")
  }
  if (await canEnter(user, folders)) return { owner: user, runAs: user, prefix: [] }
  if (!(await run("setpriv", ["--version"]).then(Boolean, () => false))) {
    throw new Error(
      `PostgreSQL must not run as root, and the user it runs as cannot read ${dirname(dataDir)}: ` +
        `move the project to a folder that everybody may enter, /srv for instance.`
    )
  }
  return { owner: user, runAs: undefined, prefix: borrowedRights(user) }
}

/**
 * `dac_override` lets the user pass folders that are closed to it. The secure bit keeps that right
 * in access(2), with which PostgreSQL looks for its own programs.
 */
function borrowedRights({ uid, gid }: User): string[] {
  const ids = [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"]
  const rights = ["--inh-caps=+dac_override", "--ambient-caps=+dac_override"]
  return ["setpriv", ...ids, "--securebits=+no_setuid_fixup", ...rights, "--"]
}

async function ownerOf(folder: string): Promise<User | undefined> {
  const found = await stat(folder).catch(() => undefined)
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid }
}

async function idsOf(name: string): Promise<User | undefined> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

async function canEnter(user: User, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    let path = await realpath(folder)
    for (;;) {
      const { mode, uid, gid } = await stat(path)
      const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
      if (((mode >> shift) & 0o1) === 0) return false
      if (path === dirname(path)) break
      path = dirname(path)
    }
  }
  return true
}
