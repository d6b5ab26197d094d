import { readFile } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { join } from "node:path"
import type { Lifecycle } from "../demo/lifecycle"
import { type GuardedProcess, lastLines, startGuarded } from "../lib/guarded-process"

const START_LIMIT_MS = 180_000

export type Run = {
  cwd: string
  command: readonly string[]
  log: string
  env?: Readonly<Record<string, string>>
}

/** Where programs are, and how this machine reaches a registry; nothing else of the developer's. */
const OF_THE_MACHINE =
  /^(PATH|HOME|TMPDIR|LANG|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(https?|no)_proxy|npm_config_(registry|cache|userconfig))$/i
const machine = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => OF_THE_MACHINE.test(name))
)

/** Runs programs in a store's folder as a developer would, and keeps what they print. */
export function commandsIn(lifecycle: Lifecycle, logs: string) {
  const logFile = (name: string) => join(logs, `${name}.log`)

  const start = ({ cwd, command, log, env }: Run): GuardedProcess => {
    const child = startGuarded({
      command,
      cwd,
      env: { ...machine, CI: "true", MEDUSA_DISABLE_TELEMETRY: "true", ...env },
      logFile: logFile(log),
      stopSignal: "TERM",
    })
    lifecycle.onClose(() => child.stop())
    return child
  }

  const failure = async (message: string, log: string) =>
    new Error(`${message}. The end of its output:\n\n${await lastLines(logFile(log), 30)}`)

  return {
    /** @throws Error with the end of what it printed, unless it ends with 0. */
    run: async (program: Run): Promise<void> => {
      const code = await start(program).exited
      if (code !== 0) {
        throw await failure(`"${program.command.join(" ")}" ended with ${code}`, program.log)
      }
    },

    /** Runs a program that may fail. @returns how it ended, and the lines that it printed. */
    ask: async (program: Run): Promise<{ code: number; printed: string }> => {
      const code = await start(program).exited
      return { code, printed: await readFile(logFile(program.log), "utf8") }
    },

    /** Starts a program and waits until an address answers. */
    serve: async (program: Run, url: string): Promise<GuardedProcess> => {
      const server = start(program)
      const deadline = Date.now() + START_LIMIT_MS
      while (Date.now() < deadline && !server.hasExited()) {
        const answer = await fetch(url).catch(() => undefined)
        if (answer?.ok) return server
        await sleep(200)
      }
      throw await failure(`"${program.command.join(" ")}" does not answer`, program.log)
    },
  }
}

export type Commands = ReturnType<typeof commandsIn>
