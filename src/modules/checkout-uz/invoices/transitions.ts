import { invoicesOf } from "./rows"
import { generateEntityId } from "@medusajs/framework/utils"
import { INVOICE_COLUMNS, type Invoice } from "./invoice"
import { statesBefore, type InvoiceState } from "./states"
import type { Sql } from "../database"

/** Who did something, and why, in the merchant's own words. */
export type Audit = { actorId: string; note?: string | undefined }

type Move = {
  id: string
  to: Exclude<InvoiceState, "pending">
  /** Only from these states; by default from every state the move is allowed from. */
  from?: readonly InvoiceState[]
  /** Only while the spender is the one that was seen; null for none, undefined for any. */
  spentBy?: string | null | undefined
  /** Who did it, where it did not happen by itself. */
  audit?: Audit | undefined
  /** What the service said, where the move is its word. */
  answer?: { paidAtText: string | undefined; otherAmount: string | undefined }
}

/** What entering a state does to a row besides. */
const EFFECTS: Readonly<Record<Move["to"], string>> = {
  expired: "",
  closed: `next_check_at = CASE WHEN i.next_check_at <= now() THEN i.next_check_at END,`,
  paid: `paid_at = COALESCE(i.paid_at, now()), paid_at_text = COALESCE(:paidAtText, i.paid_at_text),
    waiting_since = now(), settled_at = NULL, spent_by_session = NULL, next_check_at = now(),
    settle_attempts = 0, completion_attempts = 0, completion_attempted_at = NULL,
    last_error = NULL, unknown_since = NULL,
    blocker = CASE WHEN CAST(:otherAmount AS text) IS NOT NULL THEN 'amount_mismatch' END,
    blocker_since = CASE WHEN CAST(:otherAmount AS text) IS NOT NULL THEN now() END, blocker_facts = NULL,
    paid_amount = CAST(:otherAmount AS numeric),
    raw_paid_amount = CASE WHEN CAST(:otherAmount AS text) IS NOT NULL
      THEN jsonb_build_object('value', CAST(:otherAmount AS text), 'precision', 20) END,`,
  settled: `settled_at = now(), waiting_since = NULL, next_check_at = NULL, settle_attempts = 0,
    last_error = NULL, blocker = NULL, blocker_facts = NULL, blocker_since = NULL,`,
  returned: `waiting_since = NULL, next_check_at = NULL,`,
}

/**
 * Moves an invoice to another state and writes the move into its history, in one statement.
 *
 * INVARIANT: every move is conditional on the state it leaves, so of two servers that decide at
 * once exactly one moves the invoice. Undefined means that the invoice was not in such a state.
 */
export async function transitionInvoice(sql: Sql, move: Move): Promise<Invoice | undefined> {
  const [moved] = await invoicesOf(
    sql,
    `WITH old AS (
       SELECT id, state FROM checkout_uz_invoice
        WHERE id = :id AND deleted_at IS NULL AND state = ANY(:from)
          AND (:anySpender OR spent_by_session IS NOT DISTINCT FROM CAST(:spentBy AS text))
          FOR UPDATE
     ), moved AS (
       UPDATE checkout_uz_invoice i
          SET state = :to, ${EFFECTS[move.to]} updated_at = now()
         FROM old WHERE i.id = old.id
       RETURNING ${INVOICE_COLUMNS}, old.state AS from_state
     ), history AS (
       INSERT INTO checkout_uz_invoice_transition
              (id, invoice_id, from_state, to_state, reason, actor_id, note)
       SELECT :transitionId, id, from_state, state, blocker, :actorId, :note FROM moved
     ), booked AS (
       -- A booking makes stale what was read of the owner before.
       UPDATE checkout_uz_owner o SET version = o.version + 1, updated_at = now()
         FROM moved WHERE o.id = moved.owner_id AND moved.state = 'settled'
     )
     SELECT * FROM moved`,
    {
      id: move.id,
      to: move.to,
      from: move.from ?? statesBefore(move.to),
      anySpender: move.spentBy === undefined,
      spentBy: move.spentBy ?? null,
      actorId: move.audit?.actorId ?? null,
      note: move.audit?.note ?? null,
      transitionId: generateEntityId(undefined, "cutran"),
      ...(move.to === "paid"
        ? {
            paidAtText: move.answer?.paidAtText ?? null,
            otherAmount: move.answer?.otherAmount ?? null,
          }
        : {}),
    }
  )
  return moved
}
