import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { folder } from "./folder"
import { newLifecycle } from "../../../scripts/demo/lifecycle"
import { startDemo } from "../../../scripts/demo/run"
import { freePort } from "../../../scripts/lib/ports"
import { fillLedger } from "./fill-ledger"
import { findChromium } from "./chromium"

/** Shared with what stops it, which runs in the same process. */
export const running: { stop: () => Promise<void> } = { stop: () => Promise.resolve() }

/**
 * Starts the demo's store with its admin in a folder of its own, and lets customers pay, so that
 * there is something to see. The tests find it through the file named in `E2E_STORE`.
 */
export async function openFilledStore(): Promise<void> {
  await findChromium()
  const lifecycle = newLifecycle()
  running.stop = async () => {
    await lifecycle.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const { state, databaseUrl } = await startDemo(lifecycle, {
      once: false,
      reset: false,
      port: await freePort(),
      sandboxPort: await freePort(),
      storefrontPort: await freePort(),
    })
    await fillLedger(state, databaseUrl)
    process.env.E2E_STORE = join(folder, "store.json")
    await writeFile(process.env.E2E_STORE, JSON.stringify({ state, databaseUrl }))
  } catch (error) {
    // No teardown follows a setup that failed.
    await running.stop()
    throw error
  }
}
