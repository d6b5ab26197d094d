import { mkdirSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Where these tests keep their store. To be imported before the demo's parts, which read it on loading. */
export const folder = mkdtempSync(join(tmpdir(), "checkout-uz-e2e-"))

process.env.DEMO_FOLDER = join(folder, "demo")
mkdirSync(process.env.DEMO_FOLDER)
