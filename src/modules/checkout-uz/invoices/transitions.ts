import { generateEntityId } from "@medusajs/framework/utils"
import { INVOICE_COLUMNS, plannedInvoicesOf, type Invoice } from "./invoice"
import { AMOUNT_MISMATCH, EFFECTS, statesBefore, type Effects, type OPEN_STATES } from "./states"
import type { Sql } from "../database"

/** Who did something, and why, in the merchant's own words. */
export type Audit = { actorId: string; note?: string | undefined }

/** What the service said of a paid invoice. */
type Confirmation = { paidAtText: string | undefined; otherAmount: string | undefined }

/** A transition, with the spender that was seen where only that one's money may change. */
type Transition = { id: string } & (
  | { to: "expired" | "closed" }
  | { to: "paid"; from: typeof OPEN_STATES; confirmation: Confirmation }
  /** Medusa rolled a completion back. */
  | { to: "paid"; from: readonly ["settled"]; spentBy: string }
  | { to: "settled"; spentBy: string }
  | { to: "returned"; spentBy: string | null; audit: Audit }
)

/**
 * Changes an invoice's state and writes that into its history, in one statement.
 *
 * INVARIANT: every transition is conditional on the state it leaves, so of two servers that decide at
 * once exactly one makes it. Undefined means that the invoice was not in such a state.
 */
export async function transitionInvoice(
  sql: Sql,
  transition: Transition
): Promise<Invoice | undefined> {
  const { id, to } = transition
  const confirmation = "confirmation" in transition ? transition.confirmation : undefined
  const audit = "audit" in transition ? transition.audit : undefined
  const [changed] = await plannedInvoicesOf(
    sql,
    `WITH old AS (
       SELECT id, state FROM checkout_uz_invoice
        WHERE id = :id AND deleted_at IS NULL AND state = ANY(:from)
          AND (:anySpender OR spent_by_session IS NOT DISTINCT FROM CAST(:spentBy AS text))
          FOR UPDATE
     ), changed AS (
       UPDATE checkout_uz_invoice i
          SET state = :to, ${assignments(EFFECTS[to])} updated_at = now()
         FROM old WHERE i.id = old.id
       RETURNING ${INVOICE_COLUMNS}, old.state AS from_state
     ), history AS (
       INSERT INTO checkout_uz_invoice_transition
              (id, invoice_id, from_state, to_state, reason, actor_id, note)
       SELECT :transitionId, id, from_state, state, blocker, :actorId, :note FROM changed
     ), booked AS (
       -- A booking makes stale what was read of the owner before.
       UPDATE checkout_uz_owner o SET version = o.version + 1, updated_at = now()
         FROM changed WHERE o.id = changed.owner_id AND changed.state = 'settled'
     )
     SELECT * FROM changed`,
    {
      id,
      to,
      from: "from" in transition ? transition.from : statesBefore(to),
      anySpender: !("spentBy" in transition),
      spentBy: "spentBy" in transition ? transition.spentBy : null,
      actorId: audit?.actorId ?? null,
      note: audit?.note ?? null,
      transitionId: generateEntityId(undefined, "cutran"),
      paidAtText: confirmation?.paidAtText ?? null,
      otherAmount: confirmation?.otherAmount ?? null,
      mismatch: AMOUNT_MISMATCH,
    }
  )
  return changed
}

function assignments({ stamped, cleared, zeroed, set }: Effects): string {
  return [
    ...stamped.map((column) => [column, "now()"]),
    ...cleared.map((column) => [column, "NULL"]),
    ...zeroed.map((column) => [column, "0"]),
    ...Object.entries(set),
  ]
    .map(([column, value]) => `${column} = ${value},`)
    .join(" ")
}
