import { generateEntityId } from "@medusajs/framework/utils"
import type { InvoiceNumber } from "../../../client"
import { INVOICE_COLUMNS, plannedInvoicesOf, type Invoice } from "./invoice"
import type { Intent } from "./intent"
import { storableLabel, type InvoiceLabel } from "./label"
import { rawAmount, rowsOfPlanned, SOON_ON_DISK, type Sql } from "../database"

const FROM_INVOICE = `SELECT ${INVOICE_COLUMNS} FROM checkout_uz_invoice i WHERE i.deleted_at IS NULL`

export async function findById(sql: Sql, id: string): Promise<Invoice | undefined> {
  const [invoice] = await plannedInvoicesOf(sql, `${FROM_INVOICE} AND i.id = :id`, { id })
  return invoice
}

export async function findByNumber(
  sql: Sql,
  key: { serviceUrl: string; cashDesk: string; number: InvoiceNumber }
): Promise<Invoice | undefined> {
  const [invoice] = await plannedInvoicesOf(
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
  return plannedInvoicesOf(
    sql,
    `${FROM_INVOICE} AND i.payment_collection_id = ANY(:collectionIds) ORDER BY i.created_at, i.id`,
    { collectionIds: [...new Set(collectionIds)] }
  )
}

/** Every invoice ever made for an owner: a cart, also after its order, or an order without one. */
export async function findByOwner(sql: Sql, ownerId: string): Promise<Invoice[]> {
  return plannedInvoicesOf(
    sql,
    `${FROM_INVOICE} AND i.owner_id = :ownerId ORDER BY i.created_at, i.id`,
    {
      ownerId,
    }
  )
}

/** The invoice a session was last bound to, also when the session has been replaced since. */
export async function findBySession(sql: Sql, sessionId: string): Promise<Invoice | undefined> {
  const [invoice] = await plannedInvoicesOf(
    sql,
    `SELECT ${INVOICE_COLUMNS} FROM checkout_uz_invoice i
       JOIN checkout_uz_invoice_binding b ON b.invoice_id = i.id AND b.deleted_at IS NULL
      WHERE i.deleted_at IS NULL AND b.session_id = :sessionId
      ORDER BY b.created_at DESC, b.id DESC LIMIT 1`,
    { sessionId }
  )
  return invoice
}

/** What a session has spent: one invoice, or the parts of one payment in their order. */
export async function findSpentBy(sql: Sql, sessionId: string): Promise<Invoice[]> {
  return plannedInvoicesOf(
    sql,
    `${FROM_INVOICE} AND i.spent_by_session = :sessionId ORDER BY i.spent_position`,
    { sessionId }
  )
}

/** The same for many sessions. */
export async function findSpentByAny(sql: Sql, sessionIds: readonly string[]): Promise<Invoice[]> {
  if (sessionIds.length === 0) return []
  return plannedInvoicesOf(sql, `${FROM_INVOICE} AND i.spent_by_session = ANY(:sessionIds)`, {
    sessionIds,
  })
}

/**
 * The same, with nobody else changing these invoices until the transaction ends; by their ids, the one order in
 * which several invoices are locked, so that two transactions never wait for each other.
 */
export async function lockSpentBy(sql: Sql, sessionId: string): Promise<Invoice[]> {
  return plannedInvoicesOf(
    sql,
    `${FROM_INVOICE} AND i.spent_by_session = :sessionId ORDER BY i.id FOR UPDATE`,
    { sessionId }
  )
}

/** A new invoice's row. Amounts are in UZS. */
export type InvoiceRecord = {
  intent: Intent
  number: InvoiceNumber
  uuid: string
  keyFingerprint: string
  providerId: string
  /** Whom its money is for; see `../models/owner`. */
  ownerId: string
  cartId: string | undefined
  label: InvoiceLabel
  /** Empty where the service's address may not be shown to anyone. */
  paymentUrl: string
  payVia: Record<string, string>
  customPaymentPages: { domain: string; url: string }[]
  lifetimeSeconds: number
  /** Minutes after its lifetime until an order that still awaits it is cancelled, if ever. */
  giveUpMinutes: number | undefined
  webhookToken: string
  /** The session that it is handed to. */
  sessionId: string
}

/**
 * Writes the row of an invoice the service has just created, and that a session was handed it.
 *
 * @returns undefined where another invoice has its number
 */
export async function insertInvoice(sql: Sql, record: InvoiceRecord): Promise<Invoice | undefined> {
  const { intent, label, number, payVia, customPaymentPages, ...columns } = record
  const { part, ...asked } = intent
  const [invoice] = await plannedInvoicesOf(
    sql,
    `WITH invoice AS (INSERT INTO checkout_uz_invoice AS i (
       id, service_url, cash_desk, number, uuid, key_fingerprint, state, provider_id,
       payment_collection_id, cart_id, order_id, order_number, email, customer_name, customer_phone,
       currency_code, session_amount, raw_session_amount, invoice_amount, raw_invoice_amount,
       return_address, payment_url, pay_via, custom_payment_pages,
       expires_at, give_up_at, webhook_token, next_check_at, owner_id,
       part_position, part_count, plan_amount, raw_plan_amount
     ) VALUES (
       :id, :serviceUrl, :cashDesk, :number, :uuid, :keyFingerprint, 'pending', :providerId,
       :paymentCollectionId, :cartId, :orderId, :orderNumber, :email, :customerName, :customerPhone,
       :currencyCode, CAST(:sessionAmount AS numeric), ${rawAmount(":sessionAmount")},
       CAST(:invoiceAmount AS numeric), ${rawAmount(":invoiceAmount")},
       :returnAddress, :paymentUrl, CAST(:payVia AS jsonb), CAST(:customPaymentPages AS jsonb),
       now() + make_interval(secs => :lifetimeSeconds),
       now() + make_interval(secs => :lifetimeSeconds, mins => CAST(:giveUpMinutes AS integer)),
       :webhookToken, now() + make_interval(secs => 30), :ownerId,
       :partPosition, :partCount, CAST(:planAmount AS numeric),
       CASE WHEN CAST(:planAmount AS text) IS NOT NULL THEN ${rawAmount(":planAmount")} END
     ) ON CONFLICT (service_url, cash_desk, number) WHERE deleted_at IS NULL DO NOTHING
     RETURNING ${INVOICE_COLUMNS}
     ), binding AS (
       INSERT INTO checkout_uz_invoice_binding (id, invoice_id, session_id)
       SELECT :bindingId, id, :sessionId FROM invoice
     )
     SELECT * FROM invoice`,
    {
      ...asked,
      ...columns,
      ...storableLabel(label),
      id: generateEntityId(undefined, "cuinv"),
      bindingId: generateEntityId(undefined, "cubind"),
      number: String(number),
      cartId: record.cartId ?? null,
      payVia: JSON.stringify(payVia),
      customPaymentPages: JSON.stringify(customPaymentPages),
      giveUpMinutes: record.giveUpMinutes ?? null,
      partPosition: part?.position ?? null,
      partCount: part?.count ?? null,
      planAmount: part?.planAmount ?? null,
    }
  )
  return invoice
}

/**
 * Records that a session was handed this invoice. Medusa writes into its session what it was handed, and that never
 * stands without this: whatever PostgreSQL loses, it loses from the end.
 */
export async function bind(
  sql: Sql,
  binding: { invoiceId: string; sessionId: string }
): Promise<void> {
  await rowsOfPlanned(
    sql,
    `INSERT INTO checkout_uz_invoice_binding (id, invoice_id, session_id)
     SELECT :id, :invoiceId, :sessionId WHERE ${SOON_ON_DISK}`,
    { ...binding, id: generateEntityId(undefined, "cubind") }
  )
}
