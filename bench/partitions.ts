import { loadavg } from "node:os"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { STEPS } from "../scripts/documents/tables-by-month"
import { migrate, openLedgerDatabase } from "./ledger-database"
import { fillInvoices } from "./many-invoices"
import { fillBoth, ROWS, sumOf, TABLES } from "./partitions/fill"
import { measureLedger } from "./partitions/ledger"
import { measureStatements, pruneOldest, secondsOf, SERVICE } from "./partitions/measure"
import { monthsAhead, wayAgo } from "./partitions/page"
import { openShop, reopenInvoices, SHOP } from "./partitions/shop"
import { keepResults, type Row } from "./results"

/** Months that a million rows of one table are spread over. */
const MONTHS = 24
/** And of tables by month. */
const MANY_MONTHS = [12, 36]
/** Whose history gets a line more while the tables are changed. */
const REOPENED = 30_000
/** Of a ledger that is small. */
const FEW_INVOICES = 5_000

type Figures = Awaited<ReturnType<typeof measureTables>> & { dropMs?: number }

/**
 * Goes the way of docs/partitions.md on a copy with a million lines of history and a million webhooks, there and
 * back, while a shop goes on; and measures the plugin's statements before, after and years later.
 */
export async function benchPartitions(): Promise<void> {
  const { sql, url, close } = await openLedgerDatabase()
  const figures: [string, Figures][] = []
  try {
    await benchLedger(sql)
    await fillBoth(sql, MONTHS)
    figures.push(["one table", await measureTables(sql, MONTHS)])
    const ids = await reopenInvoices(sql, REOPENED)
    const half = ids.length / 2
    const there = await wayThere(sql, openShop(url, ids.slice(0, half)))
    // The oldest month is pruned by now.
    const after = await measureTables(sql, MONTHS - 1)
    const back = await wayBack(sql, openShop(url, ids.slice(half)))
    await checkWritten(sql, [there.written, back.written])
    const steps = [...there.steps, ...back.steps]
    figures.push(["right after", after])
    console.table(steps)
    await keepResults("Partitions: the way there and back", WAY_NOTE, steps)
  } finally {
    await close()
  }
  for (const months of MANY_MONTHS) figures.push([`${months} months`, await measureMonths(months)])
  const rows = rowsOf(figures)
  console.table(rows)
  const load = `The machine's load was ${loadavg()[1]?.toFixed(1) ?? "unknown"} when it ended.`
  await keepResults("Partitions: what the plugin asks", `${STATEMENTS_NOTE} ${load}`, rows)
}

/** Leaves the given ledger with a million invoices. */
async function benchLedger(large: Knex): Promise<void> {
  const small = await openLedgerDatabase()
  try {
    const rows = await measureLedger([
      { sql: small.sql, invoices: FEW_INVOICES },
      { sql: large, invoices: ROWS },
    ])
    console.table(rows)
    await keepResults("Partitions: the ledger itself", LEDGER_NOTE, rows)
  } finally {
    await small.close()
  }
}

const MILLION = ROWS.toLocaleString("en")
const WAY_NOTE =
  `The statements of docs/partitions.md, one after the other, on ${MILLION} lines of history and ${MILLION} webhooks over ` +
  `${MONTHS} months, while a shop moves invoices on and keeps webhooks with the ledger's own functions. Before and after the change ` +
  "and the way back the rows and a sum over all their columns are the same, and what the shop wrote meanwhile is all there."
const STATEMENTS_NOTE =
  `The plugin's own functions on ${MILLION} lines of history and as many webhooks: in one table each, right after the ` +
  "change, and where 12 and 36 months have tables of their own. Medians of 200."
const LEDGER_NOTE =
  "The hot statements of `checkout_uz_invoice`, which stays one table, with few invoices and with many, asked in turn."

type Shop = ReturnType<typeof openShop>

/** The steps of the way there, with all rows held against what was there before. */
async function wayThere(sql: Knex, shop: Shop) {
  const before = await sums(sql)
  const indexes = await indexNames(sql)
  const steps = [
    await stepOf(shop, "nothing, for five seconds", () => sql.raw("SELECT pg_sleep(5)")),
    await stepOf(shop, "1. their new key", () => runAll(sql, STEPS.keys)),
    await stepOf(shop, "2. where they end", () => sql.raw(STEPS.end)),
    await stepOf(shop, "3. the change", () => sql.raw(STEPS.change)),
    await stepOf(shop, "4. the months to come", () => sql.raw(STEPS.months)),
  ]
  const written = await shop.close()
  same(await sums(sql), before, "the change")
  // As `db:migrate` would, which finds all of it there.
  await migrate(sql)
  same(await indexNames(sql), indexes, "migrating once more")
  await takeOver(sql)
  return { steps, written }
}

async function wayBack(sql: Knex, shop: Shop) {
  const before = await sums(sql)
  const indexes = await indexNames(sql)
  const steps = [await stepOf(shop, "the way back", () => sql.raw(STEPS.back))]
  const written = await shop.close()
  same(await sums(sql), before, "the way back")
  same(await indexNames(sql), indexes, "the way back")
  return { steps, written }
}

async function runAll(sql: Knex, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement)
}

