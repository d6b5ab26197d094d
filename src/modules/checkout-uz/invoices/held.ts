import { invoicesOf } from "./rows"
import { generateEntityId } from "@medusajs/framework/utils"
import { INVOICE_COLUMNS, type Invoice } from "./invoice"
import { HELD, HELD_BINDINGS } from "./blocking"
import type { Audit } from "./transitions"
import { countOf, type Listed, type Page, rowsOf, type Sql } from "../database"

/** Paid money a merchant has to know of, the latest first. */
export async function listHeld(sql: Sql, page: Page): Promise<Listed<Invoice>> {
  const held = `FROM checkout_uz_invoice i WHERE ${HELD}`
  const rows = await invoicesOf(
    sql,
    `SELECT ${INVOICE_COLUMNS} ${held} ORDER BY i.waiting_since DESC, i.id LIMIT :limit OFFSET :offset`,
    { ...page, ...HELD_BINDINGS }
  )
  return { rows, count: await countOf(sql, held, HELD_BINDINGS) }
}

/** Writes into an invoice's history what a merchant did, where it moved nothing by itself. */
export async function noteInHistory(
  sql: Sql,
  { id, state, blocker }: Invoice,
  { actorId, note }: Audit
): Promise<void> {
  await rowsOf(
    sql,
    `INSERT INTO checkout_uz_invoice_transition (id, invoice_id, from_state, to_state, reason, actor_id, note)
     VALUES (:transitionId, :id, :state, :state, :reason, :actorId, :note)`,
    {
      transitionId: generateEntityId(undefined, "cutran"),
      id,
      state,
      reason: blocker?.reason ?? null,
      actorId,
      note: note ?? null,
    }
  )
}

/**
 * Leaves an alert for all paid money the merchant has to know of and was not told of: once for each
 * time that money came to stand on nothing.
 */
export async function raiseHeldAlerts(sql: Sql): Promise<void> {
  await rowsOf(
    sql,
    `INSERT INTO checkout_uz_alert (id, kind, occasion, cash_desk, invoice_id, reason)
     SELECT 'cualert_' || replace(CAST(gen_random_uuid() AS text), '-', ''), 'invoice_held', held.occasion,
            held.cash_desk, held.id, held.reason
       FROM (
         SELECT i.id, i.cash_desk, COALESCE(i.blocker, 'not_completable') AS reason,
                'held:' || i.id || ':' || CAST(extract(epoch FROM i.waiting_since) AS text) AS occasion
           FROM checkout_uz_invoice i WHERE ${HELD}
       ) held
      WHERE NOT EXISTS (
        SELECT 1 FROM checkout_uz_alert a WHERE a.occasion = held.occasion AND a.deleted_at IS NULL
      )
     ON CONFLICT (occasion) WHERE deleted_at IS NULL DO NOTHING`,
    HELD_BINDINGS
  )
}
