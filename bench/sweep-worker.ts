import { once } from "node:events"
import { setTimeout as delay } from "node:timers/promises"
import { knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { sweepDesks } from "../src/workflows/reconcile/desks"
import { reconciliation } from "./reconciliation"

/** Between two walks over the desks; a store's job waits five seconds. */
const PAUSE_MS = 200
const LIMITS = { callsPerSweep: 100, concurrency: 4 }

const given = z
  .object({
    BENCH_DATABASE_URL: z.url(),
    BENCH_SERVICE_URL: z.url(),
    BENCH_SWEEP_SECONDS: z.coerce.number(),
  })
  .parse(process.env)

/** A worker of a store: from the first message to the second it sweeps whatever desks it may. */
async function work(): Promise<void> {
  const sql = knex({
    client: "pg",
    connection: given.BENCH_DATABASE_URL,
    pool: { min: 1, max: 8 },
  })
  const { dependencies, desksWithOpenInvoices } = reconciliation(sql, given.BENCH_SERVICE_URL, {
    sweepSeconds: given.BENCH_SWEEP_SECONDS,
  })
  await sql.raw("SELECT 1")
  const begun = once(process, "message")
  process.send?.("ready")
  await begun
  const over = new AbortController()
  process.once("message", () => {
    over.abort()
  })
  let sweeps = 0
  while (!over.signal.aborted) {
    const reports = await sweepDesks(dependencies, LIMITS, await desksWithOpenInvoices())
    sweeps += reports.filter(({ asked }) => asked > 0).length
    await delay(PAUSE_MS)
  }
  process.send?.(sweeps)
  process.disconnect()
  await sql.destroy()
}

void work()
