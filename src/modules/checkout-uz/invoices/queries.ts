import type { InvoiceNumber } from "../../../client"
import type { Invoice } from "./invoice"
import { confirmedInRange, daysOfOthers, findBooked, hasInvoicesOf } from "./confirmed"
import { deliveriesOf, transitionsOf } from "./history"
import {
  batchOfInvoices,
  facetsOfInvoices,
  listInvoices,
  type Cursor,
  type InvoiceSort,
} from "./list"
import type { InvoiceFilter } from "./filter"
import { type Page, type Sql } from "../database"

/** Invoices of one batch of a long list. */
const BATCH = 1_000

/** The ledger as a merchant reads it: lists of the configured service's invoices, and one in detail. */
export type InvoiceQueries = ReturnType<typeof openInvoiceQueries>

export function openInvoiceQueries({ sql, serviceUrl }: { sql: Sql; serviceUrl: string }) {
  const desk = (cashDesk: string) => ({ serviceUrl, cashDesk })
  return {
    /** One page of the invoices that fit, and how many there are of them. */
    list: (filter: InvoiceFilter, order: InvoiceSort, page: Page) =>
      listInvoices(sql, { serviceUrl, filter }, order, page),

    /** All invoices that fit, batch by batch: so many as there are never stand in the memory at once. */
    batches: async function* (
      filter: InvoiceFilter,
      order: InvoiceSort
    ): AsyncGenerator<Invoice[]> {
      let after: Cursor | undefined
      do {
        const { invoices, next } = await batchOfInvoices(sql, { serviceUrl, filter }, order, {
          limit: BATCH,
          after,
        })
        yield invoices
        after = next
      } while (after)
    },

    /** The cash desks and payment systems that there are invoices of. */
    facets: () => facetsOfInvoices(sql, serviceUrl),

    transitionsOf: (invoiceId: string) => transitionsOf(sql, invoiceId),
    deliveriesOf: (invoiceId: string) => deliveriesOf(sql, invoiceId),

    /** A cash desk's invoices among some numbers, whatever their state and day. */
    findBooked: (cashDesk: string, numbers: readonly InvoiceNumber[]) =>
      findBooked(sql, desk(cashDesk), numbers),
    /** A cash desk's confirmed invoices that were paid in a range of days, both included. */
    confirmedInRange: (cashDesk: string, range: { from: string; to: string }) =>
      confirmedInRange(sql, desk(cashDesk), range),
    /** The first and the last day of a cash desk's confirmed invoices with other numbers. */
    daysOfOthers: (cashDesk: string, numbers: readonly InvoiceNumber[]) =>
      daysOfOthers(sql, desk(cashDesk), numbers),
    hasInvoicesOf: (cashDesk: string) => hasInvoicesOf(sql, desk(cashDesk)),
  }
}
