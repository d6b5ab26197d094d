import { benchSweep } from "./sweep"

/** Prints what was measured on this machine. Compare within one run only. */
benchSweep().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
