import type { AlertKind } from "../alerts/alert"
import { newAlertId } from "../alerts/repository"
import { rowsOf, type Sql } from "../database"
import type { CashDeskKey } from "./cash-desk"
import { updateCashDesk, upsertCashDesk } from "./repository"

/**
 * Takes a cash desk's turn to be swept, at most every `everySeconds` over all servers. One that was
 * never swept begins its first wait.
 */
export async function claimSweep(
  sql: Sql,
  { everySeconds, ...cashDesk }: CashDeskKey & { everySeconds: number }
): Promise<boolean> {
  await upsertCashDesk(sql, cashDesk, {
    set: { swept_at: "now()" },
    where: "d.swept_at IS NULL",
  })
  return updateCashDesk(sql, cashDesk, {
    set: { swept_at: "now()" },
    where: "swept_at <= now() - make_interval(secs => :everySeconds)",
    bindings: { everySeconds },
  })
}

/**
 * Records that a cash desk's payments cannot be looked for, and leaves an alert in the same statement.
 * True for the first to notice, until the cash desk works again or fails for another reason.
 */
export async function markRejected(
  sql: Sql,
  cashDesk: CashDeskKey,
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
    { ...cashDesk, ...alert, alertId: newAlertId() }
  )
  return rows.length > 0
}

/** Records that the service takes the cash desk's key. True where it had been refused before. */
export function markAccepted(sql: Sql, cashDesk: CashDeskKey): Promise<boolean> {
  return updateCashDesk(sql, cashDesk, {
    set: { rejected_at: "NULL" },
    where: "rejected_at IS NOT NULL",
  })
}
