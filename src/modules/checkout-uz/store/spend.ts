import { z } from "zod"
import type { Uzs } from "../../../client"
import type { Invoice } from "../invoice"
import { isConfirmed, isSpendable } from "../invoice-state"
import { findByCollection } from "./find"
import { invoicesOf, lockCollection, rowsOf, type Sql } from "./sql"

/** What a session asks of its collection's invoices. Amounts are in UZS. */
export type SpendRequest = {
  sessionId: string
  /** Base address of the configured service: what another one says is paid is not money here. */
  serviceUrl: string
  cashDesk: string
  currencyCode: string
  sessionAmount: Uzs
  paymentCollectionId: string
  collectionAmount: Uzs
  /** What Medusa's payments of this collection stand for: captured minus refunded, by session. */
  payments: readonly { sessionId: string; net: string }[]
  /** Sessions Medusa no longer has and whose payments net to zero: what they spent is free. */
  abandonedSessions: readonly string[]
}

export type SpendOutcome =
  | { kind: "spent"; invoice: Invoice }
  /** The collection's money is complete already; another payment would be a second one. */
  | { kind: "collection_full" }
  | { kind: "nothing_to_spend" }

/**
 * Makes one paid invoice of a collection stand as the payment of one session: the single place
 * where money becomes a payment. Idempotent for the session. Call it inside a transaction.
 */
export async function spend(sql: Sql, request: SpendRequest): Promise<SpendOutcome> {
  await lockCollection(sql, request.paymentCollectionId)
  const invoices = await findByCollection(sql, request.paymentCollectionId)

  const already = invoices.find((invoice) => invoice.spentBySession === request.sessionId)
  // INVARIANT: money that was given back by hand, or waits for the merchant, is no payment, also
  // for the session that once spent it.
  if (already) {
    return isConfirmed(already.state, already.holdReason)
      ? { kind: "spent", invoice: already }
      : { kind: "nothing_to_spend" }
  }

  const candidate = invoices.find((invoice) => fits(invoice, request))
  if (!candidate) return { kind: "nothing_to_spend" }
  if (!(await leavesRoom(sql, invoices, request))) return { kind: "collection_full" }

  // INVARIANT: the money of one invoice never stands as two payments. The update is conditional on
  // the spender we saw, so a session that lost the race changes nothing.
  const [spent] = await invoicesOf(
    sql,
    `UPDATE checkout_uz_invoice SET spent_by_session = :sessionId, updated_at = now()
      WHERE id = :id AND state = :state AND spent_by_session IS NOT DISTINCT FROM :previous
      RETURNING *`,
    {
      id: candidate.id,
      state: candidate.state,
      sessionId: request.sessionId,
      previous: candidate.spentBySession ?? null,
    }
  )
  return spent ? { kind: "spent", invoice: spent } : { kind: "nothing_to_spend" }
}

/** Frees an invoice from the session that spent it, after Medusa rolled that payment back. */
export async function unspend(sql: Sql, sessionId: string): Promise<Invoice | undefined> {
  const [freed] = await invoicesOf(
    sql,
    `UPDATE checkout_uz_invoice SET spent_by_session = NULL, next_check_at = now(), updated_at = now()
      WHERE spent_by_session = :sessionId AND state IN ('paid', 'held') AND deleted_at IS NULL
      RETURNING *`,
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
    isSpendable(invoice.state, invoice.holdReason) &&
    invoice.serviceUrl === request.serviceUrl &&
    invoice.cashDesk === request.cashDesk &&
    invoice.currencyCode === request.currencyCode &&
    invoice.sessionAmount === request.sessionAmount
  )
}

/**
 * INVARIANT: what a collection has captured and not given back, with what is spent but not yet
 * booked by Medusa, never exceeds the collection's amount.
 */
async function leavesRoom(
  sql: Sql,
  invoices: readonly Invoice[],
  request: SpendRequest
): Promise<boolean> {
  const booked = new Set(request.payments.map((payment) => payment.sessionId))
  const onTheWay = invoices.filter(
    ({ spentBySession }) =>
      spentBySession !== undefined &&
      !booked.has(spentBySession) &&
      !request.abandonedSessions.includes(spentBySession)
  )
  const [row] = await rowsOf(
    sql,
    `SELECT COALESCE((SELECT sum(taken::numeric) FROM unnest(CAST(:taken AS text[])) AS taken), 0)
            + CAST(:amount AS numeric) <= CAST(:limit AS numeric) AS fits`,
    {
      taken: [
        ...request.payments.map((payment) => payment.net),
        ...onTheWay.map((invoice) => invoice.sessionAmount),
      ],
      amount: request.sessionAmount,
      limit: request.collectionAmount,
    }
  )
  return z.object({ fits: z.boolean() }).parse(row).fits
}
