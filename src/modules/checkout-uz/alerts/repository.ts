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

/** Seconds after which another server may publish an alert whose server died over it. */
const CLAIM_SECONDS = 60

/**
 * Publishes the alert that has waited longest, leaving out some. It is claimed first, so that of many
 * servers one publishes it; where that fails it waits on.
 *
 * INVARIANT: no transaction is open while an alert is published. What publishing asks of the database
 * would wait for a connection that this one holds.
 */
export async function publishNext(
  sql: Sql,
  publish: (alert: Alert) => Promise<void>,
  leftOut: readonly string[]
): Promise<Publication> {
  const alert = await claimNext(sql, leftOut)
  if (!alert) return { kind: "none" }
  const { id } = alert
  try {
    await publish(alert)
  } catch (error) {
    await rowsOf(sql, "UPDATE checkout_uz_alert SET claimed_at = NULL WHERE id = :id", { id })
    return { kind: "failed", id, error }
  }
  await rowsOf(
    sql,
    `UPDATE checkout_uz_alert SET published_at = now(), claimed_at = NULL, updated_at = now()
      WHERE id = :id`,
    { id }
  )
  return { kind: "published" }
}

async function claimNext(sql: Sql, leftOut: readonly string[]): Promise<Alert | undefined> {
  const rows = await readRows(
    sql,
    `UPDATE checkout_uz_alert SET claimed_at = clock_timestamp()
      WHERE id = (
        SELECT id FROM checkout_uz_alert
         WHERE published_at IS NULL AND deleted_at IS NULL AND id <> ALL(:leftOut)
           AND (claimed_at IS NULL
                OR claimed_at <= clock_timestamp() - make_interval(secs => :claimSeconds))
         ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      RETURNING id, kind, cash_desk, invoice_id, reason`,
    { leftOut, claimSeconds: CLAIM_SECONDS },
    alertSchema
  )
  return rows.at(0)
}
