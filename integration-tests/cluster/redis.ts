import { execFile } from "node:child_process"
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { lastLines, startGuarded } from "../../scripts/lib/guarded-process"
import { freePort } from "../../scripts/lib/ports"
import type { Lifecycle } from "../../scripts/demo/lifecycle"

const START_LIMIT_MS = 15_000

/** @throws Error with one sentence, when there is no `redis-server` on the PATH. */
export async function checkRedis(): Promise<void> {
  try {
    await promisify(execFile)("redis-server", ["--version"])
  } catch {
    throw new Error(
      "There is no redis-server on the PATH: install Redis " +
        '("apt-get install redis-server" on Debian and Ubuntu, "brew install redis" on macOS) and run this again.'
    )
  }
}

/**
 * Starts a Redis of our own on a free port of 127.0.0.1, which keeps nothing on the disk.
 *
 * @returns its address
 * @throws Error with the end of its log
 */
export async function startRedis(lifecycle: Lifecycle, folder: string): Promise<string> {
  const port = await freePort()
  const logFile = `${folder}/redis.log`
  const flags = { port, bind: "127.0.0.1", save: "", appendonly: "no", dir: folder }
  const server = startGuarded({
    command: [
      "redis-server",
      ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]),
    ],
    cwd: folder,
    env: { PATH: process.env.PATH },
    logFile,
    stopSignal: "TERM",
  })
  lifecycle.onClose(() => server.stop())
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline && !server.hasExited()) {
    if (await listens(port)) return `redis://127.0.0.1:${port}`
    await sleep(50)
  }
  throw new Error(`Redis did not start. The end of its log:\n${await lastLines(logFile)}`)
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once("connect", () => {
      end(true)
    })
    socket.once("error", () => {
      end(false)
    })
  })
}
