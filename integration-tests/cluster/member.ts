import { setTimeout as sleep } from "node:timers/promises"
import { connect } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import type { Lifecycle } from "../../scripts/demo/lifecycle"
import type { Environment } from "../../scripts/demo/medusa"
import { places } from "../../scripts/demo/places"
import { type GuardedProcess, lastLines, startGuarded } from "../../scripts/lib/guarded-process"
import { portIsFree } from "../../scripts/lib/ports"

const START_LIMIT_MS = 120_000
const STORE = join(__dirname, "store")
const COUNTDOWN = join(__dirname, "countdown.mjs")

export type MemberName = "server 1" | "server 2" | "worker"

/** One Medusa process of the cluster, which may be killed and started any number of times. */
export type Member = {
  name: MemberName
  url: string
  /** Starts it and waits until it answers. @throws Error with the end of its log. */
  start: () => Promise<void>
  /** SIGKILL, to the process and all it started. */
  kill: () => Promise<void>
  isUp: () => boolean
  /**
   * Has it die in place of its nth statement or request from now on.
   *
   * @returns how many it has sent since it was armed the last time
   */
  dieAt: (step: number) => Promise<number>
  /** The log of each of its lives, the latest last. */
  logs: () => readonly string[]
}

/** What a Medusa program is started with. */
export type Run = { args: readonly string[]; env: Environment; logFile: string }

/** Medusa's command line in the cluster's store; of our own environment it sees next to nothing. */
function startMedusa({ args, env, logFile }: Run): GuardedProcess {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  return startGuarded({
    command: [process.execPath, places.medusaCli, ...args],
    cwd: STORE,
    env: { PATH, HOME, TMPDIR, LANG, MEDUSA_DISABLE_TELEMETRY: "true", ...env },
    logFile,
    stopSignal: "TERM",
  })
}

/** Runs one of Medusa's commands to its end. @throws Error with the end of its log. */
export async function runMedusa(lifecycle: Lifecycle, run: Run): Promise<void> {
  const command = startMedusa(run)
  lifecycle.onClose(() => command.stop())
  if ((await command.exited) === 0) return
  const log = await lastLines(run.logFile)
  throw new Error(`"medusa ${run.args.join(" ")}" failed. The end of its log:\n${log}`)
}

/** A member that is not started yet. Its port stays the same over all its lives. */
export function newMember(
  lifecycle: Lifecycle,
  { name, port, folder, env }: { name: MemberName; port: number; folder: string; env: Environment }
): Member {
  const url = `http://127.0.0.1:${port}`
  const socket = join(folder, `${name.replace(" ", "-")}.sock`)
  const logs: string[] = []
  let running: GuardedProcess | undefined
  let healthy = false

  const start = async () => {
    const logFile = join(folder, `${name.replace(" ", "-")}.${logs.length + 1}.log`)
    logs.push(logFile)
    const process = startMedusa({
      args: ["start", "--host", "127.0.0.1", "--port", String(port)],
      env: {
        ...env,
        MEDUSA_WORKER_MODE: name === "worker" ? "worker" : "server",
        NODE_OPTIONS: `--import ${COUNTDOWN}`,
        COUNTDOWN_SOCKET: socket,
      },
      logFile,
    })
    running = process
    const deadline = Date.now() + START_LIMIT_MS
    while (Date.now() < deadline && !process.hasExited()) {
      healthy = await answersHealth(url)
      if (healthy) return
      await sleep(100)
    }
    throw new Error(`The ${name} did not start. The end of its log:\n${await lastLines(logFile)}`)
  }
  const kill = async () => {
    healthy = false
    await running?.kill()
  }
  lifecycle.onClose(() => running?.stop())
  return {
    name,
    url,
    start,
    kill,
    isUp: () => healthy && running?.hasExited() === false,
    dieAt: (step) => askCountdown(socket, step),
    logs: () => logs,
  }
}

/** One line to `countdown.mjs` in the member's process, and its answer. */
async function askCountdown(path: string, step: number): Promise<number> {
  const socket = connect(path)
  socket.write(`${step}\n`)
  return Number(await text(socket))
}

/**
 * Three free ports below those that operating systems give to outgoing connections: while a member
 * is dead, no connection of somebody else's takes its port.
 */
export async function steadyPorts(): Promise<[number, number, number]> {
  const found: number[] = []
  for (let port = 20_000 + (process.pid % 9_000); found.length < 3 && port < 32_000; port += 1) {
    if (await portIsFree(port)) found.push(port)
  }
  const [one, two, three] = found
  if (one === undefined || two === undefined || three === undefined) {
    throw new Error("There are no three free ports from 20000 to 32000 on 127.0.0.1.")
  }
  return [one, two, three]
}

async function answersHealth(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}
