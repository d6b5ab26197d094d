import { z } from "zod"
import type { Uzs } from "../../../client"
import { invoicesOf, INVOICE_COLUMNS, type Invoice } from "./invoice"
import { AMOUNT_MISMATCH, isConfirmed, isSpendable } from "./states"
import type { Misfit } from "./room"
import { findByCollections } from "./repository"
import { readRows, type Sql } from "../database"

/** What a session asks of the invoices of its collection. */
export type SpendRequest = {
  sessionId: string
  /** Base address of the configured service: what another one says is paid is not money here. */
  serviceUrl: string
  cashDesk: string
  currencyCode: string
  /** In UZS. */
  sessionAmount: Uzs
  paymentCollectionId: string
  /** Whom the money is for, and the version in which Medusa was read. */
  owner: { id: string; version: number; collectionIds: readonly string[] }
  /**
   * What is in the way of this money, by what was read of Medusa and the owner's invoices as they are
   * now; undefined where there is room for it.
   */
  misfit: (invoices: readonly Invoice[], candidate: Invoice) => Misfit | undefined
  /** Sessions Medusa no longer has and whose payments net to zero: what they spent is free. */
  abandonedSessions: readonly string[]
}

export type SpendOutcome =
  | { kind: "spent"; invoice: Invoice }
  /** There is money, and its owner does not ask for it. */
  | { kind: "no_room"; misfit: Misfit }
  | { kind: "nothing_to_spend" }
  /** Another payment of this owner was spent or booked since Medusa was read: read it anew. */
  | { kind: "stale" }

/**
 * Marks one paid invoice of a collection as the payment of one session: the single place where money
 * becomes a payment. Idempotent for the session. Call it inside a transaction, and roll that
 * back unless the outcome is "spent".
 */
export async function spend(sql: Sql, request: SpendRequest): Promise<SpendOutcome> {
  const version = await lockOwner(sql, request.owner.id)
  const invoices = await findByCollections(sql, [
    request.paymentCollectionId,
    ...request.owner.collectionIds,
  ])
  const already = invoices.find((invoice) => invoice.spentBySession === request.sessionId)
  if (already?.state === "settled") return { kind: "spent", invoice: already }
  // INVARIANT: money that is given back, or that the service did not confirm exactly, is no payment,
  // also for the session that once spent it.
  if (already && !isConfirmed(already)) return { kind: "nothing_to_spend" }
  const candidate = already ?? invoices.find((invoice) => fits(invoice, request))
  if (!candidate) return { kind: "nothing_to_spend" }

  // INVARIANT: no spend takes an owner beyond what it asks for, also not one that was made before a
  // server died and is finished now. The room is read under the owner's lock, by what was read of Medusa
  // since the last spend or booking; what changes in Medusa at that very moment, the next spend sees.
  if (version !== request.owner.version) return { kind: "stale" }
  const misfit = request.misfit(invoices, candidate)
  if (misfit) return { kind: "no_room", misfit }
  if (already) return { kind: "spent", invoice: already }

  // INVARIANT: the money of one invoice is never two payments. The update is conditional on
  // the state, the spender and the collection we saw, so a session that lost the race changes nothing.
  const [spent] = await invoicesOf(
    sql,
    `UPDATE checkout_uz_invoice i
        SET spent_by_session = :sessionId, owner_id = :ownerId, updated_at = now()
      WHERE i.id = :id AND i.state = 'paid' AND i.blocker IS DISTINCT FROM :mismatch
        AND i.spent_by_session IS NOT DISTINCT FROM :previous
        AND i.payment_collection_id = :collectionId
      RETURNING ${INVOICE_COLUMNS}`,
    {
      id: candidate.id,
      sessionId: request.sessionId,
      ownerId: request.owner.id,
      previous: candidate.spentBySession ?? null,
      collectionId: request.paymentCollectionId,
      mismatch: AMOUNT_MISMATCH,
    }
  )
  return spent ? { kind: "spent", invoice: spent } : { kind: "nothing_to_spend" }
}

/**
 * Frees an invoice from the session that spent it, after Medusa rolled that payment back. Whoever
 * reads the owner in between sees less room than there is, never more.
 */
export async function unspend(sql: Sql, sessionId: string): Promise<Invoice | undefined> {
  const [freed] = await invoicesOf(
    sql,
    `UPDATE checkout_uz_invoice i
        SET spent_by_session = NULL, next_check_at = now(), updated_at = now()
      WHERE i.spent_by_session = :sessionId AND i.state = 'paid' AND i.deleted_at IS NULL
      RETURNING ${INVOICE_COLUMNS}`,
    { sessionId }
  )
  return freed
}

function fits(invoice: Invoice, request: SpendRequest): boolean {
  const free =
    invoice.spentBySession === undefined ||
    request.abandonedSessions.includes(invoice.spentBySession)
  return (
    free &&
    isSpendable(invoice) &&
    invoice.paymentCollectionId === request.paymentCollectionId &&
    invoice.serviceUrl === request.serviceUrl &&
    invoice.cashDesk === request.cashDesk &&
    invoice.currencyCode === request.currencyCode &&
    invoice.sessionAmount === request.sessionAmount
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
