import type { z } from "zod"
import type { InvoiceNumber, PaymentStatusRecord, Uzs } from "../../client"
import type { historyAnswerSchema } from "../../contract"
import type { BookedInvoice, BookedTotals } from "../../modules/checkout-uz"
import { netOf } from "../../payment-context"

export type Comparison = z.output<typeof historyAnswerSchema>
type Row = Comparison["both"][number]

/** What is compared: the service's history as it was received, and our books. */
export type Books = {
  /** Days, both included. */
  from: string
  to: string
  /** How many transactions the service was asked for. */
  askedFor: number
  /** Everything it gave, whatever its order and dates. */
  records: readonly PaymentStatusRecord[]
  /** Our invoices among its numbers, whatever their state and day. */
  known: readonly BookedInvoice[]
  /** Our confirmed invoices of these days that it does not call paid: the newest, and what all come to. */
  alone: { rows: readonly BookedInvoice[]; totals: BookedTotals }
  /** The first and the last day of confirmed invoices of ours, of any day, that it did not give. */
  missing: { first: string; last: string } | undefined
}

/**
 * Holds a cash desk's history at the service against our ledger, number by number.
 *
 * - `both`: the service calls it paid, on one of these days or without a day, and the number is ours;
 *   the row shows both amounts and our state, which may still be open.
 * - `only_service`: the same, and the number is nowhere in our ledger: another program's, or a loss.
 * - `only_ours`: confirmed to us, paid on one of these days, and not paid in what the service gave;
 *   where it gave another word for it, the row has that word.
 *
 * The service's dates are compared by their first ten letters and never computed with, since their
 * time zone is unknown. Only the word "paid" is money; other records of the service count nowhere.
 */
export function compareBooks(books: Books): Comparison {
  const { from, to, askedFor, records, alone } = books
  const paid = byNumber(paidOf(records))
  const known = byNumber(books.known)
  const inRange = [...paid.values()].filter((record) => {
    const day = dayOf(record)
    return day === undefined || (from <= day && day <= to)
  })
  const rows = inRange.map((record) => serviceRow(record, known.get(record.number)))
  const both = newestFirst(rows.filter(({ invoice }) => invoice !== null))
  const onlyService = newestFirst(rows.filter(({ invoice }) => invoice === null))
  const others = byNumber(records)
  const onlyOurs = newestFirst(
    alone.rows.map((invoice) => ourRow(invoice, others.get(invoice.number)))
  )
  return {
    from,
    to,
    both,
    only_service: onlyService,
    only_ours: onlyOurs,
    totals: {
      both: totalOf(both),
      only_service: totalOf(onlyService),
      only_ours: {
        count: alone.totals.count,
        amount: Number(alone.totals.amount),
        paid: Number(alone.totals.paid),
        given_back: Number(alone.totals.givenBack),
        unbooked: Number(alone.totals.unbooked),
      },
    },
    asked_for: askedFor,
    received: records.length,
    may_be_incomplete: mayBeIncomplete(books),
  }
}

/** What the service calls paid: no other word of its is money. */
export function paidOf(records: readonly PaymentStatusRecord[]): PaymentStatusRecord[] {
  return records.filter(({ status }) => status === "paid")
}

/**
 * Whether transactions of these days may exist that the service did not give. It may hold back any
 * of them, by a limit and in an order that are not documented, so only what can be seen is said:
 *
 * - it gave as many as it was asked for, or
 * - a payment of ours, of whatever day, lies at or beyond one end of what it gave, and so do some of
 *   these days. Its list may end there for a reason of its own. A payment missing in the midst of
 *   the list is no sign of that: it is a difference.
 *
 * Not every incomplete list can be known for one: where none of our payments lies beyond it, nobody
 * can tell whether other programs' do.
 */
function mayBeIncomplete({ from, to, askedFor, records, missing }: Books): boolean {
  if (records.length >= askedFor) return true
  if (!missing) return false
  const days = records.flatMap((record) => dayOf(record) ?? []).sort()
  const [oldest, newest] = [days.at(0), days.at(-1)]
  if (oldest === undefined || newest === undefined) return true
  const endsEarly = missing.first <= oldest && from <= oldest
  const beginsLate = missing.last >= newest && to >= newest
  return endsEarly || beginsLate
}

/** The day of a record in the service's own words; undefined where there is none to read. */
function dayOf({ paidAt, createdAt }: PaymentStatusRecord): string | undefined {
  return /^\d{4}-\d{2}-\d{2}/.exec(paidAt ?? createdAt ?? "")?.[0]
}

function serviceRow(record: PaymentStatusRecord, invoice: BookedInvoice | undefined): Row {
  return {
    number: record.number,
    amount: Number(record.amount),
    service_status: record.status,
    service_paid_at: record.paidAt ?? null,
    invoice: invoice ? presentBooked(invoice) : null,
  }
}

function ourRow(invoice: BookedInvoice, record: PaymentStatusRecord | undefined): Row {
  return {
    number: invoice.number,
    amount: Number(invoice.amount),
    service_status: record?.status ?? null,
    service_paid_at: record?.paidAt ?? null,
    invoice: presentBooked(invoice),
  }
}

function presentBooked(invoice: BookedInvoice): NonNullable<Row["invoice"]> {
  return {
    id: invoice.id,
    state: invoice.state,
    standing: invoice.standing,
    amount: Number(invoice.amount),
    paid: invoice.paid === undefined ? null : Number(invoice.paid),
    given_back: Number(invoice.givenBack),
    order_id: invoice.orderId ?? null,
    order_number: invoice.orderNumber ?? null,
    paid_at: invoice.paidAt?.toISOString() ?? null,
  }
}

/** A number that is named twice is one payment: an invoice is paid once. */
function byNumber<T extends { number: InvoiceNumber; amount: Uzs }>(
  items: readonly T[]
): Map<InvoiceNumber, T> {
  return new Map(items.map((item) => [item.number, item]))
}

function newestFirst(rows: readonly Row[]): Row[] {
  return [...rows].sort((one, other) => other.number - one.number)
}

/** Of the amounts that the rows are about: the service's where it has one, else ours. In UZS. */
function totalOf(rows: readonly Row[]): { count: number; amount: number } {
  const amount = netOf(
    rows.map((row) => String(row.amount)),
    []
  )
  return { count: rows.length, amount: Number(amount) }
}
