import { invoicesOf } from "./rows"
import { z } from "zod"
import { INVOICE_COLUMNS, type Invoice } from "./invoice"
import { rowsOf, type Sql } from "../database"

/** Invoices whose exact amount the service has not confirmed: see `isVerifiable`. */
const ASKABLE = `(i.state IN ('pending', 'expired', 'closed')
  OR i.state = 'paid' AND i.blocker = 'amount_mismatch')`

/** The database's clock: the one clock all servers of a store share. */
export async function databaseNow(sql: Sql): Promise<Date> {
  const [row] = await rowsOf(sql, "SELECT clock_timestamp() AS now", {})
  return z.object({ now: z.date() }).parse(row).now
}

/**
 * Takes the right to ask the service about an invoice, unless somebody took it less than
 * `intervalMs` milliseconds ago. Kept on the row, so that all servers share the limit.
 */
export async function claimRequest(
  sql: Sql,
  id: string,
  intervalMs: number
): Promise<Invoice | undefined> {
  const [claimed] = await invoicesOf(
    sql,
    `UPDATE checkout_uz_invoice i
        SET requested_at = clock_timestamp(), check_attempts = i.check_attempts + 1, updated_at = now()
      WHERE i.id = :id AND i.deleted_at IS NULL AND ${ASKABLE}
        AND (i.requested_at IS NULL
             OR i.requested_at <= clock_timestamp() - make_interval(secs => :intervalMs / 1000.0))
      RETURNING ${INVOICE_COLUMNS}`,
    { id, intervalMs }
  )
  return claimed
}

/** Records that the service answered "not paid" to the call that began at `requestedAt`. */
export async function recordAnswer(
  sql: Sql,
  answer: { id: string; requestedAt: Date; status: string }
): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice i
        SET answered_at = :requestedAt, answered_status = :status, last_error = NULL,
            unknown_since = NULL, updated_at = now()
      WHERE i.id = :id AND ${ASKABLE} AND (i.answered_at IS NULL OR i.answered_at < :requestedAt)`,
    answer
  )
}

/**
 * Records why the service could not be asked; says nothing about the invoice. Money that another call
 * has confirmed meanwhile keeps what is known of it.
 */
export async function recordFailure(sql: Sql, id: string, message: string): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice i SET last_error = :message, updated_at = now()
      WHERE i.id = :id AND ${ASKABLE}`,
    { id, message }
  )
}

/** Notes that the service does not know an invoice of ours. That says nothing about its money. */
export async function recordUnknown(sql: Sql, id: string): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice i
        SET unknown_since = COALESCE(i.unknown_since, now()), updated_at = now()
      WHERE i.id = :id AND ${ASKABLE}`,
    { id }
  )
}

/**
 * Puts an invoice at the head of the queue of those to ask about. One that is due already keeps its
 * place: announced again and again, it would never become the longest-waiting. Known money keeps its
 * own pace, which nobody hastens by announcing it.
 */
export async function enqueue(sql: Sql, id: string): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice i SET next_check_at = now(), updated_at = now()
      WHERE i.id = :id AND i.state IN ('pending', 'expired', 'closed')
        AND (i.next_check_at IS NULL OR i.next_check_at > now())`,
    { id }
  )
}

/** Keeps what a webhook said about the payment system: a hint for people, never evidence. */
export async function recordPaymentSystem(sql: Sql, id: string, key: string): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice SET payment_system = :key, updated_at = now()
      WHERE id = :id AND payment_system IS DISTINCT FROM :key`,
    { id, key }
  )
}

/** Lets the money of a payment collection follow its cart to another collection. */
export async function moveToCollection(sql: Sql, from: string, to: string): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice SET payment_collection_id = :to, updated_at = now()
      WHERE id IN (
        SELECT id FROM checkout_uz_invoice
         WHERE payment_collection_id = :from AND state <> 'returned' AND deleted_at IS NULL
         ORDER BY id FOR UPDATE
      )`,
    { from, to }
  )
}
