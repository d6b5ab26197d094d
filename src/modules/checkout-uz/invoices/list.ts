import { z } from "zod"
import { INVOICE_COLUMNS, invoicesOf, invoiceSchema, type Invoice } from "./invoice"
import { conditionOf, readsAllThatFits, type Selection } from "./filter"
import { readRows, type Bindings, type Listed, type Page, type Sql } from "../database"

/** What a list is sorted by; what has no value comes last either way. */
export type InvoiceSort = {
  by: "created_at" | "paid_at" | "amount" | "number"
  descending: boolean
}

export type Statement = { statement: string; bindings: Bindings }

/** Where the next batch of a list begins: after this row. */
export type Cursor = { key: string; id: string }

/** One page of a list, and how many invoices there are in it. */
export async function listInvoices(
  sql: Sql,
  selection: Selection,
  order: InvoiceSort,
  page: Page
): Promise<Listed<Invoice>> {
  if (!readsAllThatFits(selection)) {
    const { statement, bindings } = pageStatement(selection, order, page)
    const [rows, count] = await Promise.all([
      invoicesOf(sql, statement, bindings),
      countInvoices(sql, selection),
    ])
    return { rows, count }
  }
  const { statement, bindings } = pageStatement(selection, order, { ...page, counted: true })
  const rows = await readRows(sql, statement, bindings, countedSchema)
  const [first] = rows
  if (first) return { rows: rows.map(([invoice]) => invoice), count: first[1].count }
  return { rows: [], count: page.offset === 0 ? 0 : await countInvoices(sql, selection) }
}

/** The batch of a list that follows a row, and where the one after it begins. */
export async function batchOfInvoices(
  sql: Sql,
  selection: Selection,
  order: InvoiceSort,
  { limit, after }: { limit: number; after: Cursor | undefined }
): Promise<{ invoices: Invoice[]; next: Cursor | undefined }> {
  const { statement, bindings } = pageStatement(selection, order, { limit, after })
  const rows = await readRows(sql, statement, bindings, sortedSchema)
  const last = rows.length < limit ? undefined : rows.at(-1)
  return {
    invoices: rows.map(({ invoice }) => invoice),
    next: last && { key: last.sortKey, id: last.invoice.id },
  }
}

const sortedSchema = z
  .object({ sortKey: z.string() })
  .and(invoiceSchema)
  .transform(({ sortKey, ...invoice }) => ({ sortKey, invoice }))

async function countInvoices(sql: Sql, selection: Selection): Promise<number> {
  const { statement, bindings } = countStatement(selection)
  const [row] = await readRows(sql, statement, bindings, countSchema)
  return row?.count ?? 0
}

const countSchema = z.object({ count: z.number() })
/** A row that carries the count of all of them. */
const countedSchema = z.preprocess((row) => [row, row], z.tuple([invoiceSchema, countSchema]))

/** The cash desks and payment systems that there are invoices of. */
export async function facetsOfInvoices(
  sql: Sql,
  serviceUrl: string
): Promise<{ cashDesks: string[]; paymentSystems: string[] }> {
  const pairs = await readRows(sql, FACETS, { serviceUrl }, facetSchema)
  const sorted = (words: (string | undefined)[]) =>
    [...new Set(words.flatMap((word) => word ?? []))].sort()
  return {
    cashDesks: sorted(pairs.map(({ cashDesk }) => cashDesk)),
    paymentSystems: sorted(pairs.map(({ paymentSystem }) => paymentSystem)),
  }
}

const facetSchema = z.object({ cashDesk: z.string(), paymentSystem: z.string().optional() })
const FACETS = `SELECT DISTINCT cash_desk, payment_system FROM checkout_uz_invoice
  WHERE service_url = :serviceUrl AND deleted_at IS NULL`

type SortKey = { type: string; ascending: string; descending: string }
const same = (type: string, expression: string): SortKey => ({
  type,
  ascending: expression,
  descending: expression,
})
/** Never null, so that a row's place in the list can be compared with another's. */
const SORT_KEYS: Readonly<Record<InvoiceSort["by"], SortKey>> = {
  created_at: same("timestamptz", "created_at"),
  amount: same("numeric", "invoice_amount"),
  number: same("bigint", "CAST(number AS bigint)"),
  paid_at: {
    type: "timestamptz",
    ascending: "COALESCE(paid_at, 'infinity')",
    descending: "COALESCE(paid_at, '-infinity')",
  },
}

/** The rows are chosen by their ids first: sorting whole rows, a deep page would spill to the disk. */
export function pageStatement(
  selection: Selection,
  order: InvoiceSort,
  page: { limit: number; offset?: number; after?: Cursor | undefined; counted?: boolean }
): Statement {
  const { where, bindings } = conditionOf(selection)
  const key = SORT_KEYS[order.by]
  const expression = order.descending ? key.descending : key.ascending
  const [direction, comparison] = order.descending ? ["DESC", "<"] : ["ASC", ">"]
  const { after, counted } = page
  const count = counted ? ", CAST(count(*) OVER () AS integer) AS count" : ""
  const rest = after
    ? `AND (${expression}, id) ${comparison} (CAST(:afterKey AS ${key.type}), :afterId)`
    : ""
  return {
    statement: `SELECT ${INVOICE_COLUMNS}, CAST(page.sort_key AS text) AS sort_key${counted ? ", page.count" : ""}
      FROM (
        SELECT id, ${expression} AS sort_key${count} FROM checkout_uz_invoice
         WHERE ${where} ${rest}
         ORDER BY sort_key ${direction}, id ${direction} LIMIT :limit OFFSET :offset
      ) page
      JOIN checkout_uz_invoice i ON i.id = page.id
     ORDER BY page.sort_key ${direction}, page.id ${direction}`,
    bindings: {
      ...bindings,
      limit: page.limit,
      offset: page.offset ?? 0,
      ...(after ? { afterKey: after.key, afterId: after.id } : {}),
    },
  }
}

export function countStatement(selection: Selection): Statement {
  const { where, bindings } = conditionOf(selection)
  return {
    statement: `SELECT CAST(count(*) AS integer) AS count FROM checkout_uz_invoice WHERE ${where}`,
    bindings,
  }
}
