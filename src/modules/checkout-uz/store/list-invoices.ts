import { z } from "zod"
import { parseInvoiceRows, type Invoice } from "../invoice"
import type { InvoiceState } from "../invoice-state"
import { APOSTROPHES, readSearch } from "../search"
import { invoicesOf, rowsOf, type Bindings, type Sql } from "./sql"

/** What a list of invoices is narrowed to; what is left out narrows nothing. */
export type InvoiceFilter = {
  /** An order's number, an invoice's number or its beginning, or a part of an e-mail. */
  q?: string | undefined
  states?: readonly InvoiceState[] | undefined
  cashDesks?: readonly string[] | undefined
  paymentSystems?: readonly string[] | undefined
  orderId?: string | undefined
  /** Made at this moment or later. */
  madeFrom?: Date | undefined
  /** Made before this moment. */
  madeBefore?: Date | undefined
}

/** What a list is sorted by; what has no value comes last either way. */
export type InvoiceOrder = {
  by: "created_at" | "paid_at" | "amount" | "number"
  descending: boolean
}

/** Where the next batch of a list begins: after this row. */
export type Cursor = { key: string; id: string }

export type Statement = { statement: string; bindings: Bindings }

/** The invoices of one service that fit a filter: two books never mix. */
type Selection = { serviceUrl: string; filter: InvoiceFilter }

/** One page of a list. */
export async function pageOfInvoices(
  sql: Sql,
  selection: Selection,
  order: InvoiceOrder,
  page: { limit: number; offset: number }
): Promise<Invoice[]> {
  const { statement, bindings } = pageStatement(selection, order, page)
  return invoicesOf(sql, statement, bindings)
}

/** The batch of a list that follows a row, and where the one after it begins. */
export async function batchOfInvoices(
  sql: Sql,
  selection: Selection,
  order: InvoiceOrder,
  { limit, after }: { limit: number; after: Cursor | undefined }
): Promise<{ invoices: Invoice[]; next: Cursor | undefined }> {
  const { statement, bindings } = pageStatement(selection, order, { limit, after })
  const rows = await rowsOf(sql, statement, bindings)
  const last = rows.length < limit ? undefined : rows.at(-1)
  return {
    invoices: parseInvoiceRows(rows),
    next: last === undefined ? undefined : cursorSchema.parse(last),
  }
}

/** How many invoices fit. */
export async function countInvoices(sql: Sql, selection: Selection): Promise<number> {
  const { statement, bindings } = countStatement(selection)
  const [row] = await rowsOf(sql, statement, bindings)
  return z.object({ count: z.number() }).parse(row).count
}

/** The cash desks and payment systems that there are invoices of. */
export async function facetsOfInvoices(
  sql: Sql,
  serviceUrl: string
): Promise<{ cashDesks: string[]; paymentSystems: string[] }> {
  const rows = await rowsOf(sql, FACETS, { serviceUrl })
  const pairs = z.array(facetSchema).parse(rows)
  const sorted = (words: (string | null)[]) =>
    [...new Set(words.flatMap((word) => word ?? []))].sort()
  return {
    cashDesks: sorted(pairs.map((pair) => pair.cash_desk)),
    paymentSystems: sorted(pairs.map((pair) => pair.payment_system)),
  }
}

const facetSchema = z.object({ cash_desk: z.string(), payment_system: z.string().nullable() })
export const FACETS = `SELECT DISTINCT cash_desk, payment_system FROM checkout_uz_invoice
  WHERE service_url = :serviceUrl AND deleted_at IS NULL`

const cursorSchema = z
  .object({ id: z.string(), sort_key: z.string() })
  .transform(({ id, sort_key }): Cursor => ({ id, key: sort_key }))

type SortKey = { type: string; ascending: string; descending: string }
const same = (type: string, expression: string): SortKey => ({
  type,
  ascending: expression,
  descending: expression,
})
/** Never null, so that a row's place in the list can be compared with another's. */
const SORT_KEYS: Readonly<Record<InvoiceOrder["by"], SortKey>> = {
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
  order: InvoiceOrder,
  page: { limit: number; offset?: number; after?: Cursor | undefined }
): Statement {
  const { where, bindings } = conditionOf(selection)
  const key = SORT_KEYS[order.by]
  const expression = order.descending ? key.descending : key.ascending
  const [direction, comparison] = order.descending ? ["DESC", "<"] : ["ASC", ">"]
  const { after } = page
  const rest = after
    ? `AND (${expression}, id) ${comparison} (CAST(:afterKey AS ${key.type}), :afterId)`
    : ""
  return {
    statement: `SELECT i.*, CAST(page.sort_key AS text) AS sort_key
      FROM (
        SELECT id, ${expression} AS sort_key FROM checkout_uz_invoice
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

function conditionOf({ serviceUrl, filter }: Selection): { where: string; bindings: Bindings } {
  const conditions: [string, Bindings][] = [
    ["deleted_at IS NULL AND service_url = :serviceUrl", { serviceUrl }],
  ]
  const { states, cashDesks, paymentSystems, orderId, madeFrom, madeBefore } = filter
  if (states) conditions.push(["state = ANY(:states)", { states }])
  if (cashDesks) conditions.push(["cash_desk = ANY(:cashDesks)", { cashDesks }])
  if (paymentSystems) {
    conditions.push(["payment_system = ANY(:paymentSystems)", { paymentSystems }])
  }
  if (orderId !== undefined) conditions.push(["order_id = :orderId", { orderId }])
  if (madeFrom) conditions.push(["created_at >= :madeFrom", { madeFrom }])
  if (madeBefore) conditions.push(["created_at < :madeBefore", { madeBefore }])
  const search = searchCondition(filter.q)
  if (search) conditions.push(search)
  return {
    where: conditions.map(([condition]) => condition).join(" AND "),
    bindings: Object.assign({}, ...conditions.map(([, bindings]) => bindings)) as Bindings,
  }
}

function searchCondition(q: string | undefined): [string, Bindings] | undefined {
  const search = readSearch(q)
  if (!search) return undefined
  const { orderNumber, numberStart, emailPart } = search
  const ways: [string, Bindings][] = []
  if (orderNumber !== undefined) ways.push(["order_number = :orderNumber", { orderNumber }])
  if (numberStart !== undefined) ways.push(["starts_with(number, :numberStart)", { numberStart }])
  if (emailPart !== undefined) {
    ways.push([
      "strpos(translate(email, :apostrophes, ''), :emailPart) > 0",
      { apostrophes: APOSTROPHES, emailPart },
    ])
  }
  const anyWay = ways.map(([way]) => way).join(" OR ")
  return [
    anyWay === "" ? "false" : `(${anyWay})`,
    Object.assign({}, ...ways.map(([, bindings]) => bindings)) as Bindings,
  ]
}
