import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import { invoiceNumberSchema, uzsSchema, type InvoiceNumber, type Uzs } from "../../../client"
import type { Invoice } from "../invoice"
import { invoicesOf, rowsOf, type Sql } from "./sql"

/** Which part of a list, the latest first. */
export type Page = { limit: number; offset: number }
export type Listed<T> = { rows: T[]; count: number }

/** A refund Medusa has booked, with the invoice whose money it gives back. */
export type ManualRefund = {
  id: string
  invoiceId: string
  /** The id of Medusa's refund. */
  refundId: string
  /** In UZS. */
  amount: Uzs
  currencyCode: string
  createdAt: Date
  completedAt: Date | undefined
  /** The user who said that it was paid out. */
  completedBy: string | undefined
  note: string | undefined
  invoiceNumber: InvoiceNumber
  paymentCollectionId: string
}

const refundSchema = z
  .object({
    id: z.string(),
    invoice_id: z.string(),
    refund_id: z.string(),
    amount: uzsSchema,
    currency_code: z.string(),
    created_at: z.date(),
    completed_at: z.date().nullable(),
    completed_by: z.string().nullable(),
    note: z.string().nullable(),
    number: invoiceNumberSchema,
    payment_collection_id: z.string(),
  })
  .transform((row): ManualRefund => ({
    id: row.id,
    invoiceId: row.invoice_id,
    refundId: row.refund_id,
    amount: row.amount,
    currencyCode: row.currency_code,
    createdAt: row.created_at,
    completedAt: row.completed_at ?? undefined,
    completedBy: row.completed_by ?? undefined,
    note: row.note ?? undefined,
    invoiceNumber: row.number,
    paymentCollectionId: row.payment_collection_id,
  }))

const REFUND = `SELECT r.*, i.number, i.payment_collection_id FROM checkout_uz_manual_refund r
  JOIN checkout_uz_invoice i ON i.id = r.invoice_id`
const OPEN = "r.completed_at IS NULL AND r.deleted_at IS NULL"

/** Held invoices, the latest first. */
export async function listHeld(sql: Sql, page: Page): Promise<Listed<Invoice>> {
  const held = "FROM checkout_uz_invoice WHERE state = 'held' AND deleted_at IS NULL"
  const rows = await invoicesOf(
    sql,
    `SELECT * ${held} ORDER BY paid_at DESC, id LIMIT :limit OFFSET :offset`,
    page
  )
  return { rows, count: await countOf(sql, held) }
}

/** Refunds the merchant still has to pay out, the oldest first. */
export async function listOpenRefunds(sql: Sql, page: Page): Promise<Listed<ManualRefund>> {
  const rows = await rowsOf(
    sql,
    `${REFUND} WHERE ${OPEN} ORDER BY r.created_at, r.id LIMIT :limit OFFSET :offset`,
    page
  )
  return {
    rows: z.array(refundSchema).parse(rows),
    count: await countOf(sql, `FROM checkout_uz_manual_refund r WHERE ${OPEN}`),
  }
}

/** Every refund of an invoice's money, paid out or not, the oldest first. */
export async function listRefundsOf(sql: Sql, invoiceId: string): Promise<ManualRefund[]> {
  const rows = await rowsOf(
    sql,
    `${REFUND} WHERE r.invoice_id = :invoiceId AND r.deleted_at IS NULL ORDER BY r.created_at, r.id`,
    { invoiceId }
  )
  return z.array(refundSchema).parse(rows)
}

export async function findRefund(sql: Sql, id: string): Promise<ManualRefund | undefined> {
  const [row] = await rowsOf(sql, `${REFUND} WHERE r.id = :id AND r.deleted_at IS NULL`, { id })
  return row === undefined ? undefined : refundSchema.parse(row)
}

/** Who did something, and why, in the merchant's own words. */
export type Audit = { actorId: string; note?: string | undefined }

/** Ticks a refund off. The first to do so is the one who did. */
export async function completeRefund(sql: Sql, id: string, { actorId, note }: Audit) {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_manual_refund
        SET completed_at = now(), completed_by = :actorId, note = :note, updated_at = now()
      WHERE id = :id AND completed_at IS NULL AND deleted_at IS NULL`,
    { id, actorId, note: note ?? null }
  )
}

/**
 * Ticks off whatever is to be refunded of an invoice whose money went back as a whole, and takes
 * back what was not yet told of it.
 */
export async function completeRefundsOf(sql: Sql, invoiceId: string, { actorId, note }: Audit) {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_manual_refund
        SET completed_at = now(), completed_by = :actorId, note = :note, updated_at = now()
      WHERE invoice_id = :invoiceId AND completed_at IS NULL AND deleted_at IS NULL`,
    { invoiceId, actorId, note: note ?? null }
  )
  await rowsOf(
    sql,
    `DELETE FROM checkout_uz_alert
      WHERE invoice_id = :invoiceId AND kind = 'refund_due' AND announced_at IS NULL`,
    { invoiceId }
  )
}

/** Writes into an invoice's history what a merchant did, where it moved nothing by itself. */
export async function noteInHistory(
  sql: Sql,
  { id, state, holdReason }: Invoice,
  { actorId, note }: Audit
): Promise<void> {
  await rowsOf(
    sql,
    `INSERT INTO checkout_uz_invoice_move (id, invoice_id, from_state, to_state, reason, actor_id, note)
     VALUES (:moveId, :id, :state, :state, :reason, :actorId, :note)`,
    {
      moveId: generateEntityId(undefined, "cumove"),
      id,
      state,
      reason: holdReason ?? null,
      actorId,
      note: note ?? null,
    }
  )
}

async function countOf(sql: Sql, from: string): Promise<number> {
  const [row] = await rowsOf(sql, `SELECT count(*)::int AS count ${from}`, {})
  return z.object({ count: z.number() }).parse(row).count
}
