import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"

export const ROWS = 1_000_000
/** Two lines of history for an invoice, and two webhooks. */
const OF_AN_INVOICE = 2

export const TABLES = ["checkout_uz_invoice_transition", "checkout_uz_webhook_delivery"] as const

/** The id of an invoice that `fillInvoices` makes, too. */
const INVOICE_ID = `'cuinv_' || md5(((n - 1) / ${OF_AN_INVOICE} + 1)::text)`
/** Spread over the last months, the oldest first. */
const MADE = "now() - (1 - n / CAST(:rows AS float8)) * make_interval(months => :months)"

/** A million lines of history and as many webhooks over some months, into whatever kind of tables there are. */
export async function fillBoth(sql: Knex, months: number): Promise<void> {
  await sql.raw(
    `INSERT INTO checkout_uz_invoice_transition (id, invoice_id, from_state, to_state, created_at)
     SELECT 'cufill_' || md5(n::text), ${INVOICE_ID}, CASE WHEN n % 2 = 1 THEN 'pending' ELSE 'paid' END,
            CASE WHEN n % 2 = 1 THEN 'paid' ELSE 'settled' END, ${MADE}
       FROM generate_series(1, CAST(:rows AS int)) n`,
    { rows: ROWS, months }
  )
  await sql.raw(
    `INSERT INTO checkout_uz_webhook_delivery (id, cash_desk, invoice_id, token_matched, body_base64, created_at)
     SELECT 'cufill_' || md5(n::text), 'main', ${INVOICE_ID}, true, repeat(md5(n::text), 12), ${MADE}
       FROM generate_series(1, CAST(:rows AS int)) n`,
    { rows: ROWS, months }
  )
  for (const table of TABLES) await sql.raw("VACUUM ANALYZE ??", [table])
}

/** Ids of invoices from all over the time that was filled. */
export async function someInvoices(sql: Knex, count: number): Promise<string[]> {
  const result: unknown = await sql.raw(
    "SELECT 'cuinv_' || md5((n * :step)::text) AS id FROM generate_series(1, CAST(:count AS int)) n",
    { count, step: ROWS / OF_AN_INVOICE / count }
  )
  const rows = z.object({ rows: z.array(z.object({ id: z.string() })) }).parse(result).rows
  return rows.map(({ id }) => id)
}

const sumSchema = z.object({
  rows: z.tuple([z.object({ count: z.number(), sum: z.string().nullable(), others: z.number() })]),
})

/** How many of the filled rows a table has, a sum over every column of them, and how many others. */
export async function sumOf(sql: Knex, table: string) {
  const result: unknown = await sql.raw(
    `SELECT (count(*) FILTER (WHERE id LIKE 'cufill%'))::int AS count,
            sum(hashtextextended(t::text, 0)) FILTER (WHERE id LIKE 'cufill%')::text AS sum,
            (count(*) FILTER (WHERE id NOT LIKE 'cufill%'))::int AS others FROM ?? t`,
    [table]
  )
  return sumSchema.parse(result).rows[0]
}
