import { z } from "zod"
import { rowsOf, type Sql } from "../database"

/** One line of an invoice's history. */
export type Move = {
  from: string
  to: string
  reason: string | undefined
  /** The user, or secret API key, that did it; undefined where it happened by itself. */
  actorId: string | undefined
  note: string | undefined
  at: Date
}

/** A webhook about an invoice, as it came. It was never evidence. */
export type KeptDelivery = { id: string; at: Date; tokenMatched: boolean; body: Buffer }

const optionalText = z
  .string()
  .nullable()
  .transform((text) => text ?? undefined)

const transitionsSchema = z.array(
  z
    .object({
      from_state: z.string(),
      to_state: z.string(),
      reason: optionalText,
      actor_id: optionalText,
      note: optionalText,
      created_at: z.date(),
    })
    .transform((row): Move => ({
      from: row.from_state,
      to: row.to_state,
      reason: row.reason,
      actorId: row.actor_id,
      note: row.note,
      at: row.created_at,
    }))
)

const deliveriesSchema = z.array(
  z
    .object({
      id: z.string(),
      created_at: z.date(),
      token_matched: z.boolean(),
      body_base64: z.string(),
    })
    .transform((row): KeptDelivery => ({
      id: row.id,
      at: row.created_at,
      tokenMatched: row.token_matched,
      body: Buffer.from(row.body_base64, "base64"),
    }))
)

/** What happened to an invoice, the latest last. */
export async function transitionsOf(sql: Sql, invoiceId: string): Promise<Move[]> {
  const rows = await rowsOf(
    sql,
    `SELECT from_state, to_state, reason, actor_id, note, created_at FROM checkout_uz_invoice_transition
      WHERE invoice_id = :invoiceId AND deleted_at IS NULL ORDER BY created_at, id`,
    { invoiceId }
  )
  return transitionsSchema.parse(rows)
}

/** The webhooks that are kept of an invoice, the latest last. */
export async function deliveriesOf(sql: Sql, invoiceId: string): Promise<KeptDelivery[]> {
  const rows = await rowsOf(
    sql,
    `SELECT id, created_at, token_matched, body_base64 FROM checkout_uz_webhook_delivery
      WHERE invoice_id = :invoiceId AND deleted_at IS NULL ORDER BY created_at, id`,
    { invoiceId }
  )
  return deliveriesSchema.parse(rows)
}
