import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { InvoiceQueries } from "../../src/modules/checkout-uz/invoices/queries"
import { Attention } from "../../src/modules/checkout-uz/attention"
import { findById } from "../../src/modules/checkout-uz/invoices/repository"
import { prune } from "../../src/modules/checkout-uz/prune"
import { Deliveries } from "../../src/modules/checkout-uz/webhooks/deliveries"
import { ROWS, someInvoices } from "./fill"
import { medianOf } from "../median"

const READ = 200
export const SERVICE = "https://checkout.uz/api/v1"

export async function secondsOf(job: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await job()
  return (performance.now() - begun) / 1_000
}

async function medianMs<T>(
  items: readonly T[],
  job: (item: T) => Promise<unknown>
): Promise<number> {
  const times: number[] = []
  for (const item of items) times.push((await secondsOf(() => job(item))) * 1_000)
  return medianOf(times)
}

/** What the plugin asks of the two tables, in milliseconds, by its own functions. */
export async function measureStatements(sql: Knex) {
  const queries = new InvoiceQueries({ sql, serviceUrl: SERVICE })
  const attention = new Attention({ sql, serviceUrl: SERVICE })
  const deliveries = new Deliveries(sql)
  const ids = await someInvoices(sql, READ)
  const first = ids[0] ?? ""
  const lines = await queries.transitionsOf(first)
  const kept = await queries.deliveriesOf(first)
  if (lines.length === 0 || kept.length === 0) throw new Error("An invoice has no history.")
  const invoice = await findById(sql, first)
  if (invoice === undefined) throw new Error("There are too few invoices.")
  const body = Buffer.alloc(200, "{}")
  const keep = (invoiceId: string) =>
    deliveries.keep({ cashDesk: "main", invoiceId, tokenMatched: true, body })
  // What is read first of a connection is prepared for the others.
  await medianMs(ids.slice(0, 20), (id) => queries.transitionsOf(id))
  return {
    history: await medianMs(ids, (id) => queries.transitionsOf(id)),
    webhooks: await medianMs(ids, (id) => queries.deliveriesOf(id)),
    line: await medianMs(ids, () => attention.noteInHistory(invoice, { actorId: "user_bench" })),
    webhook: await medianMs(ids, keep),
  }
}

/** Prunes the oldest month of webhooks as the plugin does. */
export async function pruneOldest(sql: Knex, months: number) {
  const days = await daysAgo(sql, months - 1)
  let deleted = 0
  const seconds = await secondsOf(async () => {
    deleted = (await prune(sql, { deliveryDays: days })).deliveries
  })
  const expected = ROWS / months
  if (deleted < expected * 0.8 || deleted > expected * 1.2) {
    throw new Error(`Of a month of ${expected} webhooks ${deleted} were pruned.`)
  }
  return { seconds, deleted }
}

async function daysAgo(sql: Knex, months: number): Promise<number> {
  const result: unknown = await sql.raw(
    "SELECT extract(day FROM now() - (now() - make_interval(months => :months)))::int AS days",
    { months }
  )
  return z.object({ rows: z.tuple([z.object({ days: z.number() })]) }).parse(result).rows[0].days
}
