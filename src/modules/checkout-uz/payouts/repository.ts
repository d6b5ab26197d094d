import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import { invoiceNumberSchema, uzsSchema, type InvoiceNumber, type Uzs } from "../../../client"
import { newAlertId } from "../alerts/repository"
import type { Audit } from "../invoices/transitions"
import { countOf, type Listed, type Page, rowsOf, type Sql } from "../database"

/** Money the merchant sends back by hand, with the invoice it came by. */
export type Payout = {
  id: string
  invoiceId: string
  /** The id of Medusa's refund; undefined where money that stood on nothing is returned. */
  refundId: string | undefined
  /** What the customer gets, in UZS. */
  amount: Uzs
  currencyCode: string
  createdAt: Date
  /** When the merchant said that it was sent. */
  completedAt: Date | undefined
  completedBy: string | undefined
  note: string | undefined
  invoiceNumber: InvoiceNumber
  paymentCollectionId: string
}

const payoutSchema = z
  .object({
    id: z.string(),
    invoice_id: z.string(),
    refund_id: z.string().nullable(),
    amount: uzsSchema,
    currency_code: z.string(),
    created_at: z.date(),
    completed_at: z.date().nullable(),
    completed_by: z.string().nullable(),
    note: z.string().nullable(),
    number: invoiceNumberSchema,
    payment_collection_id: z.string(),
  })
  .transform((row): Payout => ({
    id: row.id,
    invoiceId: row.invoice_id,
    refundId: row.refund_id ?? undefined,
    amount: row.amount,
    currencyCode: row.currency_code,
    createdAt: row.created_at,
    completedAt: row.completed_at ?? undefined,
    completedBy: row.completed_by ?? undefined,
    note: row.note ?? undefined,
    invoiceNumber: row.number,
    paymentCollectionId: row.payment_collection_id,
  }))

const PAYOUT = `SELECT p.*, i.number, i.payment_collection_id FROM checkout_uz_payout p
  JOIN checkout_uz_invoice i ON i.id = p.invoice_id`
const OPEN = "p.completed_at IS NULL AND p.deleted_at IS NULL"

/** What still has to be sent back, the oldest first. */
export async function listOpenPayouts(sql: Sql, page: Page): Promise<Listed<Payout>> {
  const rows = await rowsOf(
    sql,
    `${PAYOUT} WHERE ${OPEN} ORDER BY p.created_at, p.id LIMIT :limit OFFSET :offset`,
    page
  )
  return {
    rows: z.array(payoutSchema).parse(rows),
    count: await countOf(sql, `FROM checkout_uz_payout p WHERE ${OPEN}`),
  }
}

/** Every pay-out of an invoice's money, sent or not, the oldest first. */
export async function listPayoutsOf(sql: Sql, invoiceId: string): Promise<Payout[]> {
  const rows = await rowsOf(
    sql,
    `${PAYOUT} WHERE p.invoice_id = :invoiceId AND p.deleted_at IS NULL ORDER BY p.created_at, p.id`,
    { invoiceId }
  )
  return z.array(payoutSchema).parse(rows)
}

export async function findPayout(sql: Sql, id: string): Promise<Payout | undefined> {
  const [row] = await rowsOf(sql, `${PAYOUT} WHERE p.id = :id AND p.deleted_at IS NULL`, { id })
  return row === undefined ? undefined : payoutSchema.parse(row)
}

