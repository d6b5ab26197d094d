import { spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync } from "node:fs"
import { readFile } from "node:fs/promises"

/**
 * Runs a program and ends it when the pipe on standard input closes. The kernel closes the pipe
 * however the parent ends, also by SIGKILL, so no program started here outlives its parent.
 */
const GUARD = `
exec 3<&0
stop=$1; shift
"$@" </dev/null 3<&- &
child=$!
( read -r _ <&3; kill -s "$stop" "$child" ) >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait "$child"
code=$?
kill "$watcher" >/dev/null 2>&1
exit "$code"`

export interface GuardedProcessOptions {
  /** The program and its arguments. */
  command: readonly string[]
  cwd: string
  /** The whole environment of the program; nothing is inherited. */
  env: Record<string, string | undefined>
  /** Standard output and error go here; an earlier file is replaced. */
  logFile: string
  /** What asks the program to end. */
  stopSignal: "INT" | "TERM"
  /** Which user runs it, where it must not be ours. */
  runAs?: { uid: number; gid: number } | undefined
}

export interface GuardedProcess {
  /** The exit code (128 + number for a signal), once the program has ended. */
  exited: Promise<number>
  hasExited: () => boolean
  /** Asks the program to end, waits for it, and kills it after `patienceMs` milliseconds. */
  stop: (patienceMs?: number) => Promise<void>
  /** Ends it without a word, with everything it started, as a power cut would. */
  kill: () => Promise<void>
}

/** Starts a program in a process group of its own, so that Ctrl-C reaches us first. */
export function startGuarded(options: GuardedProcessOptions): GuardedProcess {
  const log = openSync(options.logFile, "w")
  const child = spawn("/bin/sh", ["-c", GUARD, "guard", options.stopSignal, ...options.command], {
    cwd: options.cwd,
    env: options.env,
    stdio: ["pipe", log, log],
    detached: true,
    ...options.runAs,
  })
  closeSync(log)
  child.stdin?.on("error", () => undefined)

  let ended = false
  const exited = once(child, "exit").then(
    ([code, signal]: unknown[]) => {
      ended = true
      return typeof code === "number" ? code : signal === null ? 1 : 137
    },
    () => {
      ended = true
      return 127
    }
  )

  const stop = async (patienceMs = 10_000) => {
    if (ended) return
    child.stdin?.destroy()
    const timer = setTimeout(() => {
      killGroup(child.pid)
    }, patienceMs)
    await exited
    clearTimeout(timer)
  }
  const kill = async () => {
    if (ended) return
    killGroup(child.pid)
    await exited
  }
  return { exited, hasExited: () => ended, stop, kill }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    // The group ended between the timer and the signal: that is what was wanted.
  }
}

/** The last lines of a log, for the sentence that says why a program failed. */
export async function lastLines(file: string, count = 15): Promise<string> {
  const text = await readFile(file, "utf8").catch(() => "")
  return text.trimEnd().split("\n").slice(-count).join("\n")
}