async function stepOf(shop: Shop, name: string, run: () => Promise<unknown>): Promise<Row> {
  await shop.takeLongest()
  const seconds = await secondsOf(run)
  const longest = await shop.takeLongest()
  return {
    step: name,
    "seconds, both tables": seconds.toFixed(2),
    "longest wait of the shop (ms)": longest.toFixed(0),
  }
}

/** A row of a month that nobody made in time is where it belongs once it is made. */
async function takeOver(sql: Knex): Promise<void> {
  const id = "culate_1"
  await sql.raw(
    `INSERT INTO checkout_uz_invoice_transition (id, invoice_id, from_state, to_state, created_at)
     VALUES (?, 'cuinv_late', 'pending', 'paid', now() + interval '5 months')`,
    [id]
  )
  const partOf = async () => {
    const result: unknown = await sql.raw(
      "SELECT tableoid::regclass::text AS part FROM checkout_uz_invoice_transition WHERE id = ?",
      [id]
    )
    return z.object({ rows: z.tuple([z.object({ part: z.string() })]) }).parse(result).rows[0].part
  }
  same(await partOf(), "checkout_uz_invoice_transition_default", "a month that is not there")
  await sql.raw(monthsAhead(6))
  if (!/_\d{4}_\d{2}$/.test(await partOf())) throw new Error("A late row stayed where it was.")
  await sql.raw("DELETE FROM checkout_uz_invoice_transition WHERE id = ?", [id])
}

async function measureMonths(months: number): Promise<Figures> {
  const { sql, close } = await openLedgerDatabase()
  try {
    await fillInvoices(sql, SERVICE, FEW_INVOICES)
    await runAll(sql, wayAgo(months))
    await fillBoth(sql, months)
    const figures = await measureTables(sql, months)
    const parts = await countParts(sql)
    const drop = await secondsOf(() => sql.raw(STEPS.drop))
    const dropped = parts - (await countParts(sql))
    if (dropped < months - 5) throw new Error(`Of ${months} months only ${dropped} were dropped.`)
    return { ...figures, dropMs: (drop * 1_000) / dropped }
  } finally {
    await close()
  }
}

async function measureTables(sql: Knex, months: number) {
  return { ...(await measureStatements(sql)), pruned: await pruneOldest(sql, months) }
}

function rowsOf(figures: readonly [string, Figures][]): Row[] {
  const row = (what: string, figure: (of: Figures) => number | undefined, digits = 1): Row => ({
    what,
    ...Object.fromEntries(figures.map(([name, of]) => [name, figure(of)?.toFixed(digits) ?? ""])),
  })
  return [
    row("an invoice's history (ms)", ({ history }) => history),
    row("an invoice's webhooks (ms)", ({ webhooks }) => webhooks),
    row("a line into the history (ms)", ({ line }) => line),
    row("keeping a webhook (ms)", ({ webhook }) => webhook),
    row("pruning a month of webhooks: rows", ({ pruned }) => pruned.deleted, 0),
    row("pruning a month of webhooks (s)", ({ pruned }) => pruned.seconds, 2),
    row("dropping a month of webhooks (ms)", ({ dropMs }) => dropMs, 0),
  ]
}

async function sums(sql: Knex) {
  const all = await Promise.all(TABLES.map((table) => sumOf(sql, table)))
  return all.map(({ count, sum }) => ({ count, sum }))
}

async function checkWritten(
  sql: Knex,
  written: readonly { transitions: number; deliveries: number }[]
): Promise<void> {
  const expected = {
    transitions: written.reduce((sum, one) => sum + one.transitions, 0),
    deliveries: written.reduce((sum, one) => sum + one.deliveries, 0),
  }
  const [transitions, deliveries] = await Promise.all([
    countWhere(sql, TABLES[0], "to_state = 'expired' AND id NOT LIKE 'cufill%'"),
    countWhere(sql, TABLES[1], "cash_desk = ?", SHOP),
  ])
  same({ transitions, deliveries }, expected, "all of it")
}

async function countWhere(
  sql: Knex,
  table: string,
  where: string,
  ...values: string[]
): Promise<number> {
  const statement = `SELECT count(*)::int AS count FROM ?? WHERE ${where}`
  const result: unknown = await sql.raw(statement, [table, ...values])
  return z.object({ rows: z.tuple([z.object({ count: z.number() })]) }).parse(result).rows[0].count
}

async function indexNames(sql: Knex): Promise<string> {
  const result: unknown = await sql.raw(
    `SELECT string_agg(indexrelid::regclass::text, ' ' ORDER BY indexrelid::regclass::text) AS names
       FROM pg_index WHERE indrelid = ANY(CAST(? AS regclass[]))`,
    [`{${TABLES.join(",")}}`]
  )
  return z.object({ rows: z.tuple([z.object({ names: z.string() })]) }).parse(result).rows[0].names
}

async function countParts(sql: Knex): Promise<number> {
  return countWhere(sql, "pg_inherits", "inhparent = 'checkout_uz_webhook_delivery'::regclass")
}

function same(now: unknown, before: unknown, after: string): void {
  const [one, other] = [JSON.stringify(now), JSON.stringify(before)]
  if (one !== other) throw new Error(`After ${after}: ${one}, and before it ${other}.`)
}
