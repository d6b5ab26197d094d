import type { z } from "zod"
import { exportQuerySchema, invoiceSchema, type Invoice } from "../../../../contract"
import { isDay } from "../../../lib/range"

type Order = z.infer<typeof exportQuerySchema>["order"]
const ORDERS = exportQuerySchema.shape.order.unwrap().options
const DEFAULT_ORDER: Order = "-created_at"

export const STANDINGS: readonly Invoice["standing"][] = invoiceSchema.shape.standing.options
export const PAGE_SIZE = 20

/** What the list of invoices is narrowed to, in which order, and from which one on. */
export type Narrowing = {
  q: string
  standing: Invoice["standing"][]
  payment_system: string[]
  cash_desk: string[]
  /** Days on which they were made, */
  from: string | undefined
  to: string | undefined
  /** and on which they were paid. */
  paid_from: string | undefined
  paid_to: string | undefined
  order: Order
  offset: number
}

/** What the address says of a list that is not narrowed. */
export const NOT_NARROWED = {
  q: "",
  standing: "",
  payment_system: "",
  cash_desk: "",
  from: "",
  to: "",
  paid_from: "",
  paid_to: "",
  /** Of both the ready days that were pressed. */
  range: "",
  paid_range: "",
} as const

/** Reads an address. What makes no sense in it is left out. */
export function readNarrowing(params: URLSearchParams): Narrowing {
  const several = (name: string) => (params.get(name) ?? "").split(",").filter(Boolean)
  const day = (name: string) => {
    const text = params.get(name)
    return isDay(text) ? text : undefined
  }
  const offset = Number(params.get("offset"))
  return {
    // By letters: one that is cut in two is none.
    q: Array.from(params.get("q") ?? "")
      .slice(0, 200)
      .join(""),
    standing: STANDINGS.filter((standing) => several("standing").includes(standing)),
    payment_system: several("payment_system"),
    cash_desk: several("cash_desk"),
    from: day("from"),
    to: day("to"),
    paid_from: day("paid_from"),
    paid_to: day("paid_to"),
    order: ORDERS.find((order) => order === params.get("order")) ?? DEFAULT_ORDER,
    offset: Number.isInteger(offset) && offset > 0 ? offset - (offset % PAGE_SIZE) : 0,
  }
}

/** What the routes are asked with: the list and its export alike. */
export function filtersOf(narrowing: Narrowing): Record<string, string | undefined> {
  const { q, standing, payment_system, cash_desk, from, to, paid_from, paid_to, order } = narrowing
  return {
    q: q.trim(),
    standing: standing.join(","),
    payment_system: payment_system.join(","),
    cash_desk: cash_desk.join(","),
    from,
    to,
    paid_from,
    paid_to,
    order,
  }
}

/** Whether anything is narrowed down, so that an empty list says something about the filters. */
export function isNarrowed(narrowing: Narrowing): boolean {
  const { q, standing, payment_system, cash_desk, from, to, paid_from, paid_to } = narrowing
  const lists = [standing, payment_system, cash_desk]
  const days = [from, to, paid_from, paid_to]
  return (
    q.trim() !== "" ||
    lists.some(({ length }) => length > 0) ||
    days.some((day) => day !== undefined)
  )
}

/** A column to sort by as the table knows it. */
export function sortingOf(order: Order): { id: string; desc: boolean } {
  return order.startsWith("-") ? { id: order.slice(1), desc: true } : { id: order, desc: false }
}

/** What the address says for it; nothing for the order that needs no saying. */
export function orderOf(sorting: { id: string; desc: boolean } | undefined): string | undefined {
  const order = sorting && `${sorting.desc ? "-" : ""}${sorting.id}`
  return order === DEFAULT_ORDER ? undefined : order
}
