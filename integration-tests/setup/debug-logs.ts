import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/**
 * Medusa's logger decides how much it says, and where, when it is loaded: import this file before
 * anything of Medusa.
 */
export const LOG_FILE = join(mkdtempSync(join(tmpdir(), "checkout-uz-logs-")), "medusa.log")

process.env.LOG_LEVEL = "debug"
process.env.LOG_FILE = LOG_FILE
