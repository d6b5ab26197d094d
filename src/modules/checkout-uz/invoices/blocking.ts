import { invoicesOf } from "./rows"
import { generateEntityId } from "@medusajs/framework/utils"
import { PATIENCE_SECONDS, type BlockerFacts } from "./blocker"
import { INVOICE_COLUMNS, type Invoice } from "./invoice"
import { LASTING_BLOCKERS, type BlockerReason } from "./states"
import { rowsOf, type Sql } from "../database"

/** Core's own word that a cart can be completed costs an order number: so often it is asked freely. */
const FREE_COMPLETIONS = 3
export const SECONDS_BETWEEN_COMPLETIONS = 3_600

/**
 * Paid money that a merchant has to know of: it has stood on nothing for two minutes, or will for
 * ever. As `isHeld` in `./blocker`; for statements with the bindings of `HELD_BINDINGS`.
 */
export const HELD = `i.state = 'paid' AND i.deleted_at IS NULL
  AND (i.waiting_since <= now() - make_interval(secs => :patience) OR i.blocker = ANY(:lasting))`
export const HELD_BINDINGS = { patience: PATIENCE_SECONDS, lasting: LASTING_BLOCKERS }

/** What got in the way of paid money, and when it is tried again: never, for null. */
export type BlockedAttempt = {
  id: string
  reason: BlockerReason
  facts: BlockerFacts
  /** What happened, in one sentence. */
  message: string
  retryInSeconds: number | null
}

/**
 * Notes what got in the way of paid money; another reason than before is a line of its history.
 *
 * INVARIANT: money over another amount than the invoice's stays marked as that, whatever else is in
 * its way: only an exact answer of the service takes the mark off.
 */
export async function recordBlocker(
  sql: Sql,
  { facts, ...attempt }: BlockedAttempt
): Promise<Invoice | undefined> {
  const [blocked] = await invoicesOf(
    sql,
    `WITH old AS (
       SELECT id, blocker FROM checkout_uz_invoice
        WHERE id = :id AND deleted_at IS NULL AND state = 'paid'
          AND (blocker IS DISTINCT FROM 'amount_mismatch' OR :reason = 'amount_mismatch')
          FOR UPDATE
     ), blocked AS (
       UPDATE checkout_uz_invoice i
          SET blocker = :reason, blocker_facts = CAST(:facts AS jsonb),
              blocker_since = CASE WHEN old.blocker = :reason THEN i.blocker_since ELSE now() END,
              settle_attempts = i.settle_attempts + 1, last_error = :message,
              next_check_at = now() + make_interval(secs => CAST(:retryInSeconds AS double precision)),
              updated_at = now()
         FROM old WHERE i.id = old.id
       RETURNING ${INVOICE_COLUMNS}, old.blocker AS old_blocker
     ), history AS (
       INSERT INTO checkout_uz_invoice_transition (id, invoice_id, from_state, to_state, reason)
       SELECT :transitionId, id, state, state, blocker FROM blocked
        WHERE old_blocker IS DISTINCT FROM blocker
     )
     SELECT * FROM blocked`,
    {
      ...attempt,
      facts: JSON.stringify(facts),
      transitionId: generateEntityId(undefined, "cutran"),
    }
  )
  return blocked
}

/** Notes another amount than before that the service says was paid: it is what can be given back. */
export async function noteOtherAmount(
  sql: Sql,
  { id, amount }: { id: string; amount: string }
): Promise<Invoice | undefined> {
  const [noted] = await invoicesOf(
    sql,
    `UPDATE checkout_uz_invoice i
        SET paid_amount = CAST(:amount AS numeric),
            raw_paid_amount = jsonb_build_object('value', CAST(:amount AS text), 'precision', 20),
            updated_at = now()
      WHERE i.id = :id AND i.state = 'paid' AND i.blocker = 'amount_mismatch'
      RETURNING ${INVOICE_COLUMNS}`,
    { id, amount }
  )
  return noted
}

/** Notes that the service now says exactly what was asked for: the money can be spent. */
export async function clearMismatch(
  sql: Sql,
  { id, paidAtText }: { id: string; paidAtText: string | undefined }
): Promise<Invoice | undefined> {
  const [cleared] = await invoicesOf(
    sql,
    `UPDATE checkout_uz_invoice i
        SET blocker = NULL, blocker_facts = NULL, blocker_since = NULL, last_error = NULL,
            paid_amount = NULL, raw_paid_amount = NULL,
            paid_at_text = COALESCE(:paidAtText, i.paid_at_text), next_check_at = now(),
            updated_at = now()
      WHERE i.id = :id AND i.state = 'paid' AND i.blocker = 'amount_mismatch'
      RETURNING ${INVOICE_COLUMNS}`,
    { id, paidAtText: paidAtText ?? null }
  )
  return cleared
}

/**
 * Takes one of the attempts to complete a cart with this money. Each may burn an order number, so
 * after the third they are an hour apart, whoever asks; a merchant's own click is always granted.
 */
export async function claimCompletion(
  sql: Sql,
  { id, always }: { id: string; always: boolean }
): Promise<boolean> {
  const rows = await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice
        SET completion_attempts = completion_attempts + 1, completion_attempted_at = now(),
            updated_at = now()
      WHERE id = :id AND state = 'paid'
        AND (:always OR completion_attempts < :free
             OR completion_attempted_at <= now() - make_interval(secs => :seconds))
      RETURNING id`,
    { id, always, free: FREE_COMPLETIONS, seconds: SECONDS_BETWEEN_COMPLETIONS }
  )
  return rows.length > 0
}

/**
 * Marks paid money that another service address confirmed, and takes the mark off where that
 * address is the configured one again.
 */
export async function markServiceChanged(sql: Sql, serviceUrl: string): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice
        SET blocker = 'service_changed', blocker_facts = NULL, blocker_since = now(), updated_at = now()
      WHERE state = 'paid' AND deleted_at IS NULL AND service_url <> :serviceUrl
        AND (blocker IS NULL OR blocker <> ALL(:others))`,
    { serviceUrl, others: ["service_changed", "amount_mismatch", ...LASTING_BLOCKERS] }
  )
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice
        SET blocker = NULL, blocker_since = NULL, next_check_at = now(), updated_at = now()
      WHERE state = 'paid' AND deleted_at IS NULL AND service_url = :serviceUrl
        AND blocker = 'service_changed'`,
    { serviceUrl }
  )
}

/** Puts off an attempt that was not made, without a word about it. */
export async function postponeAttempt(
  sql: Sql,
  { id, seconds }: { id: string; seconds: number }
): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice
        SET next_check_at = now() + make_interval(secs => :seconds), updated_at = now()
      WHERE id = :id AND state = 'paid'`,
    { id, seconds }
  )
}
