import { z } from "zod"
import { invoiceNumberSchema, uzsSchema, type InvoiceNumber } from "../../../client"
import type { CashDeskKey } from "../cash-desks/cash-desk"
import type { Invoice } from "./invoice"
import { INVOICE_STATES, OPEN_STATES } from "./states"
import {
  batchOfInvoices,
  facetsOfInvoices,
  listInvoices,
  type Cursor,
  type InvoiceSort,
} from "./list"
import type { InvoiceFilter } from "./filter"
import { paymentsPerDay, type SumOfPayments } from "./payments-per-day"
import {
  GIVEN_BACK,
  MONEY,
  moneyOf,
  moneySchema,
  PAID,
  STANDING,
  STANDING_BINDINGS,
  type InvoiceMoney,
} from "./standing"
import { boundsOfDay } from "../tashkent-time"
import { readRows, rowsOf, type Listed, type Page, type Sql } from "../database"

/** Invoices of one batch of a long list. */
const BATCH = 1_000

const bookedSchema = moneySchema.extend({
  number: invoiceNumberSchema,
  state: z.enum(INVOICE_STATES),
  /** In UZS. */
  amount: uzsSchema,
  orderId: z.string().optional(),
  orderNumber: z.number().optional(),
  paidAt: z.date().optional(),
})

/** An invoice as it is compared with the service's history. */
export type BookedInvoice = z.infer<typeof bookedSchema>

const totalsSchema = z.object({
  count: z.number(),
  /** What was asked for, in UZS. */
  amount: uzsSchema,
  /** What was paid, in UZS. */
  paid: uzsSchema,
  /** What was given back of it, or is to be, in UZS. */
  givenBack: uzsSchema,
  /** What stays of those that are on no order yet, in UZS. */
  unbooked: uzsSchema,
})

/** What some confirmed invoices come to. */
export type BookedTotals = z.infer<typeof totalsSchema>

const historyLineSchema = z.object({
  from: z.string(),
  to: z.string(),
  reason: z.string().optional(),
  /** The user, or secret API key, that did it; undefined where it happened by itself. */
  actorId: z.string().optional(),
  note: z.string().optional(),
  at: z.date(),
})

/** One line of an invoice's history. */
export type HistoryLine = z.infer<typeof historyLineSchema>

const deliverySchema = z
  .object({
    id: z.string(),
    at: z.date(),
    /** Whether the address carried the invoice's own token. */
    tokenMatched: z.boolean(),
    bodyBase64: z.string(),
  })
  .transform(({ bodyBase64, ...delivery }) => ({
    ...delivery,
    body: Buffer.from(bodyBase64, "base64"),
  }))

/** A webhook about an invoice, as it came. It was never evidence. */
export type KeptDelivery = z.infer<typeof deliverySchema>

const rangeSchema = z.object({ first: z.string().optional(), last: z.string().optional() })

const OF_DESK = "deleted_at IS NULL AND service_url = :serviceUrl AND cash_desk = :cashDesk"
const BOOKED = `SELECT id, number, state, ${STANDING} AS standing, invoice_amount AS amount, order_id,
    order_number, paid_at, ${MONEY}
  FROM checkout_uz_invoice i WHERE ${OF_DESK}`
const CONFIRMED = "state <> ALL(:openStates) AND paid_at IS NOT NULL"
/** The day on which an invoice was paid as the service wrote it, whose time zone nobody knows; it has an index. */
const WRITTEN_DAY = `(substring(paid_at_text from '^[0-9]{4}-[0-9]{2}-[0-9]{2}') COLLATE "C")`
/** Confirmed and paid in a range of days, and not one of some numbers. */
const CONFIRMED_BESIDE = `${CONFIRMED} AND (
    ${WRITTEN_DAY} BETWEEN :from AND :to
    OR ${WRITTEN_DAY} IS NULL AND paid_at >= :begin AND paid_at < :end
  )
  AND NOT EXISTS (SELECT FROM unnest(CAST(:numbers AS text[])) given(number) WHERE given.number = i.number)`
/** Where the service wrote none: the day in Toshkent on which it was confirmed to us. */
const CONFIRMED_DAY = `to_char(paid_at AT TIME ZONE 'UTC' + interval '5 hours', 'YYYY-MM-DD') COLLATE "C"`

/** The ledger as a merchant reads it: lists of the configured service's invoices, and one in detail. */
export class InvoiceQueries {
  readonly #sql: Sql
  readonly #serviceUrl: string

  constructor({ sql, serviceUrl }: { sql: Sql; serviceUrl: string }) {
    this.#sql = sql
    this.#serviceUrl = serviceUrl
  }

