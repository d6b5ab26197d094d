import { generateEntityId } from "@medusajs/framework/utils"
import type { Invoice } from "../invoice"
import { isSpendable, statesBefore, type HoldReason, type InvoiceState } from "../invoice-state"
import { newAlertId } from "./alert"
import type { Audit } from "./attention"
import { invoicesOf, type Sql } from "./sql"

/** Columns a move may fill in besides the state; what is not named stays. */
type Changes = {
  paidAmount?: string
  paidAtText?: string | undefined
}

type Move = {
  id: string
  to: InvoiceState
  /** Only from these states; by default from every state the move is allowed from. */
  from?: readonly InvoiceState[]
  holdReason?: HoldReason
  /** Only while this session is the one that spent the invoice. */
  spentBy?: string
  /** Only while the spender is still the one that was seen; null for none. */
  seenSpender?: string | null
  /** Frees the money from the session that spent it. */
  unspend?: boolean
  /** Only while it is held for this reason. */
  heldFor?: HoldReason
  /** Held on for another reason that is no news for the merchant. */
  silent?: boolean
  /** Who did it, where it did not happen by itself. */
  audit?: Audit
  changes?: Changes
}

/**
 * Moves an invoice to another state (or, held, to another reason), writes the move into its history
 * and, where it is put aside, leaves an alert: all in one statement.
 *
 * INVARIANT: every move is conditional on the state it leaves, so of two servers that decide at
 * once exactly one moves the invoice. Undefined means that the invoice was not in such a state.
 */
export async function moveInvoice(sql: Sql, move: Move): Promise<Invoice | undefined> {
  const from = move.from ?? statesBefore(move.to)
  const [moved] = await invoicesOf(
    sql,
    `WITH old AS (
       SELECT id, state FROM checkout_uz_invoice
        WHERE id = :id AND deleted_at IS NULL AND state = ANY(:from)
          AND (CAST(:spentBy AS text) IS NULL OR spent_by_session = :spentBy)
          AND (CAST(:heldFor AS text) IS NULL OR hold_reason = :heldFor)
          AND (:anySpender OR spent_by_session IS NOT DISTINCT FROM CAST(:seenSpender AS text))
          FOR UPDATE
     ), moved AS (
       UPDATE checkout_uz_invoice i
          SET state = :to,
              hold_reason = :holdReason,
              spent_by_session = CASE WHEN :unspend THEN NULL ELSE i.spent_by_session END,
              paid_amount = COALESCE(CAST(:paidAmount AS numeric), i.paid_amount),
              raw_paid_amount = CASE WHEN CAST(:paidAmount AS text) IS NULL THEN i.raw_paid_amount
                                     ELSE jsonb_build_object('value', CAST(:paidAmount AS text), 'precision', 20) END,
              paid_at_text = COALESCE(:paidAtText, i.paid_at_text),
              paid_at = CASE WHEN :to IN ('paid', 'held') THEN COALESCE(i.paid_at, now()) ELSE i.paid_at END,
              settled_at = CASE WHEN :to = 'settled' THEN now()
                                WHEN :to = 'paid' THEN NULL ELSE i.settled_at END,
              next_check_at = CASE WHEN :to = 'paid' THEN now()
                                   WHEN :to = 'held' AND :heals THEN now() + interval '15 minutes'
                                   WHEN :to = 'settled' THEN now() + interval '5 minutes'
                                   WHEN :to = 'returned' THEN now() + interval '1 minute'
                                   WHEN :to = 'closed' AND i.next_check_at <= now() THEN i.next_check_at
                                   WHEN :to IN ('held', 'closed') THEN NULL
                                   ELSE i.next_check_at END,
              unknown_since = NULL,
              last_error = CASE WHEN :to IN ('paid', 'settled') THEN NULL ELSE i.last_error END,
              settle_attempts = CASE WHEN :to IN ('paid', 'settled') THEN 0 ELSE i.settle_attempts END,
              updated_at = now()
         FROM old WHERE i.id = old.id
       RETURNING i.*, old.state AS from_state
     ), history AS (
       INSERT INTO checkout_uz_invoice_move
              (id, invoice_id, from_state, to_state, reason, actor_id, note)
       SELECT :moveId, id, from_state, state, hold_reason, :actorId, :note FROM moved
     ), alert AS (
       INSERT INTO checkout_uz_alert (id, kind, occasion, cash_desk, invoice_id, reason)
       SELECT :alertId, 'invoice_held', 'held:' || :moveId, cash_desk, id, hold_reason
         FROM moved WHERE state = 'held' AND NOT :silent
     )
     SELECT * FROM moved`,
    {
      id: move.id,
      to: move.to,
      from,
      spentBy: move.spentBy ?? null,
      anySpender: move.seenSpender === undefined,
      seenSpender: move.seenSpender ?? null,
      holdReason: move.holdReason ?? null,
      heals: isSpendable(move.to, move.holdReason),
      unspend: move.unspend ?? false,
      paidAmount: move.changes?.paidAmount ?? null,
      paidAtText: move.changes?.paidAtText ?? null,
      heldFor: move.heldFor ?? null,
      silent: move.silent ?? false,
      actorId: move.audit?.actorId ?? null,
      note: move.audit?.note ?? null,
      moveId: generateEntityId(undefined, "cumove"),
      alertId: newAlertId(),
    }
  )
  return moved
}
