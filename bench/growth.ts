import { setTimeout as delay } from "node:timers/promises"
import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { heading, step } from "../scripts/demo/progress"
import { prune } from "../src/modules/checkout-uz/prune"
import { openCheckoutShop } from "./checkout-shop"
import { newCustomer, OURS } from "./customer"
import { keepResults, type Row } from "./results"

const WARM_UP = 20
const PAYMENTS = 200
/** How long webhooks, events and jobs may go on after the last order, in milliseconds. */
const AFTERWARDS_MS = 8_000
const DAYS_KEPT = 90
/** What the table's last columns are counted for: payments a day, and the days whose rows are there. */
const PAYMENTS_A_DAY = 10_000
const A_MONTH_DAYS = 30
/** After which Medusa deletes a completion's execution by itself. */
const EXECUTION_DAYS = 3

/** Rows and bytes, with the indexes', of each table. */
type Sizes = ReadonlyMap<string, { rows: number; bytes: number }>

/**
 * Pays for carts in a shop, each with its webhook, and measures what that leaves in PostgreSQL, and what is
 * left of it once all that is pruned is old enough.
 */
export async function benchGrowth(): Promise<void> {
  const shop = await openCheckoutShop(WARM_UP + PAYMENTS)
  const sql = knex({ client: "pg", connection: shop.databaseUrl, pool: { min: 1, max: 2 } })
  try {
    const who = newCustomer(shop)
    const payFor = async (count: number) => {
      for (const cart of shop.carts.splice(0, count)) {
        const invoice = await who.start(cart, OURS)
        if (invoice === undefined) throw new Error("A session has no invoice.")
        await who.pay(invoice, "send")
        await who.complete(cart)
      }
      await delay(AFTERWARDS_MS)
    }
    heading("Measuring")
    await step("Warming up", () => payFor(WARM_UP))
    const before = await measure(sql)
    await step(`${PAYMENTS} payments`, () => payFor(PAYMENTS))
    const after = await measure(sql)
    await letBeOld(sql)
    await prune(sql, { deliveryDays: DAYS_KEPT })
    const rows = rowsOf(before, after, await measure(sql))
    console.table(rows)
    await keepResults("Growth", NOTE, rows)
  } finally {
    await sql.destroy()
    await shop.close()
  }
}

const NOTE =
  `What a payment leaves in PostgreSQL, counted over ${PAYMENTS} payments with their webhooks and orders: rows and bytes ` +
  "for one payment, indexes and PostgreSQL's own overhead included; after 30 days of 10,000 payments a day; and what is " +
  `left once everything is more than ${DAYS_KEPT} days old and was pruned. Medusa deletes executions of workflows by ` +
  "itself after three days, so of these there are three days' rows."

/** The plugin's tables one by one; Medusa's in one line, but for the one that is deleted from. */
const EXECUTIONS = "workflow_execution"
const OF_MEDUSA = "Medusa's own: cart, order, payment and the rest"

async function measure(sql: Knex): Promise<Sizes> {
  await sql.raw("VACUUM ANALYZE")
  const tables: unknown = await sql.raw(
    `SELECT c.relname AS name, pg_total_relation_size(c.oid) AS bytes
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname = 'public'`
  )
  const table = z.object({ name: z.string(), bytes: z.coerce.number() })
  const sizes = new Map<string, { rows: number; bytes: number }>()
  for (const { name, bytes } of z.object({ rows: z.array(table) }).parse(tables).rows) {
    const counted: unknown = await sql.raw("SELECT count(*)::int AS rows FROM ??", [name])
    const one = z.object({ rows: z.tuple([z.object({ rows: z.number() })]) }).parse(counted)
    const known = sizes.get(lineOf(name)) ?? { rows: 0, bytes: 0 }
    sizes.set(lineOf(name), { rows: known.rows + one.rows[0].rows, bytes: known.bytes + bytes })
  }
  return sizes
}

function lineOf(table: string): string {
  return table.startsWith("checkout_uz_") || table === EXECUTIONS ? table : OF_MEDUSA
}

/** As if all that the plugin deletes one day had been made a day earlier than it is kept. */
async function letBeOld(sql: Knex): Promise<void> {
  const old = `now() - interval '${DAYS_KEPT + 1} days'`
  await sql.raw(`UPDATE checkout_uz_webhook_delivery SET created_at = ${old}`)
  await sql.raw("UPDATE checkout_uz_rate_limit SET expire = 0")
}

function rowsOf(before: Sizes, after: Sizes, pruned: Sizes): Row[] {
  const grown = [...after].flatMap(([name, now]) => {
    const then = before.get(name) ?? { rows: 0, bytes: 0 }
    const rows = now.rows - then.rows
    if (rows <= 0) return []
    const bytes = (now.bytes - then.bytes) / PAYMENTS
    // What was there before the measured payments is pruned in the same way.
    const left = name === EXECUTIONS ? 0 : (pruned.get(name)?.rows ?? 0) / now.rows
    return [{ name, rows: rows / PAYMENTS, bytes, left }]
  })
  const total = {
    name: "together",
    rows: grown.reduce((sum, { rows }) => sum + rows, 0),
    bytes: grown.reduce((sum, { bytes }) => sum + bytes, 0),
    left: NaN,
  }
  return [...grown.sort((one, other) => other.bytes - one.bytes), total].map(
    ({ name, rows, bytes, left }) => {
      const days = name === EXECUTIONS ? EXECUTION_DAYS : A_MONTH_DAYS
      const isTotal = Number.isNaN(left)
      const megabytes = (bytes * days * PAYMENTS_A_DAY) / 1_048_576
      return {
        table: name,
        "rows a payment": rows.toFixed(2),
        "bytes a payment": bytes.toFixed(0),
        "MB after a month": isTotal ? "" : megabytes.toFixed(0),
        "left after pruning": isTotal ? "" : `${(left * 100).toFixed(0)}%`,
      }
    }
  )
}
