import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import { ALERT_KINDS, type Alert, type NewAlert } from "./alert"
import { readRows, rowsOf, type Sql } from "../database"

const alertSchema = z.object({
  id: z.string(),
  kind: z.enum(ALERT_KINDS),
  cashDesk: z.string(),
  invoiceId: z.string().optional(),
  reason: z.string(),
})

/** Writes an alert, once for each occasion. */
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
  { kind: "none" } | { kind: "published" } | { kind: "failed"; id: string; error: unknown }

/**
 * Publishes the alert that has waited longest, leaving out some. Its row is locked meanwhile, so that
 * of many servers one publishes it; where that fails it waits on.
 */
export async function publishNext(
  sql: Knex,
  publish: (alert: Alert) => Promise<void>,
  leftOut: readonly string[]
): Promise<Publication> {
  return sql.transaction(async (transaction) => {
    const [alert] = await readRows(
      transaction,
      `SELECT id, kind, cash_desk, invoice_id, reason FROM checkout_uz_alert
        WHERE published_at IS NULL AND deleted_at IS NULL AND id <> ALL(:leftOut)
        ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
      { leftOut },
      alertSchema
    )
    if (!alert) return { kind: "none" }
    try {
      await publish(alert)
    } catch (error) {
      return { kind: "failed", id: alert.id, error }
    }
    await rowsOf(
      transaction,
      `UPDATE checkout_uz_alert SET published_at = now(), updated_at = now() WHERE id = :id`,
      { id: alert.id }
    )
    return { kind: "published" }
  })
}