/** Ticks a pay-out off. The first to do so is the one who did. */
export async function completePayout(sql: Sql, id: string, { actorId, note }: Audit) {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_payout
        SET completed_at = now(), completed_by = :actorId, note = :note, updated_at = now()
      WHERE id = :id AND completed_at IS NULL AND deleted_at IS NULL`,
    { id, actorId, note: note ?? null }
  )
}

/** Those of some refunds of Medusa that are on the list. */
export async function findListedRefunds(
  sql: Sql,
  refundIds: readonly string[]
): Promise<Set<string>> {
  if (refundIds.length === 0) return new Set()
  const rows = await rowsOf(
    sql,
    "SELECT refund_id FROM checkout_uz_payout WHERE refund_id = ANY(:refundIds) AND deleted_at IS NULL",
    { refundIds }
  )
  return new Set(
    z
      .array(z.object({ refund_id: z.string() }))
      .parse(rows)
      .map(({ refund_id }) => refund_id)
  )
}

/**
 * Puts a refund of Medusa's on the list of pay-outs, and leaves an alert. Where the payment is given
 * back as a whole, that is all the customer has paid: Medusa's amount may be a fraction of a som less.
 *
 * INVARIANT: one refund is one pay-out, however often it is noticed, and the pay-outs of an invoice
 * never come to more than what was paid. Call it inside a transaction.
 *
 * @returns false where it would be more
 */
export async function insertRefundPayout(
  sql: Sql,
  refund: { invoiceId: string; refundId: string; amount: Uzs; currencyCode: string }
): Promise<boolean> {
  await lockInvoice(sql, refund.invoiceId)
  const rows = await rowsOf(
    sql,
    `WITH ${LISTED}, made AS (
       INSERT INTO checkout_uz_payout (id, invoice_id, refund_id, amount, raw_amount, currency_code)
       SELECT :id, due.id, :refundId, due.amount, ${rawAmount("due.amount")}, :currencyCode
         FROM (
           SELECT i.id, i.state,
                  CASE WHEN listed.total + CAST(:amount AS numeric) >= i.session_amount
                       THEN ${PAID} - listed.total
                       ELSE LEAST(CAST(:amount AS numeric), ${PAID} - listed.total) END AS amount,
                  listed.total + CAST(:amount AS numeric) <= GREATEST(i.session_amount, ${PAID}) AS fits
             FROM checkout_uz_invoice i, listed
            WHERE i.id = :invoiceId AND NOT listed.this_one
         ) due
        WHERE due.fits AND due.amount > 0 AND due.state <> 'returned'
       RETURNING id
     ), alert AS (
       INSERT INTO checkout_uz_alert (id, kind, occasion, cash_desk, invoice_id, reason)
       SELECT :alertId, 'payout_due', 'payout:' || made.id, i.cash_desk, i.id, made.id
         FROM made, checkout_uz_invoice i WHERE i.id = :invoiceId
     )
     SELECT 1 FROM made
      UNION ALL SELECT 1 FROM listed WHERE listed.this_one
      -- What is returned as a whole is on the list already.
      UNION ALL SELECT 1 FROM checkout_uz_invoice WHERE id = :invoiceId AND state = 'returned'`,
    { id: generateEntityId(undefined, "cupay"), alertId: newAlertId(), ...refund }
  )
  return rows.length > 0
}

/**
 * Puts all of an invoice's money that is not on the list yet there. Call it inside the transaction
 * that moves the invoice to `returned`.
 */
export async function insertReturnPayout(sql: Sql, invoiceId: string): Promise<void> {
  await rowsOf(
    sql,
    `WITH ${LISTED}, made AS (
       INSERT INTO checkout_uz_payout (id, invoice_id, amount, raw_amount, currency_code)
       SELECT :id, due.id, due.amount, ${rawAmount("due.amount")}, due.currency_code
         FROM (
           SELECT i.id, i.currency_code, ${PAID} - listed.total AS amount
             FROM checkout_uz_invoice i, listed WHERE i.id = :invoiceId
         ) due
        WHERE due.amount > 0
       RETURNING id
     )
     INSERT INTO checkout_uz_alert (id, kind, occasion, cash_desk, invoice_id, reason)
     SELECT :alertId, 'payout_due', 'payout:' || made.id, i.cash_desk, i.id, made.id
       FROM made, checkout_uz_invoice i WHERE i.id = :invoiceId`,
    {
      id: generateEntityId(undefined, "cupay"),
      alertId: newAlertId(),
      invoiceId,
      refundId: "",
    }
  )
}

/** What the customer has paid into an invoice. */
const PAID = "COALESCE(i.paid_amount, i.invoice_amount)"

/** What is on the list of an invoice already, and whether this refund is. */
const LISTED = `listed AS (
  SELECT COALESCE(sum(amount), 0) AS total,
         COALESCE(bool_or(refund_id = CAST(:refundId AS text)), false) AS this_one
    FROM checkout_uz_payout WHERE invoice_id = :invoiceId AND deleted_at IS NULL
)`

/** Locked, so that two refunds at once do not each find room for themselves. */
async function lockInvoice(sql: Sql, invoiceId: string): Promise<void> {
  await rowsOf(sql, "SELECT id FROM checkout_uz_invoice WHERE id = :invoiceId FOR UPDATE", {
    invoiceId,
  })
}

/** Medusa keeps an exact copy of every amount beside its numeric column. */
function rawAmount(column: string): string {
  return `jsonb_build_object('value', CAST(${column} AS text), 'precision', 20)`
}
