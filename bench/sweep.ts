import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { sweepCashDesk } from "../src/workflows/reconcile/runner"
import { openLedgerDatabase } from "./ledger-database"
import { startQuietService } from "./quiet-service"
import { countPaid, reconciliation, spread } from "./reconciliation"
import { keepResults, type Row } from "./results"
import { benchWorkers } from "./workers"

const SIZES = [1_000, 10_000, 100_000, 1_000_000]
const LIMITS = { callsPerSweep: 100, concurrency: 4 }
/** Of all open invoices, how many are paid and no webhook tells of it, */
const PAID_SHARE = 0.01
/** and how many of these between two sweeps. */
const PAID_AT_ONCE = 50

type Measured = {
  open: number
  paid: number
  sweeps: number
  calls: number
  seconds: number
  /** Megabytes of the heap at its largest, over what it was before the first sweep. */
  heapMb: number
  tableMb: number
  indexesMb: number
}

/**
 * Sweeps ledgers of a thousand to a million open invoices that are all due, on a real PostgreSQL and over
 * HTTP, until every payment that nobody announced is found. What Medusa does with a payment that is found
 * is left out.
 */
export async function benchSweep(): Promise<void> {
  const rows: Row[] = []
  for (const open of SIZES) {
    rows.push(rowOf(await measure(open)))
    console.table(rows)
  }
  await keepResults("Reconciler", NOTE, rows)
  await benchWorkers()
}

const NOTE =
  "Open invoices that are all due, one in a hundred of them paid with its webhook lost, fifty between two " +
  "sweeps, until all are found. The ledger is in a PostgreSQL of its own, the service answers over HTTP, and " +
  "what Medusa does with a payment that is found is left out. The goal: the cost of an open invoice is flat or " +
  "falls, and the heap takes under 50 MB more for a million than for a thousand."

function rowOf(measured: Measured): Row {
  const { open, seconds } = measured
  const count = (value: number) => value.toLocaleString("en")
  return {
    "open invoices": count(open),
    "paid unheard": count(measured.paid),
    sweeps: count(measured.sweeps),
    calls: count(measured.calls),
    seconds: seconds.toFixed(1),
    "ms for an open invoice": ((seconds * 1_000) / open).toFixed(3),
    "heap (MB more)": measured.heapMb.toFixed(1),
    "table (MB)": measured.tableMb.toFixed(1),
    "its indexes (MB)": measured.indexesMb.toFixed(1),
  }
}

async function measure(open: number): Promise<Measured> {
  const { sql, close } = await openLedgerDatabase()
  const service = await startQuietService()
  try {
    await fill(sql, service.url, open)
    const { dependencies } = reconciliation(sql, service.url, { sweepSeconds: 0 })
    const toPay = spread(open, Math.max(1, Math.round(open * PAID_SHARE)))
    const paid = toPay.length
    const heapBefore = heapMb()
    let [sweeps, seconds, heapMost] = [0, 0, 0]
    while (toPay.length > 0 || (await countPaid(sql)) < paid) {
      for (const number of toPay.splice(0, PAID_AT_ONCE)) service.pay(number)
      const start = performance.now()
      await sweepCashDesk(dependencies, LIMITS, "main")
      seconds += (performance.now() - start) / 1_000
      sweeps += 1
      if (sweeps % 10 === 1) heapMost = Math.max(heapMost, heapMb() - heapBefore)
      if (sweeps > open) throw new Error("Payments nobody announced were not all found.")
    }
    const calls = service.takeCalls()
    return { open, paid, sweeps, calls, seconds, heapMb: heapMost, ...(await sizes(sql)) }
  } finally {
    service.close()
    await close()
  }
}

/** Open invoices that are all due, made over the last week. */
async function fill(sql: Knex, serviceUrl: string, count: number): Promise<void> {
  await sql.raw(
    `INSERT INTO checkout_uz_invoice (
       id, service_url, cash_desk, number, uuid, key_fingerprint, state, provider_id,
       payment_collection_id, currency_code, session_amount, raw_session_amount, invoice_amount,
       raw_invoice_amount, return_address, payment_url, pay_via, custom_payment_pages, expires_at,
       webhook_token, next_check_at, created_at)
     SELECT 'cuinv_' || n, ?, 'main', n::text, '', '', CASE WHEN n % 4 = 0 THEN 'pending' ELSE 'expired' END,
            'pp_checkout-uz_main', 'pay_col_' || n, 'uzs', 65000, '{"value":"65000"}', 65000,
            '{"value":"65000"}', '', 'https://checkout.uz/pay/' || n, '{}', '[]',
            now() - random() * interval '6 days', 'token', now() - random() * interval '1 hour',
            now() - interval '6 days'
       FROM generate_series(1, CAST(? AS int)) n`,
    [serviceUrl, count]
  )
  await sql.raw("ANALYZE checkout_uz_invoice")
}

async function sizes(sql: Knex): Promise<{ tableMb: number; indexesMb: number }> {
  const result: unknown = await sql.raw(
    `SELECT pg_table_size('checkout_uz_invoice') / 1048576.0 AS table_mb,
            pg_indexes_size('checkout_uz_invoice') / 1048576.0 AS indexes_mb`
  )
  const row = z.object({ table_mb: z.coerce.number(), indexes_mb: z.coerce.number() })
  const [size] = z.object({ rows: z.tuple([row]) }).parse(result).rows
  return { tableMb: size.table_mb, indexesMb: size.indexes_mb }
}

function heapMb(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1024 / 1024
}
