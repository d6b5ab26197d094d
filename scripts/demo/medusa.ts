import { setTimeout as sleep } from "node:timers/promises"
import { type GuardedProcess, lastLines, startGuarded } from "../lib/guarded-process"
import type { Lifecycle } from "./lifecycle"
import { places } from "./places"

const START_LIMIT_MS = 120_000

/** The environment of a program, beside the few general variables that every one gets. */
export type Environment = Readonly<Record<string, string>>

interface Run {
  args: readonly string[]
  cwd: string
  env: Environment
  log: string
}

/**
 * Starts a program of Node's, such as Medusa's command line, with its output in `.demo/<log>.log`.
 * It sees none of our environment but where programs and the home folder are, so that no
 * secret and no database address of the developer's ever reaches it.
 */
function startNode(lifecycle: Lifecycle, program: string, run: Run): GuardedProcess {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  const child = startGuarded({
    command: [process.execPath, program, ...run.args],
    cwd: run.cwd,
    env: { PATH, HOME, TMPDIR, LANG, MEDUSA_DISABLE_TELEMETRY: "true", ...run.env },
    logFile: places.log(run.log),
    stopSignal: "TERM",
  })
  lifecycle.onClose(() => child.stop())
  return child
}

/** Runs one command of Medusa's to its end. @throws Error with the end of its log. */
export async function runMedusa(lifecycle: Lifecycle, run: Run): Promise<void> {
  const code = await startNode(lifecycle, places.medusaCli, run).exited
  if (code !== 0) throw await failure(`"medusa ${run.args.join(" ")}" failed`, run.log)
}

/** The same for the shop's bundler. */
export async function runVite(lifecycle: Lifecycle, run: Run): Promise<void> {
  const code = await startNode(lifecycle, places.viteCli, run).exited
  if (code !== 0) throw await failure(`"vite ${run.args.join(" ")}" failed`, run.log)
}

/** Starts a store's server and waits until it answers. @throws Error with the end of its log. */
export async function startStore(
  lifecycle: Lifecycle,
  url: string,
  env: Environment,
  { cwd, log }: { cwd: string; log: string } = { cwd: places.store, log: "medusa" }
): Promise<GuardedProcess> {
  const { hostname, port } = new URL(url)
  const args = ["start", "--host", hostname, "--port", port]
  const server = startNode(lifecycle, places.medusaCli, { args, cwd, env, log })
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline && !server.hasExited()) {
    if (await isHealthy(url)) return server
    await sleep(100)
  }
  throw await failure("The Medusa server did not start", log)
}

/** A sentence, and under it the last lines of the log that say why. */
export async function failure(sentence: string, log: string): Promise<Error> {
  const file = places.log(log)
  return new Error(`${sentence}. The end of ${file}:\n\n${await lastLines(file)}`)
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) })
    return response.ok
  } catch {
    return false
  }
}
