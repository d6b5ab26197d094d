import { z } from "zod"
import { invoiceNumberSchema, uzsSchema, type InvoiceNumber } from "../../../client"
import type { CashDeskKey } from "../cash-desks/cash-desk"
import { readRows, type Sql } from "../database"
import { boundsOfDay } from "../tashkent-time"
import { GIVEN_BACK, MONEY, moneySchema, PAID, STANDING, STANDING_BINDINGS } from "./standing"
import { INVOICE_STATES, OPEN_STATES } from "./states"

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

const rangeSchema = z.object({ first: z.string().optional(), last: z.string().optional() })

const OF_DESK = "deleted_at IS NULL AND service_url = :serviceUrl AND cash_desk = :cashDesk"
const BOOKED = `SELECT id, number, state, ${STANDING} AS standing, invoice_amount AS amount, order_id,
    order_number, paid_at, ${MONEY}
  FROM checkout_uz_invoice i WHERE ${OF_DESK}`
const CONFIRMED = "state <> ALL(:openStates) AND paid_at IS NOT NULL"
/** The day on which an invoice was paid as the service wrote it, whose time zone nobody knows; it has an index. */
const WRITTEN_DAY = `(substring(paid_at_text from '^[0-9]{4}-[0-9]{2}-[0-9]{2}') COLLATE "C")`
/** Where the service wrote none: the day in Toshkent on which it was confirmed to us. */
const CONFIRMED_DAY = `to_char(paid_at AT TIME ZONE 'UTC' + interval '5 hours', 'YYYY-MM-DD') COLLATE "C"`
/** Confirmed and paid in a range of days, and not one of some numbers. */
const CONFIRMED_BESIDE = `${CONFIRMED} AND (
    ${WRITTEN_DAY} BETWEEN :from AND :to
    OR ${WRITTEN_DAY} IS NULL AND paid_at >= :begin AND paid_at < :end
  )
  AND NOT EXISTS (SELECT FROM unnest(CAST(:numbers AS text[])) given(number) WHERE given.number = i.number)`

/** A cash desk's invoices, as its history at the service is compared with them. */
export class BookedQueries {
  readonly #sql: Sql
  readonly #desk: CashDeskKey

  constructor(sql: Sql, desk: CashDeskKey) {
    this.#sql = sql
    this.#desk = desk
  }

  /** The invoices among some numbers, whatever their state and day. */
  async among(numbers: readonly InvoiceNumber[]): Promise<BookedInvoice[]> {
    if (numbers.length === 0) return []
    const bindings = { ...this.#desk, numbers: numbers.map(String), ...STANDING_BINDINGS }
    return readRows(this.#sql, `${BOOKED} AND number = ANY(:numbers)`, bindings, bookedSchema)
  }

  /**
   * The confirmed invoices that were paid in a range of days, both included, with other numbers
   * than some: the newest, and what all of them come to.
   *
   * @param limit how many of the newest; all where it is undefined
   */
  async confirmedBeside(
    range: { from: string; to: string },
    numbers: readonly InvoiceNumber[],
    limit?: number
  ): Promise<{ rows: BookedInvoice[]; totals: BookedTotals }> {
    const bindings = {
      ...this.#desk,
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

  /** The first and the last day of the confirmed invoices with other numbers. */
  async daysOfOthers(
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
      { ...this.#desk, numbers: numbers.map(String), openStates: OPEN_STATES },
      rangeSchema
    )
    const { first, last } = days ?? {}
    return first === undefined || last === undefined ? undefined : { first, last }
  }
}
