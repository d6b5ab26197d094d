import type { CashDeskKey } from "../cash-desks/cash-desk"
import { z } from "zod"
import { invoiceNumberSchema, uzsSchema, type InvoiceNumber, type Uzs } from "../../../client"
import { INVOICE_STATES, OPEN_STATES, type InvoiceState } from "./states"
import { rowsOf, type Sql } from "../database"

/** An invoice as it is held against the service's books. */
export type BookedInvoice = {
  id: string
  number: InvoiceNumber
  state: InvoiceState
  /** In UZS. */
  amount: Uzs
  orderId: string | undefined
  orderNumber: number | undefined
  paidAt: Date | undefined
}

const bookedSchema = z.array(
  z
    .object({
      id: z.string(),
      number: invoiceNumberSchema,
      state: z.enum(INVOICE_STATES),
      invoice_amount: uzsSchema,
      order_id: z.string().nullable(),
      order_number: z.number().nullable(),
      paid_at: z.date().nullable(),
    })
    .transform((row): BookedInvoice => ({
      id: row.id,
      number: row.number,
      state: row.state,
      amount: row.invoice_amount,
      orderId: row.order_id ?? undefined,
      orderNumber: row.order_number ?? undefined,
      paidAt: row.paid_at ?? undefined,
    }))
)

const SELECT = `SELECT id, number, state, invoice_amount, order_id, order_number, paid_at
  FROM checkout_uz_invoice
 WHERE deleted_at IS NULL AND service_url = :serviceUrl AND cash_desk = :cashDesk`
const CONFIRMED = "state <> ALL(:openStates) AND paid_at IS NOT NULL"
/**
 * The day on which an invoice was paid: as the service wrote it, whose time zone nobody knows, and
 * where it wrote none the day in Toshkent on which it was confirmed to us.
 */
const PAID_DAY = `COALESCE(substring(paid_at_text from '^[0-9]{4}-[0-9]{2}-[0-9]{2}'),
  to_char(paid_at AT TIME ZONE 'UTC' + interval '5 hours', 'YYYY-MM-DD')) COLLATE "C"`

/** Our invoices among some numbers, whatever their state and day. */
export async function findBooked(
  sql: Sql,
  desk: CashDeskKey,
  numbers: readonly InvoiceNumber[]
): Promise<BookedInvoice[]> {
  if (numbers.length === 0) return []
  const rows = await rowsOf(sql, `${SELECT} AND number = ANY(:numbers)`, {
    ...desk,
    numbers: numbers.map(String),
  })
  return bookedSchema.parse(rows)
}

/** Our confirmed invoices that were paid in a range of days, both included. */
export async function confirmedInRange(
  sql: Sql,
  desk: CashDeskKey,
  range: { from: string; to: string }
): Promise<BookedInvoice[]> {
  const rows = await rowsOf(
    sql,
    `${SELECT} AND ${CONFIRMED} AND ${PAID_DAY} BETWEEN :from AND :to`,
    { ...desk, ...range, openStates: OPEN_STATES }
  )
  return bookedSchema.parse(rows)
}

/** The first and the last day of our confirmed invoices that are not among some numbers. */
export async function daysOfOthers(
  sql: Sql,
  desk: CashDeskKey,
  numbers: readonly InvoiceNumber[]
): Promise<{ first: string; last: string } | undefined> {
  const [row] = await rowsOf(
    sql,
    `SELECT min(${PAID_DAY}) AS first, max(${PAID_DAY}) AS last FROM checkout_uz_invoice
      WHERE deleted_at IS NULL AND service_url = :serviceUrl AND cash_desk = :cashDesk
        AND ${CONFIRMED} AND number <> ALL(:numbers)`,
    { ...desk, numbers: numbers.map(String), openStates: OPEN_STATES }
  )
  const { first, last } = z
    .object({ first: z.string().nullable(), last: z.string().nullable() })
    .parse(row)
  return first === null || last === null ? undefined : { first, last }
}

/** Whether there is any invoice of a cash desk, which may have left the configuration. */
export async function hasInvoicesOf(sql: Sql, desk: CashDeskKey): Promise<boolean> {
  return (await rowsOf(sql, `${SELECT} LIMIT 1`, desk)).length > 0
}
