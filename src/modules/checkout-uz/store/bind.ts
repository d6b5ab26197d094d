import { generateEntityId } from "@medusajs/framework/utils"
import type { Invoice } from "../invoice"
import { rowsOf, type Sql } from "./sql"

/** Notes that a session was handed this invoice; the customer is back, so it is not superseded. */
export async function bind(
  sql: Sql,
  { invoice, sessionId }: { invoice: Invoice; sessionId: string }
): Promise<Invoice> {
  await rowsOf(
    sql,
    `INSERT INTO checkout_uz_invoice_binding (id, invoice_id, session_id)
     VALUES (:id, :invoiceId, :sessionId)`,
    { id: generateEntityId(undefined, "cubind"), invoiceId: invoice.id, sessionId }
  )
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice SET superseded = false, updated_at = now() WHERE id = :invoiceId`,
    { invoiceId: invoice.id }
  )
  return { ...invoice, superseded: false }
}

/** Notes that Medusa deleted a session; an invoice no session is bound to any more is superseded. */
export async function releaseBindings(sql: Sql, sessionId: string): Promise<void> {
  await rowsOf(
    sql,
    `WITH released AS (
       UPDATE checkout_uz_invoice_binding SET released_at = now(), updated_at = now()
        WHERE session_id = :sessionId AND released_at IS NULL AND deleted_at IS NULL
        RETURNING id, invoice_id
     )
     UPDATE checkout_uz_invoice i SET superseded = true, updated_at = now()
       FROM released r
      WHERE i.id = r.invoice_id AND i.state IN ('pending', 'lapsed')
        AND NOT EXISTS (
          SELECT 1 FROM checkout_uz_invoice_binding other
           WHERE other.invoice_id = i.id AND other.session_id <> :sessionId
             AND other.released_at IS NULL AND other.deleted_at IS NULL
        )`,
    { sessionId }
  )
}
