import { z } from "zod"
import { INVOICE_COLUMNS, plannedInvoicesOf, type Invoice } from "./invoice"
import { AMOUNT_MISMATCH, OPEN_STATES } from "./states"
import { readRows, rowsOf, SOON_ON_DISK, type Sql } from "../database"

/** As `isVerifiable`; for statements with the bindings of `VERIFIABLE_BINDINGS`. */
const VERIFIABLE = `(i.state = ANY(:openStates) OR i.state = 'paid' AND i.blocker = :mismatch)`
const VERIFIABLE_BINDINGS = { openStates: OPEN_STATES, mismatch: AMOUNT_MISMATCH }

const clockSchema = z.object({ now: z.date() })

/** The database's clock: the one clock all servers of a store share. */
export async function databaseNow(sql: Sql): Promise<Date> {
  const [row] = await readRows(sql, "SELECT clock_timestamp() AS now", {}, clockSchema)
  if (!row) throw new Error("The database did not tell its time.")
  return row.now
}

/**
 * Takes the right to request an invoice's status, unless somebody took it less than
 * `intervalMs` milliseconds ago. Kept on the row, so that all servers share the limit.
 */
export async function claimRequest(
  sql: Sql,
  id: string,
  intervalMs: number
): Promise<Invoice | undefined> {
  const [claimed] = await plannedInvoicesOf(
    sql,
    `UPDATE checkout_uz_invoice i
        SET requested_at = clock_timestamp(), check_attempts = i.check_attempts + 1, updated_at = now()
      WHERE i.id = :id AND i.deleted_at IS NULL AND ${VERIFIABLE}
        AND (i.requested_at IS NULL
             OR i.requested_at <= clock_timestamp() - make_interval(secs => :intervalMs / 1000.0))
        AND ${SOON_ON_DISK}
      RETURNING ${INVOICE_COLUMNS}`,
    { id, intervalMs, ...VERIFIABLE_BINDINGS }
  )
  return claimed
}

/**
 * Records that the service answered "not paid" to the request that began at `requestedAt`, or now where the
 * clock was set back meanwhile.
 *
 * @returns undefined where that says nothing any more: a later request was answered, or the money confirmed
 */
export async function recordAnswer(
  sql: Sql,
  answer: { id: string; requestedAt: Date; status: string }
): Promise<Invoice | undefined> {
  const [answered] = await plannedInvoicesOf(
    sql,
    `UPDATE checkout_uz_invoice i
        SET answered_at = LEAST(CAST(:requestedAt AS timestamptz), clock_timestamp()),
            answered_status = :status, last_error = NULL, unknown_since = NULL, updated_at = now()
      WHERE i.id = :id AND ${VERIFIABLE} AND (i.answered_at IS NULL OR i.answered_at < :requestedAt)
        AND ${SOON_ON_DISK}
      RETURNING ${INVOICE_COLUMNS}`,
    { ...answer, ...VERIFIABLE_BINDINGS }
  )
  return answered
}

/** Records why a request failed. Money that another request has confirmed meanwhile stays as it is. */
export async function recordFailure(sql: Sql, id: string, message: string): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice i SET last_error = :message, updated_at = now()
      WHERE i.id = :id AND ${VERIFIABLE}`,
    { id, message, ...VERIFIABLE_BINDINGS }
  )
}

/** Records that the service does not know an invoice of ours. That says nothing about its money. */
export async function recordUnknown(sql: Sql, id: string): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice i
        SET unknown_since = COALESCE(i.unknown_since, now()), updated_at = now()
      WHERE i.id = :id AND ${VERIFIABLE}`,
    { id, ...VERIFIABLE_BINDINGS }
  )
}

/**
 * Puts an open invoice at the head of those to verify. One that is due already keeps its place:
 * enqueued again and again, it would never become the longest-waiting.
 */
export async function enqueue(sql: Sql, id: string): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice i SET next_check_at = now(), updated_at = now()
      WHERE i.id = :id AND i.state = ANY(:openStates)
        AND (i.next_check_at IS NULL OR i.next_check_at > now())`,
    { id, openStates: OPEN_STATES }
  )
}

/** Keeps the payment system a webhook named: a hint for people, never evidence. */
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
