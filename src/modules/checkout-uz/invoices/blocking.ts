import { generateEntityId } from "@medusajs/framework/utils"
import type { BlockerFacts } from "./blocker"
import { invoicesOf, INVOICE_COLUMNS, type Invoice } from "./invoice"
import { AMOUNT_MISMATCH, LASTING_BLOCKERS, PART_PAID, type BlockerReason } from "./states"
import { rawAmount, rowsOf, rowsOfPlanned, type Sql } from "../database"

/** Completions of a cart that are free; each may cost an order number. */
const FREE_COMPLETIONS = 3
export const SECONDS_BETWEEN_COMPLETIONS = 3_600
const SERVICE_CHANGED: BlockerReason = "service_changed"

/** An attempt to book paid money that found a blocker. */
export type BlockedAttempt = {
  id: string
  reason: BlockerReason
  facts: BlockerFacts
  message: string
  /** Seconds until the next attempt; null for none. */
  retryInSeconds: number | null
  /**
   * A part of a payment: how many hours after the lifetime of its last invoice the merchant has to see it.
   * Without it he does as soon as of any other money.
   */
  waitHours?: number | null
  /** Whether this invoice itself was tried: the other parts of its payment only share what was found. */
  isTried?: boolean
}

/** When the last of the parts' invoices in an invoice's collection can no longer be paid. */
const LAST_LIFETIME = `(SELECT max(part.expires_at) FROM checkout_uz_invoice part
  WHERE part.payment_collection_id = i.payment_collection_id AND part.part_count IS NOT NULL
    AND part.deleted_at IS NULL)`

/** Whether a part's payment was returned after its invoice was made: nobody pays the others any more. */
const IS_LEFT_OVER = `EXISTS (SELECT 1 FROM checkout_uz_invoice part
   JOIN checkout_uz_invoice_transition end_of_it ON end_of_it.invoice_id = part.id
  WHERE part.payment_collection_id = i.payment_collection_id AND part.part_count IS NOT NULL
    AND part.state = 'returned' AND end_of_it.to_state = 'returned'
    AND end_of_it.created_at > i.created_at)`

/**
 * Records why paid money is not booked; another reason than before is a line of its history.
 *
 * INVARIANT: the blocker of money over another amount than the invoice's gives way to no other one:
 * only an exact answer of the service ends it.
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
          AND (:isMismatch OR blocker IS DISTINCT FROM :mismatch)
          FOR UPDATE
     ), blocked AS (
       UPDATE checkout_uz_invoice i
          SET blocker = :reason, blocker_facts = CAST(:facts AS jsonb),
              blocker_since = CASE WHEN old.blocker = :reason THEN i.blocker_since ELSE now() END,
              held_from = CASE WHEN CAST(:waitHours AS integer) IS NULL THEN NULL
                WHEN ${IS_LEFT_OVER} THEN i.held_from
                ELSE GREATEST(i.held_from, ${LAST_LIFETIME} + make_interval(hours => CAST(:waitHours AS integer))) END,
              settle_attempts = i.settle_attempts + CASE WHEN :isTried THEN 1 ELSE 0 END, last_error = :message,
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
      waitHours: attempt.waitHours ?? null,
      isTried: attempt.isTried ?? true,
      facts: JSON.stringify(facts),
      isMismatch: attempt.reason === AMOUNT_MISMATCH,
      mismatch: AMOUNT_MISMATCH,
      transitionId: generateEntityId(undefined, "cutran"),
    }
  )
  return blocked
}

/** Lets parts wait for the others some hours more, from now on. */
export async function postponeHolding(
  sql: Sql,
  { ids, hours }: { ids: readonly string[]; hours: number }
): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice
        SET held_from = GREATEST(held_from, now() + make_interval(hours => CAST(:hours AS integer))),
            updated_at = now()
      WHERE id = ANY(:ids) AND state = 'paid' AND blocker = :partPaid`,
    { ids, hours, partPaid: PART_PAID }
  )
}

/** Records the amount the service now says was paid: it is what can be given back. */
export async function recordOtherAmount(
  sql: Sql,
  { id, amount }: { id: string; amount: string }
): Promise<Invoice | undefined> {
  const [recorded] = await invoicesOf(
    sql,
    `UPDATE checkout_uz_invoice i
        SET paid_amount = CAST(:amount AS numeric),
            raw_paid_amount = ${rawAmount(":amount")},
            updated_at = now()
      WHERE i.id = :id AND i.state = 'paid' AND i.blocker = :mismatch
      RETURNING ${INVOICE_COLUMNS}`,
    { id, amount, mismatch: AMOUNT_MISMATCH }
  )
  return recorded
}

/** Ends the blocker of money whose exact amount the service has confirmed at last: it can be spent. */
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
      WHERE i.id = :id AND i.state = 'paid' AND i.blocker = :mismatch
      RETURNING ${INVOICE_COLUMNS}`,
    { id, paidAtText: paidAtText ?? null, mismatch: AMOUNT_MISMATCH }
  )
  return cleared
}

/**
 * Takes one of the attempts to complete a cart with this money. Each may cost an order number, so
 * after the third they are an hour apart; a merchant's own click is always granted.
 */
export async function claimCompletion(
  sql: Sql,
  { id, always }: { id: string; always: boolean }
): Promise<boolean> {
  const rows = await rowsOfPlanned(
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

/** Blocks paid money that another service address confirmed, for as long as that is another one. */
export async function blockOtherServices(sql: Sql, serviceUrl: string): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice
        SET blocker = :reason, blocker_facts = NULL, blocker_since = now(), updated_at = now()
      WHERE state = 'paid' AND deleted_at IS NULL AND service_url <> :serviceUrl
        AND (blocker IS NULL OR blocker <> ALL(:others))`,
    {
      serviceUrl,
      reason: SERVICE_CHANGED,
      others: [SERVICE_CHANGED, AMOUNT_MISMATCH, ...LASTING_BLOCKERS],
    }
  )
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice
        SET blocker = NULL, blocker_since = NULL, next_check_at = now(), updated_at = now()
      WHERE state = 'paid' AND deleted_at IS NULL AND service_url = :serviceUrl
        AND blocker = :reason`,
    { serviceUrl, reason: SERVICE_CHANGED }
  )
}

/** Puts off an attempt that was not made. */
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