  /** One page of the invoices that fit, and how many there are of them. */
  async list(filter: InvoiceFilter, order: InvoiceSort, page: Page): Promise<Listed<Invoice>> {
    return listInvoices(this.#sql, { serviceUrl: this.#serviceUrl, filter }, order, page)
  }

  /** All invoices that fit, batch by batch: they are never all in memory at once. */
  async *batches(filter: InvoiceFilter, order: InvoiceSort): AsyncGenerator<Invoice[]> {
    const selection = { serviceUrl: this.#serviceUrl, filter }
    let after: Cursor | undefined
    do {
      const batch = await batchOfInvoices(this.#sql, selection, order, { limit: BATCH, after })
      yield batch.invoices
      after = batch.next
    } while (after)
  }

  /** What has become of the money of some invoices, by their ids. */
  async moneyOf(invoices: readonly Invoice[]): Promise<ReadonlyMap<string, InvoiceMoney>> {
    return moneyOf(
      this.#sql,
      invoices.map(({ id }) => id)
    )
  }

  /** The cash desks and payment systems that there are invoices of. */
  async facets(): Promise<{ cashDesks: string[]; paymentSystems: string[] }> {
    return facetsOfInvoices(this.#sql, this.#serviceUrl)
  }

  /** Confirmed payments by day in Toshkent; see {@link paymentsPerDay}. */
  async paymentsPerDay(
    cashDesk: string,
    range: { from: string; to: string }
  ): Promise<SumOfPayments[]> {
    return paymentsPerDay(this.#sql, { serviceUrl: this.#serviceUrl, cashDesk, ...range })
  }

  /** An invoice's history, the latest last. */
  async transitionsOf(invoiceId: string): Promise<HistoryLine[]> {
    return readRows(
      this.#sql,
      `SELECT from_state AS "from", to_state AS "to", reason, actor_id, note, created_at AS at
         FROM checkout_uz_invoice_transition
        WHERE invoice_id = :invoiceId AND deleted_at IS NULL ORDER BY created_at, id`,
      { invoiceId },
      historyLineSchema
    )
  }

  /** The webhooks that are kept of an invoice, the latest last. */
  async deliveriesOf(invoiceId: string): Promise<KeptDelivery[]> {
    return readRows(
      this.#sql,
      `SELECT id, created_at AS at, token_matched, body_base64 FROM checkout_uz_webhook_delivery
        WHERE invoice_id = :invoiceId AND deleted_at IS NULL ORDER BY created_at, id`,
      { invoiceId },
      deliverySchema
    )
  }

  /** A cash desk's invoices among some numbers, whatever their state and day. */
  async findBooked(cashDesk: string, numbers: readonly InvoiceNumber[]): Promise<BookedInvoice[]> {
    if (numbers.length === 0) return []
    const bindings = { ...this.#desk(cashDesk), numbers: numbers.map(String), ...STANDING_BINDINGS }
    return readRows(this.#sql, `${BOOKED} AND number = ANY(:numbers)`, bindings, bookedSchema)
  }

  /**
   * A cash desk's confirmed invoices that were paid in a range of days, both included, with other numbers
   * than some: the newest, and what all of them come to.
   *
   * @param limit how many of the newest; all where it is undefined
   */
  async confirmedBeside(
    cashDesk: string,
    range: { from: string; to: string },
    numbers: readonly InvoiceNumber[],
    limit?: number
  ): Promise<{ rows: BookedInvoice[]; totals: BookedTotals }> {
    const bindings = {
      ...this.#desk(cashDesk),
      ...range,
      begin: boundsOfDay(range.from).begin,
      end: boundsOfDay(range.to).end,
      numbers: numbers.map(String),
      limit: limit ?? null,
      ...STANDING_BINDINGS,
    }
    const newest = `${BOOKED} AND i.id IN (
      SELECT id FROM checkout_uz_invoice i WHERE ${OF_DESK} AND ${CONFIRMED_BESIDE}
       ORDER BY CAST(number AS bigint) DESC LIMIT :limit)`
    const all = `SELECT count(*)::int AS count, COALESCE(sum(invoice_amount), 0)::text AS amount,
        COALESCE(sum(${PAID}), 0)::text AS paid, COALESCE(sum(back.amount), 0)::text AS given_back,
        COALESCE(sum(${PAID} - COALESCE(back.amount, 0)) FILTER (WHERE state = 'paid'), 0)::text AS unbooked
      FROM checkout_uz_invoice i ${GIVEN_BACK} WHERE ${OF_DESK} AND ${CONFIRMED_BESIDE}`
    const [rows, [totals]] = await Promise.all([
      readRows(this.#sql, newest, bindings, bookedSchema),
      readRows(this.#sql, all, bindings, totalsSchema),
    ])
    if (!totals) throw new Error("A sum over invoices has no row.")
    return { rows, totals }
  }

  /** The first and the last day of a cash desk's confirmed invoices with other numbers. */
  async daysOfOthers(
    cashDesk: string,
    numbers: readonly InvoiceNumber[]
  ): Promise<{ first: string; last: string } | undefined> {
    const others = `${OF_DESK} AND ${CONFIRMED} AND number <> ALL(:numbers)`
    const [days] = await readRows(
      this.#sql,
      `SELECT min(first) AS first, max(last) AS last
         FROM (
           SELECT min(${WRITTEN_DAY}) AS first, max(${WRITTEN_DAY}) AS last
             FROM checkout_uz_invoice WHERE ${others}
           UNION ALL
           SELECT min(${CONFIRMED_DAY}), max(${CONFIRMED_DAY})
             FROM checkout_uz_invoice WHERE ${others} AND ${WRITTEN_DAY} IS NULL
         ) days`,
      { ...this.#desk(cashDesk), numbers: numbers.map(String), openStates: OPEN_STATES },
      rangeSchema
    )
    const { first, last } = days ?? {}
    return first === undefined || last === undefined ? undefined : { first, last }
  }

  /** Whether there is any invoice of a cash desk, which may have left the configuration. */
  async hasInvoicesOf(cashDesk: string): Promise<boolean> {
    return (
      (
        await rowsOf(
          this.#sql,
          `SELECT 1 FROM checkout_uz_invoice WHERE ${OF_DESK} LIMIT 1`,
          this.#desk(cashDesk)
        )
      ).length > 0
    )
  }

  #desk(cashDesk: string): CashDeskKey {
    return { serviceUrl: this.#serviceUrl, cashDesk }
  }
}
