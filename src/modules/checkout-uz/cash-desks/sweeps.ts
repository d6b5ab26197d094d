import { generateEntityId } from "@medusajs/framework/utils"
import type { AlertKind } from "../alerts/alert"
import { newAlertId } from "../alerts/repository"
import { rowsOf, type Sql } from "../database"
import type { CashDeskKey } from "./cash-desk"

/**
 * Takes a desk's turn to be swept, at most every `everySeconds` over all servers. A desk that was
 * never swept begins its first wait.
 */
export async function claimSweep(
  sql: Sql,
  { everySeconds, ...desk }: CashDeskKey & { everySeconds: number }
): Promise<boolean> {
  await rowsOf(
    sql,
    `INSERT INTO checkout_uz_cash_desk (id, service_url, handle, swept_at)
     VALUES (:id, :serviceUrl, :cashDesk, now())
     ON CONFLICT (service_url, handle) WHERE deleted_at IS NULL
       DO UPDATE SET swept_at = now() WHERE checkout_uz_cash_desk.swept_at IS NULL`,
    { ...desk, id: generateEntityId(undefined, "cudesk") }
  )
  const rows = await rowsOf(
    sql,
    `UPDATE checkout_uz_cash_desk SET swept_at = now(), updated_at = now()
      WHERE service_url = :serviceUrl AND handle = :cashDesk AND deleted_at IS NULL
        AND swept_at <= now() - make_interval(secs => :everySeconds)
      RETURNING id`,
    { ...desk, everySeconds }
  )
  return rows.length > 0
}

/**
 * Notes that a desk's payments cannot be looked for, and leaves an alert in the same statement.
 * True for the first to notice, until the desk works again or cannot be asked for another reason.
 */
export async function markRejected(
  sql: Sql,
  desk: CashDeskKey,
  alert: { kind: AlertKind; reason: string }
): Promise<boolean> {
  const rows = await rowsOf(
    sql,
    `WITH marked AS (
       UPDATE checkout_uz_cash_desk d
          SET rejected_at = COALESCE(d.rejected_at, now()), updated_at = now()
        WHERE d.service_url = :serviceUrl AND d.handle = :cashDesk AND d.deleted_at IS NULL
          AND (d.rejected_at IS NULL OR NOT EXISTS (
            SELECT 1 FROM checkout_uz_alert a
             WHERE a.kind = :kind AND a.cash_desk = :cashDesk AND a.created_at >= d.rejected_at
          ))
        RETURNING id
     ), alert AS (
       INSERT INTO checkout_uz_alert (id, kind, occasion, cash_desk, reason)
       SELECT :alertId, :kind, 'desk:' || :alertId, :cashDesk, :reason FROM marked
     )
     SELECT id FROM marked`,
    { ...desk, ...alert, alertId: newAlertId() }
  )
  return rows.length > 0
}

/** Notes that the service takes the desk's key. True where it had been refused before. */
export async function markAccepted(sql: Sql, desk: CashDeskKey): Promise<boolean> {
  const rows = await rowsOf(
    sql,
    `UPDATE checkout_uz_cash_desk SET rejected_at = NULL, updated_at = now()
      WHERE service_url = :serviceUrl AND handle = :cashDesk AND rejected_at IS NOT NULL
      RETURNING id`,
    desk
  )
  return rows.length > 0
}
