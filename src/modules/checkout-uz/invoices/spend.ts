import { z } from "zod"
import { invoicesOf, INVOICE_COLUMNS, type Invoice } from "./invoice"
import { findMoney, type Ask } from "./money"
import { byId, NOTHING_MISSING } from "./parts"
import { AMOUNT_MISMATCH, isConfirmed } from "./states"
import type { Misfit } from "./room"
import { findByCollections } from "./repository"
import { readRows, type Sql } from "../database"

/** What a session asks of the invoices of its collection, and whom its money is for. */
export type SpendRequest = Ask & {
  sessionId: string
  /** Whom the money is for, and the version in which Medusa was read. */
  owner: { id: string; version: number; collectionIds: readonly string[] }
  /**
   * What is in the way of this money, by what was read of Medusa and the owner's invoices as they are
   * now; undefined where there is room for it.
   */
  misfit: (invoices: readonly Invoice[], candidates: readonly Invoice[]) => Misfit | undefined
}

export type SpendOutcome =
  /** One invoice, or the parts of one payment, in their order. */
  | { kind: "spent"; invoices: readonly [Invoice, ...Invoice[]] }
  /** There is money, and its owner does not ask for it. */
  | { kind: "no_room"; misfit: Misfit }
  | { kind: "nothing_to_spend" }
  /** Another payment of this owner was spent or booked since Medusa was read: read it anew. */
  | { kind: "stale" }

/**
 * Marks one paid invoice of a collection, or the parts that together come to the amount, as the payment of
 * one session: the single place where money becomes a payment. Idempotent for the session. Call it inside a
 * transaction, and roll that back unless the outcome is "spent".
 */
export async function spend(sql: Sql, request: SpendRequest): Promise<SpendOutcome> {
  const version = await lockOwner(sql, request.owner.id)
  const invoices = await findByCollections(sql, [
    request.paymentCollectionId,
    ...request.owner.collectionIds,
  ])
  const already = spentBy(invoices, request.sessionId)
  if (isSome(already) && already.every(({ state }) => state === "settled")) {
    return { kind: "spent", invoices: already }
  }
  // INVARIANT: money that is given back, or that the service did not confirm exactly, is no payment,
  // also for the session that once spent it.
  if (!already.every(isConfirmed)) return { kind: "nothing_to_spend" }
  const candidates = isSome(already) ? already : wholeMoney(invoices, request)
  if (!isSome(candidates)) return { kind: "nothing_to_spend" }

  // INVARIANT: no spend takes an owner beyond what it asks for, also not one that was made before a
  // server died and is finished now. The room is read under the owner's lock, by what was read of Medusa
  // since the last spend or booking; what changes in Medusa at that very moment, the next spend sees.
  if (version !== request.owner.version) return { kind: "stale" }
  const misfit = request.misfit(invoices, candidates)
  if (misfit) return { kind: "no_room", misfit }
  if (isSome(already)) return { kind: "spent", invoices: already }

  const spent: Invoice[] = []
  // By their ids, as several invoices are always locked.
  for (const [index, candidate] of [...candidates].sort(byId).entries()) {
    const invoice = await spendOne(sql, request, { candidate, position: index + 1 })
    // INVARIANT: parts are spent together or not at all: the transaction ends here for all of them.
    if (!invoice) return { kind: "nothing_to_spend" }
    spent.push(invoice)
  }
  return isSome(spent) ? { kind: "spent", invoices: spent } : { kind: "nothing_to_spend" }
}

/** INVARIANT: a session spends exactly its amount, or nothing: parts that come to less wait for the others. */
function wholeMoney(invoices: readonly Invoice[], request: SpendRequest): Invoice[] {
  const money = findMoney(invoices, request)
  return money.missing === NOTHING_MISSING ? money.invoices : []
}

function spentBy(invoices: readonly Invoice[], sessionId: string): Invoice[] {
  return invoices
    .filter((invoice) => invoice.spentBySession === sessionId)
    .sort((one, other) => one.spentPosition - other.spentPosition)
}

function isSome<T>(list: readonly T[]): list is readonly [T, ...T[]] {
  return list.length > 0
}

async function spendOne(
  sql: Sql,
  request: SpendRequest,
  { candidate, position }: { candidate: Invoice; position: number }
): Promise<Invoice | undefined> {
  // INVARIANT: the money of one invoice is never two payments. The update is conditional on
  // the state, the spender and the collection we saw, so a session that lost the race changes nothing.
  const [spent] = await invoicesOf(
    sql,
    `UPDATE checkout_uz_invoice i
        SET spent_by_session = :sessionId, spent_position = :position, owner_id = :ownerId,
            updated_at = now()
      WHERE i.id = :id AND i.state = 'paid' AND i.blocker IS DISTINCT FROM :mismatch
        AND i.spent_by_session IS NOT DISTINCT FROM :previous
        AND i.payment_collection_id = :collectionId
      RETURNING ${INVOICE_COLUMNS}`,
    {
      id: candidate.id,
      sessionId: request.sessionId,
      position,
      ownerId: request.owner.id,
      previous: candidate.spentBySession ?? null,
      collectionId: request.paymentCollectionId,
      mismatch: AMOUNT_MISMATCH,
    }
  )
  return spent
}

/**
 * Frees the invoices of a payment from the session that spent them, after Medusa rolled that payment back.
 * Whoever reads the owner in between sees less room than there is, never more.
 *
 * INVARIANT: it makes stale what was read of the owner before, so that whoever spends this money has seen in
 * Medusa's books that it was given back there.
 */
export async function unspend(sql: Sql, sessionId: string): Promise<Invoice[]> {
  return invoicesOf(
    sql,
    `WITH freed AS (
       UPDATE checkout_uz_invoice i
          SET spent_by_session = NULL, spent_position = 1, next_check_at = now(), updated_at = now()
        WHERE i.spent_by_session = :sessionId AND i.state = 'paid' AND i.deleted_at IS NULL
        RETURNING ${INVOICE_COLUMNS}
     ), stale AS (
       UPDATE checkout_uz_owner o SET version = o.version + 1, updated_at = now()
        WHERE o.id IN (SELECT owner_id FROM freed)
     )
     SELECT * FROM freed`,
    { sessionId }
  )
}

const versionSchema = z.object({ version: z.number() })

/**
 * Locks an owner until the transaction ends, on every server of the store, and counts its version up.
 *
 * @returns the version it had before
 */
async function lockOwner(sql: Sql, ownerId: string): Promise<number> {
  const [owner] = await readRows(
    sql,
    `INSERT INTO checkout_uz_owner (id, version) VALUES (:ownerId, 1)
     ON CONFLICT (id) DO UPDATE SET version = checkout_uz_owner.version + 1, updated_at = now()
     RETURNING version - 1 AS version`,
    { ownerId },
    versionSchema
  )
  if (!owner) throw new Error(`Owner ${ownerId} was locked and not returned.`)
  return owner.version
}
