import { invoicesOf } from "./rows"
import type { InvoiceNumber } from "../../../client"
import { INVOICE_COLUMNS, type Invoice } from "./invoice"
import type { Sql } from "../database"

const FROM_INVOICE = `SELECT ${INVOICE_COLUMNS} FROM checkout_uz_invoice i WHERE i.deleted_at IS NULL`

export async function findById(sql: Sql, id: string): Promise<Invoice | undefined> {
  const [invoice] = await invoicesOf(sql, `${FROM_INVOICE} AND i.id = :id`, { id })
  return invoice
}

/** One indexed read: what a webhook about somebody else's invoice costs. */
export async function findByNumber(
  sql: Sql,
  key: { serviceUrl: string; cashDesk: string; number: InvoiceNumber }
): Promise<Invoice | undefined> {
  const [invoice] = await invoicesOf(
    sql,
    `${FROM_INVOICE} AND i.service_url = :serviceUrl AND i.cash_desk = :cashDesk AND i.number = :number`,
    { ...key, number: String(key.number) }
  )
  return invoice
}

/** Every invoice ever made for one of some payment collections, the oldest first. */
export async function findByCollections(
  sql: Sql,
  collectionIds: readonly string[]
): Promise<Invoice[]> {
  if (collectionIds.length === 0) return []
  return invoicesOf(
    sql,
    `${FROM_INVOICE} AND i.payment_collection_id = ANY(:collectionIds) ORDER BY i.created_at, i.id`,
    { collectionIds: [...new Set(collectionIds)] }
  )
}

/** Every invoice ever made for an owner: a cart, also after its order, or an order without one. */
export async function findByOwner(sql: Sql, ownerId: string): Promise<Invoice[]> {
  return invoicesOf(sql, `${FROM_INVOICE} AND i.owner_id = :ownerId ORDER BY i.created_at, i.id`, {
    ownerId,
  })
}

/** The invoice a session was last bound to, also when the session has been replaced since. */
export async function findBySession(sql: Sql, sessionId: string): Promise<Invoice | undefined> {
  const [invoice] = await invoicesOf(
    sql,
    `SELECT ${INVOICE_COLUMNS} FROM checkout_uz_invoice i
       JOIN checkout_uz_invoice_binding b ON b.invoice_id = i.id AND b.deleted_at IS NULL
      WHERE i.deleted_at IS NULL AND b.session_id = :sessionId
      ORDER BY b.created_at DESC, b.id DESC LIMIT 1`,
    { sessionId }
  )
  return invoice
}

export async function findSpentBy(sql: Sql, sessionId: string): Promise<Invoice | undefined> {
  const [invoice] = await invoicesOf(sql, `${FROM_INVOICE} AND i.spent_by_session = :sessionId`, {
    sessionId,
  })
  return invoice
}

/** The same for many sessions. */
export async function findSpentByAny(sql: Sql, sessionIds: readonly string[]): Promise<Invoice[]> {
  if (sessionIds.length === 0) return []
  return invoicesOf(sql, `${FROM_INVOICE} AND i.spent_by_session = ANY(:sessionIds)`, {
    sessionIds,
  })
}

/** The same, with nobody else changing the invoice until the transaction ends. */
export async function lockSpentBy(sql: Sql, sessionId: string): Promise<Invoice | undefined> {
  const [invoice] = await invoicesOf(
    sql,
    `${FROM_INVOICE} AND i.spent_by_session = :sessionId FOR UPDATE`,
    { sessionId }
  )
  return invoice
}
