import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { captureOutput } from "./leaks"

// Medusa's logger decides how much it says, where, and through which console, when it is loaded:
// import this file before anything of Medusa.

/** Everything this process prints. */
export const OUTPUT = captureOutput()

/** Where the logger writes besides. */
export const LOG_FILE = join(mkdtempSync(join(tmpdir(), "checkout-uz-logs-")), "medusa.log")

process.env.LOG_LEVEL = "debug"
process.env.LOG_FILE = LOG_FILE
