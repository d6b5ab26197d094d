import type { Books } from "./books"
import { capturesBeyond, capturesWithoutPayment, doublesIn } from "./doubles"
import type { Finding } from "./findings"
import { lossesIn } from "./losses"

/** What the books come to. */
export type Verdict = {
  paid: number
  settled: number
  /** Given back, or to be. */
  returned: number
  /** In front of the merchant, by what is in its way. */
  held: Record<string, number>
  /** Paid at the service, and neither a whole order, nor in front of the merchant, nor given back. */
  lost: Finding[]
  /** Money that stands twice. */
  doubled: Finding[]
  /** Captured beyond what its order, or cart, asks for. */
  beyond: Finding[]
  /** Captured in Medusa, and not paid at the service. */
  unpaidCaptures: Finding[]
  /** Orders without any money: Medusa makes them first, and a dead process never finished these. */
  abandonedOrders: number
}

/**
 * Holds the service's books against the ledger's and Medusa's. `paid` names the invoices of this
 * run; what else was captured is looked at all the same.
 */
export function resolve(books: Books, paidNumbers: readonly number[]): Verdict {
  const invoices = new Map(books.invoices.map((invoice) => [invoice.number, invoice]))
  const wanted = new Set(paidNumbers)
  const paid = books.service.filter(({ number, paid: isPaid }) => isPaid && wanted.has(number))
  const rows = paid.flatMap(({ number }) => invoices.get(number) ?? [])
  const settled = rows.filter(({ state }) => state === "settled")
  const held: Record<string, number> = {}
  for (const { blocker } of rows.filter(({ state }) => state === "paid")) {
    const reason = blocker ?? "no reason"
    held[reason] = (held[reason] ?? 0) + 1
  }
  return {
    paid: paid.length,
    settled: settled.length,
    returned: rows.filter(({ state }) => state === "returned").length,
    held,
    lost: lossesIn(books, paid, rows),
    doubled: doublesIn(books),
    beyond: capturesBeyond(books),
    unpaidCaptures: capturesWithoutPayment(books),
    abandonedOrders: books.orders.filter(({ transactions }) => transactions === 0).length,
  }
}
