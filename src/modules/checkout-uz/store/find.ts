import type { InvoiceNumber, Uzs } from "../../../client"
import { INVOICE_COLUMNS, type Invoice } from "../invoice"
import { invoicesOf, type Sql } from "./sql"

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

/** The one intent two sessions must share to be handed the same invoice. */
export type Intent = {
  serviceUrl: string
  cashDesk: string
  paymentCollectionId: string
  currencyCode: string
  sessionAmount: Uzs
  invoiceAmount: Uzs
  returnAddress: string
}

/**
 * An invoice that can be handed out again for an intent: paid and not yet spent, whatever address
 * the customer asked to return to; or pending with at least `secondsLeft` of its life to go.
 */
export async function findReusable(
  sql: Sql,
  intent: Intent,
  secondsLeft: number
): Promise<Invoice | undefined> {
  const candidates = await invoicesOf(
    sql,
    `${FROM_INVOICE} AND i.payment_collection_id = :paymentCollectionId
       AND i.service_url = :serviceUrl AND i.cash_desk = :cashDesk AND i.currency_code = :currencyCode
       AND i.session_amount = CAST(:sessionAmount AS numeric)
       AND i.invoice_amount = CAST(:invoiceAmount AS numeric)
       AND i.spent_by_session IS NULL
       AND (
         i.state = 'paid' AND i.blocker IS DISTINCT FROM 'amount_mismatch'
         OR (i.state = 'pending' AND i.payment_url <> '' AND i.return_address = :returnAddress
             AND i.expires_at >= now() + make_interval(secs => :secondsLeft))
       )
     ORDER BY (i.state <> 'pending') DESC, i.expires_at DESC LIMIT 1`,
    { ...intent, secondsLeft }
  )
  return candidates[0]
}
