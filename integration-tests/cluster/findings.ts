import type { Books } from "./books"

/** A sentence about one thing that is wrong, and the invoices it concerns. */
export type Finding = { numbers: number[]; sentence: string }

export type Invoice = Books["invoices"][number]
export type Payment = Books["payments"][number]

export function groupBy<K, T>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}

export const netOf = ({ captured, refunded }: Payment) => captured - refunded
export const numbersOf = (invoices: readonly Invoice[]) => invoices.map(({ number }) => number)

/** The settled invoices of a session, which stand as its one payment. */
export function settledBy(books: Books, session: string | null): Invoice[] {
  return books.invoices.filter(
    ({ state, spent_by_session }) => state === "settled" && spent_by_session === session
  )
}

/**
 * The paid invoices that the merchant decides about as one: the parts of a payment that wait for the same
 * reason. What is no part is a case by itself.
 */
export function casesOf(books: Books): Invoice[][] {
  const waiting = books.invoices.filter(({ state }) => state === "paid")
  const keyOf = ({ number, part_count, cart_id, spent_by_session, blocker }: Invoice) =>
    part_count === null ? String(number) : `${cart_id} ${spent_by_session ?? blocker}`
  return [...groupBy(waiting, keyOf).values()]
}

export function sumOf<T>(items: readonly T[], amountOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + amountOf(item), 0)
}
