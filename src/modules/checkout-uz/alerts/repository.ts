import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import { ALERT_KINDS, type Alert, type NewAlert } from "./alert"
import { rowsOf, type Sql } from "../database"

const alertSchema = z
  .object({
    id: z.string(),
    kind: z.enum(ALERT_KINDS),
    cash_desk: z.string(),
    invoice_id: z.string().nullable(),
    reason: z.string(),
  })
  .transform(({ cash_desk, invoice_id, ...alert }): Alert => ({
    ...alert,
    cashDesk: cash_desk,
    invoiceId: invoice_id ?? undefined,
  }))

/** Leaves something to be told to the merchant, once for each occasion. */
export async function raiseAlert(sql: Sql, alert: NewAlert): Promise<void> {
  await rowsOf(
    sql,
    `INSERT INTO checkout_uz_alert (id, kind, occasion, cash_desk, invoice_id, reason)
     VALUES (:id, :kind, :occasion, :cashDesk, :invoiceId, :reason)
     ON CONFLICT (occasion) WHERE deleted_at IS NULL DO NOTHING`,
    { ...alert, id: newAlertId(), invoiceId: alert.invoiceId ?? null }
  )
}

export function newAlertId(): string {
  return generateEntityId(undefined, "cualert")
}

/** What became of the alert that had waited longest. */
export type Publication =
  { kind: "none" } | { kind: "told" } | { kind: "failed"; id: string; error: unknown }

/**
 * Tells the alert that has waited longest, leaving out some. Its row is locked meanwhile, so that of
 * many servers one tells it; where telling fails it waits on.
 */
export async function publishNext(
  sql: Knex,
  tell: (alert: Alert) => Promise<void>,
  leftOut: readonly string[]
): Promise<Publication> {
  return sql.transaction(async (transaction) => {
    const [row] = await rowsOf(
      transaction,
      `SELECT id, kind, cash_desk, invoice_id, reason FROM checkout_uz_alert
        WHERE published_at IS NULL AND deleted_at IS NULL AND id <> ALL(:leftOut)
        ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
      { leftOut }
    )
    if (row === undefined) return { kind: "none" }
    const alert = alertSchema.parse(row)
    try {
      await tell(alert)
    } catch (error) {
      return { kind: "failed", id: alert.id, error }
    }
    await rowsOf(
      transaction,
      `UPDATE checkout_uz_alert SET published_at = now(), updated_at = now() WHERE id = :id`,
      { id: alert.id }
    )
    return { kind: "told" }
  })
}
