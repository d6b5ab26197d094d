import type { InvoiceState, Standing } from "./states"
import { readSearch } from "./search"
import type { Bindings } from "../database"
import { standingCondition } from "./standing"

/** What a list of invoices is narrowed to; what is left out narrows nothing. */
export type InvoiceFilter = {
  /** An order's number, an invoice's number or its beginning, or a part of the customer's e-mail, name or phone. */
  q?: string | undefined
  states?: readonly InvoiceState[] | undefined
  standings?: readonly Standing[] | undefined
  cashDesks?: readonly string[] | undefined
  /** Null stands for what was paid through a payment system that nobody named. */
  paymentSystems?: readonly (string | null)[] | undefined
  orderId?: string | undefined
  /** Made at this moment or later. */
  madeFrom?: Date | undefined
  /** Made before this moment. */
  madeBefore?: Date | undefined
  /** Paid at this moment or later. */
  paidFrom?: Date | undefined
  /** Paid before this moment. */
  paidBefore?: Date | undefined
}

/** The invoices of one service that fit a filter: two books never mix. */
export type Selection = { serviceUrl: string; filter: InvoiceFilter }

/** Whether parts of words are searched for: they are in no order, and without `pg_trgm` in no index. */
export function searchesWords({ filter }: Selection): boolean {
  return (readSearch(filter.q)?.words ?? []).length > 0
}

/** What an invoice must be like to fit, as a condition in SQL. */
export function conditionOf({ serviceUrl, filter }: Selection): {
  where: string
  bindings: Bindings
} {
  const conditions: [string, Bindings][] = [
    ["deleted_at IS NULL AND service_url = :serviceUrl", { serviceUrl }],
  ]
  const { states, standings, cashDesks, paymentSystems, orderId } = filter
  if (states) conditions.push(["state = ANY(:states)", { states }])
  if (standings) conditions.push(standingCondition(standings))
  if (cashDesks) conditions.push(["cash_desk = ANY(:cashDesks)", { cashDesks }])
  if (paymentSystems) conditions.push(paymentSystemCondition(paymentSystems))
  if (orderId !== undefined) conditions.push(["order_id = :orderId", { orderId }])
  conditions.push(...timeConditions(filter))
  const search = searchCondition(filter.q)
  if (search) conditions.push(search)
  return {
    where: conditions.map(([condition]) => condition).join(" AND "),
    bindings: allBindings(conditions),
  }
}

function paymentSystemCondition(keys: readonly (string | null)[]): [string, Bindings] {
  const named = "payment_system = ANY(:paymentSystems)"
  const unnamed = "payment_system IS NULL AND paid_at IS NOT NULL"
  const bindings = { paymentSystems: keys.filter((key) => key !== null) }
  return [keys.includes(null) ? `(${named} OR (${unnamed}))` : named, bindings]
}

function timeConditions(filter: InvoiceFilter): [string, Bindings][] {
  const { madeFrom, madeBefore, paidFrom, paidBefore } = filter
  const conditions: [string, Bindings][] = []
  if (madeFrom) conditions.push(["created_at >= :madeFrom", { madeFrom }])
  if (madeBefore) conditions.push(["created_at < :madeBefore", { madeBefore }])
  if (paidFrom) conditions.push(["paid_at >= :paidFrom", { paidFrom }])
  if (paidBefore) conditions.push(["paid_at < :paidBefore", { paidBefore }])
  return conditions
}

function searchCondition(q: string | undefined): [string, Bindings] | undefined {
  const search = readSearch(q)
  if (!search) return undefined
  const { orderNumber, numberStart, words } = search
  const ways: [string, Bindings][] = []
  if (orderNumber !== undefined) ways.push(["order_number = :orderNumber", { orderNumber }])
  // Digits alone: nothing in them means something to LIKE, by which PostgreSQL reads an index.
  if (numberStart !== undefined) {
    // By an index of the beginnings alone, which nobody who asks for a whole number is drawn to.
    ways.push(["lower(number) LIKE :numberStart", { numberStart: `${numberStart}%` }])
  }
  if (words.length > 0) ways.push(everyWordCondition(words))
  const anyWay = ways.map(([way]) => way).join(" OR ")
  return [anyWay === "" ? "false" : `(${anyWay})`, allBindings(ways)]
}

/** With LIKE, whose matches PostgreSQL can estimate, it reads the rows with several processes. */
function everyWordCondition(words: readonly string[]): [string, Bindings] {
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`)
  return [
    `(${patterns.map((_, n) => `search_words LIKE :word${n}`).join(" AND ")})`,
    Object.fromEntries(patterns.map((pattern, n) => [`word${n}`, pattern])),
  ]
}

function allBindings(conditions: readonly [string, Bindings][]): Bindings {
  return conditions.reduce<Bindings>((all, [, bindings]) => ({ ...all, ...bindings }), {})
}
