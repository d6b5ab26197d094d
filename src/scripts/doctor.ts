import type { ExecArgs } from "@medusajs/framework/types"
import { DOCTOR_MARKER, type Finding } from "../contract"
import { checkEverything } from "../workflows/doctor"

/** Prints the findings as JSON behind a marker, for `npx medusa-payment-checkout-uz doctor`. */
export default async function doctor({ container }: ExecArgs): Promise<void> {
  // Medusa runs scripts as a server of several, whatever the store is.
  const findings: Finding[] = await checkEverything(container, { knowsWorkerMode: false })
  process.stdout.write(`\n${DOCTOR_MARKER}${JSON.stringify({ findings })}\n`)
}
