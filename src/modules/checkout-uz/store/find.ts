import type { InvoiceNumber, Uzs } from "../../../client"
import type { Invoice } from "../invoice"
import { invoicesOf, type Sql } from "./sql"

const FROM_INVOICE = "SELECT * FROM checkout_uz_invoice WHERE deleted_at IS NULL"

export async function findById(sql: Sql, id: string): Promise<Invoice | undefined> {
  const [invoice] = await invoicesOf(sql, `${FROM_INVOICE} AND id = :id`, { id })
  return invoice
}

/** One indexed read: what a webhook about somebody else's invoice costs. */
export async function findByNumber(
  sql: Sql,
  key: { serviceUrl: string; cashDesk: string; number: InvoiceNumber }
): Promise<Invoice | undefined> {
  const [invoice] = await invoicesOf(
    sql,
    `${FROM_INVOICE} AND service_url = :serviceUrl AND cash_desk = :cashDesk AND number = :number`,
    { ...key, number: String(key.number) }
  )
  return invoice
}

export async function findByCollection(sql: Sql, paymentCollectionId: string): Promise<Invoice[]> {
  return invoicesOf(
    sql,
    `${FROM_INVOICE} AND payment_collection_id = :paymentCollectionId ORDER BY created_at, id`,
    { paymentCollectionId }
  )
}

/** The invoice a session was last bound to, also when the session has been replaced since. */
export async function findBySession(sql: Sql, sessionId: string): Promise<Invoice | undefined> {
  const [invoice] = await invoicesOf(
    sql,
    `SELECT i.* FROM checkout_uz_invoice i
       JOIN checkout_uz_invoice_binding b ON b.invoice_id = i.id AND b.deleted_at IS NULL
      WHERE i.deleted_at IS NULL AND b.session_id = :sessionId
      ORDER BY b.created_at DESC, b.id DESC LIMIT 1`,
    { sessionId }
  )
  return invoice
}

export async function findSpentBy(sql: Sql, sessionId: string): Promise<Invoice | undefined> {
  const [invoice] = await invoicesOf(sql, `${FROM_INVOICE} AND spent_by_session = :sessionId`, {
    sessionId,
  })
  return invoice
}

/** The same, with nobody else changing the invoice until the transaction ends. */
export async function lockSpentBy(sql: Sql, sessionId: string): Promise<Invoice | undefined> {
  const [invoice] = await invoicesOf(
    sql,
    `${FROM_INVOICE} AND spent_by_session = :sessionId FOR UPDATE`,
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
    `${FROM_INVOICE} AND payment_collection_id = :paymentCollectionId
       AND service_url = :serviceUrl AND cash_desk = :cashDesk AND currency_code = :currencyCode
       AND session_amount = CAST(:sessionAmount AS numeric) AND invoice_amount = CAST(:invoiceAmount AS numeric)
       AND spent_by_session IS NULL
       AND (
         state = 'paid'
         OR (state = 'held' AND hold_reason IN ('session_gone', 'cart_not_completed', 'provider_off'))
         OR (state = 'pending' AND payment_url <> '' AND return_address = :returnAddress
             AND expires_at >= now() + make_interval(secs => :secondsLeft))
       )
     ORDER BY (state <> 'pending') DESC, expires_at DESC LIMIT 1
     FOR UPDATE`,
    { ...intent, secondsLeft }
  )
  return candidates[0]
}
