import { createSandbox } from "../../src/sandbox"
import type { Lifecycle } from "./lifecycle"

export const SANDBOX_KEY = "sandbox-key"

/** Runs the sandbox of the payment service inside this process. @returns its root address. */
export async function startSandbox(lifecycle: Lifecycle, port: number): Promise<string> {
  const sandbox = createSandbox({ key: SANDBOX_KEY })
  const { url } = await sandbox.listen(port)
  lifecycle.onClose(() => sandbox.close())
  return url
}
