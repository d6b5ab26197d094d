import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { createCheckoutUzClient } from "../src/client"
import { Credentials } from "../src/modules/checkout-uz/credentials/credentials"
import type { Invoice } from "../src/modules/checkout-uz"
import { verifyInvoice } from "../src/modules/checkout-uz/invoices/verify"
import { Polling } from "../src/modules/checkout-uz/invoices/polling"
import { pollingIn, type ReconcileDependencies } from "../src/workflows/reconcile/dependencies"
import { sweepCashDesk } from "../src/workflows/reconcile/runner"
import { openLedgerDatabase } from "./ledger-database"
import { startQuietService } from "./quiet-service"

const SIZES = [4_000, 20_000, 100_000]
const SWEEPS = 25
const LIMITS = { callsPerSweep: 100, concurrency: 4 }
const PAID = 40

type Measured = {
  open: number
  /** Milliseconds of one sweep in the middle of many. */
  medianMs: number
  mostCalls: number
  /** Megabytes the heap has grown from the fifth sweep to the last. */
  heapGrowthMb: number
  /** Sweeps until every payment nobody announced was found. */
  sweepsToFind: number
}

/**
 * Sweeps ledgers of four thousand to a hundred thousand open invoices that are all due, on a real
 * PostgreSQL and over HTTP. What Medusa does with a payment that is found is left out.
 */
export async function benchSweep(): Promise<void> {
  const rows: Measured[] = []
  for (const open of SIZES) rows.push(await measure(open))
  const [smallest] = rows
  process.stdout.write(
    `\nA sweep of one cash desk, ${SWEEPS} sweeps, every open invoice due, ${PAID} paid unheard\n`
  )
  console.table(
    rows.map((row) => ({
      "open invoices": row.open,
      "median ms": row.medianMs.toFixed(0),
      "times the smallest": (row.medianMs / (smallest?.medianMs ?? 1)).toFixed(2),
      "most calls in a sweep": row.mostCalls,
      "heap growth MB": row.heapGrowthMb.toFixed(1),
      "sweeps to find all": row.sweepsToFind,
    }))
  )
}

async function measure(open: number): Promise<Measured> {
  const { sql, close } = await openLedgerDatabase()
  const service = await startQuietService()
  try {
    const numbers = await fill(sql, service.url, open)
    const dependencies = reconciliation(sql, service.url)
    const times: number[] = []
    let mostCalls = 0
    let heapBefore = 0
    let sweepsToFind = 0
    for (const number of spread(numbers, PAID)) service.pay(number)
    for (let sweep = 1; sweep <= SWEEPS; sweep++) {
      const start = performance.now()
      await sweepCashDesk(dependencies, LIMITS, "main")
      times.push(performance.now() - start)
      mostCalls = Math.max(mostCalls, service.takeCalls())
      if (sweepsToFind === 0 && (await countPaid(sql)) === PAID) sweepsToFind = sweep
      if (sweep === 5) heapBefore = heapMb()
    }
    if (sweepsToFind === 0) throw new Error("Payments nobody announced were not all found.")
    times.sort((a, b) => a - b)
    return {
      open,
      medianMs: times[Math.floor(times.length / 2)] ?? 0,
      mostCalls,
      heapGrowthMb: heapMb() - heapBefore,
      sweepsToFind,
    }
  } finally {
    service.close()
    await close()
  }
}

/** The real runner and ledger; only settling in Medusa is replaced by verifying alone. */
function reconciliation(sql: Knex, serviceUrl: string): ReconcileDependencies {
  const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore }
  const client = createCheckoutUzClient({ apiKey: "bench", baseUrl: serviceUrl, logger: silent })
  const credentials = new Credentials({
    sql,
    serviceUrl,
    encryption: undefined,
    configuredKey: () => "bench",
    connect: () => client,
    logError: ignore,
  })
  const polling = new Polling({
    sql,
    serviceUrl,
    watchDays: () => Promise.resolve(7),
    sweepSeconds: 0,
    credentials,
  })
  const verifying = {
    sql,
    requestStatus: (invoice: Invoice) => credentials.statusOf(invoice),
    warn: ignore,
  }
  return {
    ...pollingIn(polling),
    settle: async (due) => {
      const verification = await verifyInvoice(verifying, due, { wait: true })
      const { invoice } = verification
      return verification.kind === "unpaid"
        ? { kind: "not_paid", invoice }
        : { kind: "settled", invoice }
    },
    alert: (message) => {
      throw new Error(message)
    },
    inform: ignore,
  }
}

/** Open invoices that are all due, made over the last week. Returns their numbers. */
async function fill(sql: Knex, serviceUrl: string, count: number): Promise<number[]> {
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
  return Array.from({ length: count }, (_, index) => index + 1)
}

async function countPaid(sql: Knex): Promise<number> {
  const result: unknown = await sql.raw(
    "SELECT count(*)::int AS paid FROM checkout_uz_invoice WHERE state = 'paid'"
  )
  return z.object({ rows: z.tuple([z.object({ paid: z.number() })]) }).parse(result).rows[0].paid
}

function spread(numbers: readonly number[], count: number): number[] {
  const step = Math.floor(numbers.length / count)
  return numbers.filter((_, index) => index % step === 0).slice(0, count)
}

function heapMb(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

function ignore(): void {
  // Nothing is told while measuring.
}
