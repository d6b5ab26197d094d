import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { parseInvoiceNumber } from "../src/client"
import { Attention } from "../src/modules/checkout-uz/attention"
import { INVOICE_STATES } from "../src/modules/checkout-uz/invoices/states"
import { InvoiceQueries } from "../src/modules/checkout-uz/invoices/queries"
import {
  countStatement,
  foundStatement,
  pageStatement,
  type InvoiceSort,
  type Statement,
} from "../src/modules/checkout-uz/invoices/list"
import { searchesWords, type InvoiceFilter } from "../src/modules/checkout-uz/invoices/filter"
import { openLedgerDatabase } from "./ledger-database"
import { fillInvoices } from "./many-invoices"
import { keepResults, type Row } from "./results"

const INVOICES = 1_000_000
const RUNS = 7
const SERVICE = "https://checkout.uz/api/v1"
const NEWEST: InvoiceSort = { by: "created_at", descending: true }

type Case = { name: string; filter?: InvoiceFilter; order?: InvoiceSort; offset?: number }

const CASES: Case[] = [
  { name: "first page" },
  { name: "page at 90,000", offset: 90_000 },
  { name: "search #50000", filter: { q: "#50000" } },
  { name: "search 50000", filter: { q: "50000" } },
  { name: "search 5000 (beginnings)", filter: { q: "5000" } },
  { name: "search xaridor77 (e-mail)", filter: { q: "xaridor77" } },
  { name: "search nobody@ (e-mail)", filter: { q: "nobody@" } },
  { name: "search example (all e-mails)", filter: { q: "example" } },
  ...INVOICE_STATES.map((state) => ({ name: `state ${state}`, filter: { states: [state] } })),
  { name: "cash desk", filter: { cashDesks: ["second"] } },
  { name: "payment system", filter: { paymentSystems: ["payme"] } },
  { name: "order id", filter: { orderId: "order_50000" } },
  {
    name: "a month",
    filter: {
      madeFrom: new Date("2026-06-01T00:00:00+05:00"),
      madeBefore: new Date("2026-07-01T00:00:00+05:00"),
    },
  },
  ...(["created_at", "paid_at", "amount", "number"] as const).flatMap((by) =>
    [true, false].map((descending) => ({
      name: `sorted by ${descending ? "-" : ""}${by}`,
      order: { by, descending },
    }))
  ),
]

/** Lists a ledger of a million invoices in every way the admin can ask for. */
export async function benchLists(): Promise<void> {
  const { sql, close } = await openLedgerDatabase()
  try {
    await fillInvoices(sql, SERVICE, INVOICES)
    const rows: Row[] = []
    for (const each of CASES) rows.push(await measure(sql, each))
    rows.push(...(await measureOthers(sql)))
    // As where the migration could not make it: its index goes with it.
    await sql.raw("DROP EXTENSION pg_trgm CASCADE")
    for (const each of CASES.filter(({ filter }) => filter?.q !== undefined)) {
      rows.push(await measure(sql, { ...each, name: `${each.name}, without pg_trgm` }))
    }
    console.table(rows)
    await keepResults("Lists", NOTE, rows)
  } finally {
    await close()
  }
}

const NOTE =
  `The merchant's lists over a ledger of ${INVOICES.toLocaleString("en")} invoices, by the ledger's own queries on a ` +
  `PostgreSQL of its own: a page of 50 with its count, ${RUNS} runs each, and the indexes that its plan reads by. Of what a search for words finds ` +
  `no more than 10,000 are counted; where there is more, a second statement reads the page.`

async function measure(sql: Knex, { name, ...wanted }: Case): Promise<Row> {
  const { filter = {}, order = NEWEST, offset = 0 } = wanted
  const queries = new InvoiceQueries({ sql, serviceUrl: SERVICE })
  const page = { limit: 50, offset }
  let count = 0
  const ms = await medianOf(async () => {
    count = (await queries.list(filter, order, page)).count
  })
  const selection = { serviceUrl: SERVICE, filter }
  const found = searchesWords(selection)
  const statement = found ? foundStatement : pageStatement
  return {
    what: name,
    "median (ms)": ms.toFixed(0),
    goal: "under 300",
    found: count.toLocaleString("en"),
    "page reads": await plan(sql, statement(selection, order, page)),
    "count reads": found ? "with the page" : await plan(sql, countStatement(selection)),
  }
}

async function measureOthers(sql: Knex): Promise<Row[]> {
  const queries = new InvoiceQueries({ sql, serviceUrl: SERVICE })
  const numbers = Array.from({ length: 1_000 }, (_, n) => parseInvoiceNumber(n + 1)).flatMap(
    (number) => number ?? []
  )
  const booked = queries.booked("main")
  const month = { from: "2026-06-01", to: "2026-06-30" }
  const others: [string, () => Promise<unknown>][] = [
    ["what there is to filter by", () => queries.facets()],
    ["history: our invoices among 1,000", () => booked.among(numbers)],
    [
      "history: confirmed in a month, beside 1,000",
      () => booked.confirmedBeside(month, numbers, numbers.length),
    ],
    [
      "overview: payments of each day of 90",
      () => queries.paymentsPerDay("main", { from: "2026-08-31", to: "2026-11-28" }),
    ],
    ["history: days of others", () => booked.daysOfOthers(numbers)],
    [
      "how many wait for the merchant",
      () => new Attention({ sql, serviceUrl: SERVICE }).heldInvoices({ limit: 1, offset: 0 }),
    ],
    [
      "export of everything",
      async () => {
        for await (const batch of queries.batches({}, NEWEST)) if (batch.length === 0) return
      },
    ],
  ]
  const rows: Row[] = []
  for (const [what, run] of others) {
    const isExport = what.startsWith("export")
    const ms = await medianOf(run, isExport ? 1 : RUNS)
    rows.push({ what, "median (ms)": ms.toFixed(0), goal: isExport ? "" : "under 300" })
  }
  return rows
}

async function medianOf(run: () => Promise<unknown>, runs = RUNS): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < runs; n++) {
    const start = performance.now()
    await run()
    times.push(performance.now() - start)
  }
  return times.sort((one, other) => one - other)[Math.floor(runs / 2)] ?? 0
}

/** The indexes a statement's plan reads the ledger by, or "all rows". */
async function plan(sql: Knex, { statement, bindings }: Statement): Promise<string> {
  const result: unknown = await sql.raw(`EXPLAIN (FORMAT JSON) ${statement}`, bindings)
  const explained = JSON.stringify(z.object({ rows: z.array(z.unknown()) }).parse(result).rows)
  const indexes = [...explained.matchAll(/"Index Name":"(?:IDX_)?([^"]+)"/g)].map(([, name = ""]) =>
    name.replace("checkout_uz_invoice_", "")
  )
  // By its primary key the rows of the page are read, once they are chosen.
  const chosen = [...new Set(indexes)].filter((name) => name !== "pkey")
  const reads = explained.includes('"Seq Scan"') ? ["all rows", ...chosen] : chosen
  return reads.join(", ")
}
