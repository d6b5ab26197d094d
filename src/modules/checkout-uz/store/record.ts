import { generateEntityId } from "@medusajs/framework/utils"
import type { InvoiceNumber, Uzs } from "../../../client"
import type { Invoice } from "../invoice"
import { storableLabel, type InvoiceLabel } from "../label"
import type { Intent } from "./find"
import { newAlertId } from "./alert"
import { invoicesOf, rowsOf, type Sql } from "./sql"

/** A new invoice's row. Amounts are in UZS. */
export type InvoiceRecord = {
  intent: Intent
  number: InvoiceNumber
  uuid: string
  keyFingerprint: string
  providerId: string
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
}

/** Writes the row of an invoice the service has just created. */
export async function insertInvoice(sql: Sql, record: InvoiceRecord): Promise<Invoice> {
  const { intent } = record
  const [invoice] = await invoicesOf(
    sql,
    `INSERT INTO checkout_uz_invoice (
       id, service_url, cash_desk, number, uuid, key_fingerprint, state, provider_id,
       payment_collection_id, cart_id, order_id, order_number, email, currency_code,
       session_amount, raw_session_amount, invoice_amount, raw_invoice_amount,
       return_address, payment_url, pay_via, custom_payment_pages,
       expires_at, give_up_at, webhook_token, next_check_at
     ) VALUES (
       :id, :serviceUrl, :cashDesk, :number, :uuid, :keyFingerprint, 'pending', :providerId,
       :paymentCollectionId, :cartId, :orderId, :orderNumber, :email, :currencyCode,
       CAST(:sessionAmount AS numeric), ${rawAmount("sessionAmount")},
       CAST(:invoiceAmount AS numeric), ${rawAmount("invoiceAmount")},
       :returnAddress, :paymentUrl, CAST(:payVia AS jsonb), CAST(:customPaymentPages AS jsonb),
       now() + make_interval(secs => :lifetimeSeconds),
       now() + make_interval(secs => :lifetimeSeconds, mins => CAST(:giveUpMinutes AS integer)),
       :webhookToken,
       now() + make_interval(secs => 30)
     ) RETURNING *`,
    {
      ...intent,
      id: generateEntityId(undefined, "cuinv"),
      number: String(record.number),
      uuid: record.uuid,
      keyFingerprint: record.keyFingerprint,
      providerId: record.providerId,
      cartId: record.cartId ?? null,
      ...storableLabel(record.label),
      paymentUrl: record.paymentUrl,
      payVia: JSON.stringify(record.payVia),
      customPaymentPages: JSON.stringify(record.customPaymentPages),
      lifetimeSeconds: record.lifetimeSeconds,
      giveUpMinutes: record.giveUpMinutes ?? null,
      webhookToken: record.webhookToken,
    }
  )
  if (!invoice) throw new Error(`Invoice ${record.number} was inserted and not returned.`)
  return invoice
}

/**
 * Books a refund the merchant has to pay out by hand, and leaves an alert. A refund of money that
 * has already gone back by hand is booked as done.
 *
 * INVARIANT: one refund of Medusa's is one row, however often Medusa asks for it, and the refunds
 * of an invoice never come to more than its money. Call it inside a transaction.
 *
 * @returns false where it would be more
 */
export async function insertManualRefund(
  sql: Sql,
  refund: { invoiceId: string; refundId: string; amount: Uzs; currencyCode: string }
): Promise<boolean> {
  // Locked, so that two refunds at once do not each find room for themselves.
  await rowsOf(sql, "SELECT id FROM checkout_uz_invoice WHERE id = :invoiceId FOR UPDATE", {
    invoiceId: refund.invoiceId,
  })
  const rows = await rowsOf(
    sql,
    `WITH booked AS (
       SELECT COALESCE(sum(amount), 0) AS total, COALESCE(bool_or(refund_id = :refundId), false) AS this_one
         FROM checkout_uz_manual_refund WHERE invoice_id = :invoiceId AND deleted_at IS NULL
     ), made AS (
       INSERT INTO checkout_uz_manual_refund
              (id, invoice_id, refund_id, amount, raw_amount, currency_code, completed_at)
       SELECT :id, i.id, :refundId, CAST(:amount AS numeric), ${rawAmount("amount")}, :currencyCode,
              CASE WHEN i.state = 'returned' THEN now() END
         FROM checkout_uz_invoice i, booked
        WHERE i.id = :invoiceId AND NOT booked.this_one
          AND booked.total + CAST(:amount AS numeric) <= i.session_amount
       RETURNING id, completed_at
     ), alert AS (
       INSERT INTO checkout_uz_alert (id, kind, occasion, cash_desk, invoice_id, reason)
       SELECT :alertId, 'refund_due', 'refund:' || :refundId, i.cash_desk, i.id, made.id
         FROM made, checkout_uz_invoice i
        WHERE i.id = :invoiceId AND made.completed_at IS NULL
     )
     SELECT id FROM made UNION ALL SELECT :refundId FROM booked WHERE booked.this_one`,
    { id: generateEntityId(undefined, "curef"), alertId: newAlertId(), ...refund }
  )
  return rows.length > 0
}

/** Medusa keeps an exact copy of every amount beside its numeric column. */
function rawAmount(binding: string): string {
  return `jsonb_build_object('value', CAST(:${binding} AS text), 'precision', 20)`
}
