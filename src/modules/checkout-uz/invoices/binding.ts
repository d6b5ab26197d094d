import { generateEntityId } from "@medusajs/framework/utils"
import { rowsOf, type Sql } from "../database"

/** Notes that a session was handed this invoice. */
export async function bind(
  sql: Sql,
  { invoiceId, sessionId }: { invoiceId: string; sessionId: string }
): Promise<void> {
  await rowsOf(
    sql,
    `INSERT INTO checkout_uz_invoice_binding (id, invoice_id, session_id)
     VALUES (:id, :invoiceId, :sessionId)`,
    { id: generateEntityId(undefined, "cubind"), invoiceId, sessionId }
  )
}
