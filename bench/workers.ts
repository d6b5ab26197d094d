import { fork, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { loadavg } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { openLedgerDatabase } from "./ledger-database"
import { startQuietService } from "./quiet-service"
import { countPaid, spread } from "./reconciliation"
import { keepResults, type Row } from "./results"
import { medianOf } from "./median"

const DESKS = 8
const INVOICES_OF_A_DESK = 300
/** Of each desk; the last of them is the last that is due. */
const PAID_OF_A_DESK = 10
/** As over the internet: a worker waits for the service most of the time. */
const ANSWER_MS = 150
/** As a store has it that sets nothing. */
const SWEEP_SECONDS = 15
const RUNS = 5
const LIMIT_MS = 600_000

type Place = { sql: Knex; url: string; serviceUrl: string }
type Found = { seconds: number; sweeps: number[] }

/** How long one worker and two take until all payments that nobody announced are found. */
export async function benchWorkers(): Promise<void> {
  const { sql, url, close } = await openLedgerDatabase()
  const service = await startQuietService({ answerMs: ANSWER_MS, tellsHistory: false })
  try {
    for (const number of paidNumbers(DESKS)) service.pay(number)
    const rows: Row[] = []
    for (const desks of [DESKS, 1]) {
      rows.push(await compare({ sql, url, serviceUrl: service.url }, desks))
      console.table(rows)
    }
    await keepResults(
      "Two workers",
      `${NOTE} The machine's load was ${load()} when it ended.`,
      rows
    )
  } finally {
    service.close()
    await close()
  }
}

const NOTE =
  `Cash desks with ${INVOICES_OF_A_DESK} open invoices each, all due, ${PAID_OF_A_DESK} of them paid with their webhooks ` +
  `lost and out of the history's reach: seconds until all are found, the median of ${RUNS} runs that one worker and two ` +
  `take in turn. A worker is a process of its own, the service answers after ${ANSWER_MS} ms, and the limits are the ` +
  `options' defaults: a desk is swept every ${SWEEP_SECONDS} seconds over all workers, with 100 calls, 4 at once. So a ` +
  "second worker takes other desks while the first one waits, and finds nothing faster at a single desk."

async function compare(place: Place, desks: number): Promise<Row> {
  const runs: { one: Found; two: Found }[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const one = await find(place, desks, 1)
    runs.push({ one, two: await find(place, desks, 2) })
  }
  const one = medianOf(runs.map((run) => run.one.seconds))
  const two = medianOf(runs.map((run) => run.two.seconds))
  const seconds = runs.map(
    (run) => `${run.one.seconds.toFixed(1)} and ${run.two.seconds.toFixed(1)}`
  )
  const sweeps = runs.map((run) => run.two.sweeps.join(" and "))
  return {
    "cash desks": String(desks),
    "due invoices": (desks * INVOICES_OF_A_DESK).toLocaleString("en"),
    "paid unheard": String(desks * PAID_OF_A_DESK),
    "one worker (s)": one.toFixed(1),
    "two workers (s)": two.toFixed(1),
    ratio: (two / one).toFixed(2),
    "ratio within a round, median": medianOf(
      runs.map((run) => run.two.seconds / run.one.seconds)
    ).toFixed(2),
    goal: desks > 1 ? "at most 0.6" : "about 1",
    "each run (s)": seconds.join("; "),
    "sweeps of either worker": sweeps.join("; "),
  }
}

async function find(place: Place, desks: number, workers: number): Promise<Found> {
  await fill(place, desks)
  const started = await Promise.all(Array.from({ length: workers }, () => startWorker(place)))
  const begun = performance.now()
  for (const worker of started) worker.send("begin")
  const paid = paidNumbers(desks).length
  while ((await countPaid(place.sql)) < paid) {
    if (performance.now() - begun > LIMIT_MS) throw new Error("Not all payments were found.")
    await delay(20)
  }
  const seconds = (performance.now() - begun) / 1_000
  return { seconds, sweeps: await Promise.all(started.map(endWorker)) }
}

async function startWorker({ url, serviceUrl }: Place): Promise<ChildProcess> {
  const worker = fork(join(__dirname, "sweep-worker.ts"), {
    env: {
      ...process.env,
      BENCH_DATABASE_URL: url,
      BENCH_SERVICE_URL: serviceUrl,
      BENCH_SWEEP_SECONDS: String(SWEEP_SECONDS),
    },
  })
  await once(worker, "message")
  return worker
}

/** @returns how many sweeps it made that asked about anything */
async function endWorker(worker: ChildProcess): Promise<number> {
  const told = once(worker, "message")
  const ended = once(worker, "exit")
  worker.send("end")
  const [sweeps] = z
    .tuple([z.number()])
    .rest(z.unknown())
    .parse(await told)
  await ended
  return sweeps
}

/** Open invoices that are due in the order of their numbers, which no other desk has. */
async function fill({ sql, serviceUrl }: Place, desks: number): Promise<void> {
  await sql.raw(
    "TRUNCATE checkout_uz_invoice, checkout_uz_invoice_transition, checkout_uz_cash_desk"
  )
  await sql.raw(
    `INSERT INTO checkout_uz_invoice (
       id, service_url, cash_desk, number, uuid, key_fingerprint, state, provider_id,
       payment_collection_id, currency_code, session_amount, raw_session_amount, invoice_amount,
       raw_invoice_amount, return_address, payment_url, pay_via, custom_payment_pages, expires_at,
       webhook_token, next_check_at, created_at)
     SELECT 'cuinv_' || n, ?, 'desk ' || (n - 1) / ? + 1, n::text, '', '', 'expired',
            'pp_checkout-uz_main', 'pay_col_' || n, 'uzs', 65000, '{"value":"65000"}', 65000,
            '{"value":"65000"}', '', 'https://checkout.uz/pay/' || n, '{}', '[]',
            now() - interval '5 days', 'token', now() - interval '1 day' + n * interval '1 second',
            now() - interval '6 days'
       FROM generate_series(1, CAST(? AS int)) n`,
    [serviceUrl, INVOICES_OF_A_DESK, desks * INVOICES_OF_A_DESK]
  )
  await sql.raw(
    `INSERT INTO checkout_uz_cash_desk (id, service_url, handle, swept_at)
     SELECT 'cudesk_' || n, ?, 'desk ' || n, now() - interval '1 hour' FROM generate_series(1, CAST(? AS int)) n`,
    [serviceUrl, desks]
  )
  await sql.raw("ANALYZE checkout_uz_invoice")
}

function paidNumbers(desks: number): number[] {
  const lastFirst = spread(INVOICES_OF_A_DESK, PAID_OF_A_DESK).map(
    (n) => INVOICES_OF_A_DESK + 1 - n
  )
  return Array.from({ length: desks }, (_, desk) =>
    lastFirst.map((number) => desk * INVOICES_OF_A_DESK + number)
  ).flat()
}

const load = () => loadavg()[1]?.toFixed(1) ?? "unknown"
