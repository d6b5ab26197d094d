import { z } from "zod"
import { INVOICE_COLUMNS, invoicesOf, invoiceSchema, type Invoice } from "./invoice"
import { conditionOf, searchesWords, type Selection } from "./filter"
import { readRows, type Bindings, type Listed, type Page, type Sql } from "../database"

/** What a list is sorted by; what has no value comes last either way. */
export type InvoiceSort = {
  by: "created_at" | "paid_at" | "amount" | "number"
  descending: boolean
}

export type Statement = { statement: string; bindings: Bindings }

/** Where the next batch of a list begins: after this row. */
export type Cursor = { key: string; id: string }

/** Of what a search by words finds, no more is counted: nobody reads so much, and one letter fits a whole ledger. */
export const MOST_COUNTED = 10_000

/** `isMore`: more fit than were counted. */
export type ListedInvoices = Listed<Invoice> & { isMore: boolean }

/** One page of a list, and how many invoices there are in it. */
export async function listInvoices(
  sql: Sql,
  selection: Selection,
  order: InvoiceSort,
  page: Page
): Promise<ListedInvoices> {
  if (searchesWords(selection)) return listFound(sql, selection, order, page)
  const [rows, count] = await Promise.all([
    pageOfInvoices(sql, selection, order, page),
    countInvoices(sql, countStatement(selection)),
  ])
  return { rows, count, isMore: false }
}

/** Reads what fits once, for the page and the count; where that is too much to count, only its page then. */
async function listFound(
  sql: Sql,
  selection: Selection,
  order: InvoiceSort,
  page: Page
): Promise<ListedInvoices> {
  const { statement, bindings } = foundStatement(selection, order, page)
  const found = await readRows(sql, statement, bindings, countedSchema)
  const isBeyond = found.length === 0 && page.offset > 0
  const most = MOST_COUNTED + 1
  const count = isBeyond
    ? await countInvoices(sql, countStatement(selection, most))
    : (found[0]?.[1].count ?? 0)
  if (count < most) return { rows: found.map(([invoice]) => invoice), count, isMore: false }
  const rows = await pageOfInvoices(sql, selection, order, page)
  return { rows, count: MOST_COUNTED, isMore: true }
}

async function pageOfInvoices(
  sql: Sql,
  selection: Selection,
  order: InvoiceSort,
  page: Page
): Promise<Invoice[]> {
  const { statement, bindings } = pageStatement(selection, order, page)
  return invoicesOf(sql, statement, bindings)
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

async function countInvoices(sql: Sql, { statement, bindings }: Statement): Promise<number> {
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

/** A page of what is chosen. */
export function pageStatement(
  selection: Selection,
  order: InvoiceSort,
  page: { limit: number; offset?: number; after?: Cursor | undefined }
): Statement {
  const { where, bindings } = conditionOf(selection)
  const { key, direction, comparison } = sortOf(order)
  const { limit, offset = 0, after } = page
  const rest = after
    ? `AND (${key.expression}, id) ${comparison} (CAST(:afterKey AS ${key.type}), :afterId)`
    : ""
  return {
    statement: rowsOfPage(
      `SELECT id, ${key.expression} AS sort_key FROM checkout_uz_invoice WHERE ${where} ${rest}`,
      direction
    ),
    bindings: {
      ...bindings,
      limit,
      offset,
      ...(after ? { afterKey: after.key, afterId: after.id } : {}),
    },
  }
}

/** A page of what a search finds, with how many it found: no more than one beyond what is counted. */
export function foundStatement(selection: Selection, order: InvoiceSort, page: Page): Statement {
  const { where, bindings } = conditionOf(selection)
  const { key, direction } = sortOf(order)
  const found = `SELECT id, ${key.expression} AS sort_key FROM checkout_uz_invoice WHERE ${where} LIMIT :most`
  return {
    statement: rowsOfPage(
      `SELECT id, sort_key, CAST(count(*) OVER () AS integer) AS count FROM (${found}) found`,
      direction,
      ", page.count"
    ),
    bindings: { ...bindings, ...page, most: MOST_COUNTED + 1 },
  }
}

/** How many fit; no more than `most`, where that is said. */
export function countStatement(selection: Selection, most?: number): Statement {
  const { where, bindings } = conditionOf(selection)
  const fitting = `SELECT 1 FROM checkout_uz_invoice WHERE ${where}`
  return most === undefined
    ? { statement: `SELECT CAST(count(*) AS integer) AS count FROM (${fitting}) fit`, bindings }
    : {
        statement: `SELECT CAST(count(*) AS integer) AS count FROM (${fitting} LIMIT :most) fit`,
        bindings: { ...bindings, most },
      }
}

function sortOf({ by, descending }: InvoiceSort) {
  const { type, ...expressions } = SORT_KEYS[by]
  return descending
    ? { key: { type, expression: expressions.descending }, direction: "DESC", comparison: "<" }
    : { key: { type, expression: expressions.ascending }, direction: "ASC", comparison: ">" }
}

/** The rows are chosen by their ids first: sorting whole rows, a deep page would spill to the disk. */
function rowsOfPage(chosen: string, direction: string, more = ""): string {
  return `SELECT ${INVOICE_COLUMNS}, CAST(page.sort_key AS text) AS sort_key${more}
      FROM (${chosen} ORDER BY sort_key ${direction}, id ${direction} LIMIT :limit OFFSET :offset) page
      JOIN checkout_uz_invoice i ON i.id = page.id
     ORDER BY page.sort_key ${direction}, page.id ${direction}`
}
