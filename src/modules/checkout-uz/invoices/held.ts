import { generateEntityId } from "@medusajs/framework/utils"
import { INVOICE_COLUMNS, type Invoice } from "./invoice"
import { HELD, HELD_BINDINGS } from "./blocking"
import type { Audit } from "./transitions"
import { countOf, type Listed, type Page } from "../page"
import { invoicesOf, rowsOf, type Sql } from "../database"

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
    `INSERT INTO checkout_uz_invoice_move (id, invoice_id, from_state, to_state, reason, actor_id, note)
     VALUES (:moveId, :id, :state, :state, :reason, :actorId, :note)`,
    {
      moveId: generateEntityId(undefined, "cumove"),
      id,
      state,
      reason: blocker?.reason ?? null,
      actorId,
      note: note ?? null,
    }
  )
}
