import { z } from "zod"
import { INVOICE_COLUMNS, invoiceSchema } from "./invoice"
import { OPEN_STATES } from "./states"
import { readRows, rowsOf, rowsOfPlanned, SOON_ON_DISK, type Bindings, type Sql } from "../database"

const claimedSchema = z
  .object({
    /** When it was due: without an attempt it is given back so. */
    dueAt: z.date(),
  })
  .and(invoiceSchema)
  .transform(({ dueAt, ...invoice }) => ({ invoice, dueAt }))

/** A claimed invoice. */
export type Claimed = z.infer<typeof claimedSchema>

/**
 * Claims due invoices that fit a condition, the longest-waiting first. Any number of servers share the
 * work: each row goes to one of them, and comes back after `leaseSeconds` if that one dies.
 */
export async function claimDue(
  sql: Sql,
  condition: string,
  bindings: Bindings & { limit: number; leaseSeconds: number }
): Promise<Claimed[]> {
  return readRows(
    sql,
    `WITH due AS (
       SELECT i.id, i.next_check_at AS due_at FROM checkout_uz_invoice i
        WHERE i.deleted_at IS NULL AND i.next_check_at IS NOT NULL AND i.next_check_at <= now()
          AND ${condition}
        ORDER BY i.next_check_at LIMIT :limit
        FOR UPDATE SKIP LOCKED
     )
     UPDATE checkout_uz_invoice i
        SET next_check_at = now() + make_interval(secs => :leaseSeconds), updated_at = now()
       FROM due WHERE i.id = due.id
     RETURNING ${INVOICE_COLUMNS}, due.due_at`,
    bindings,
    claimedSchema
  )
}

/** Gives back what was claimed and not verified, as it was due. */
export async function giveBack(sql: Sql, claimed: readonly Claimed[]): Promise<void> {
  for (const { invoice, dueAt } of claimed) {
    await rowsOf(
      sql,
      `UPDATE checkout_uz_invoice SET next_check_at = :dueAt, updated_at = now()
        WHERE id = :id AND next_check_at > now()`,
      { id: invoice.id, dueAt }
    )
  }
}

/** Sets when an open invoice is verified next. One that was enqueued meanwhile stays due. */
export async function scheduleCheck(sql: Sql, id: string, at: Date): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice SET next_check_at = :at, updated_at = now()
      WHERE id = :id AND state = ANY(:openStates)
        AND (next_check_at IS NULL OR next_check_at > now()) AND ${SOON_ON_DISK}`,
    { id, at, openStates: OPEN_STATES }
  )
}

/** Takes a closed invoice off the schedule, unless it was enqueued meanwhile. */
export async function stopPolling(sql: Sql, id: string): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice SET next_check_at = NULL, updated_at = now()
      WHERE id = :id AND state = 'closed' AND next_check_at > now()`,
    { id }
  )
}

/**
 * Has what else was paid for an owner tried at once: what has just been booked takes its room, and its
 * merchant is to read that, and not that the other parts of a payment have not come.
 */
export async function makeWaitingMoneyDue(sql: Sql, ownerId: string): Promise<void> {
  await rowsOfPlanned(
    sql,
    `UPDATE checkout_uz_invoice SET next_check_at = now(), updated_at = now()
      WHERE owner_id = :ownerId AND state = 'paid' AND deleted_at IS NULL AND next_check_at > now()`,
    { ownerId }
  )
}
