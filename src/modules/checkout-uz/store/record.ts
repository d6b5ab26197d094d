import { generateEntityId } from "@medusajs/framework/utils"
import type { InvoiceNumber, Uzs } from "../../../client"
import type { Invoice } from "../invoice"
import type { Intent } from "./find"
import { invoicesOf, rowsOf, type Sql } from "./sql"

/** A new invoice's row. Amounts are in UZS. */
export type InvoiceRecord = {
  intent: Intent
  number: InvoiceNumber
  uuid: string
  keyFingerprint: string
  providerId: string
  cartId: string | undefined
  /** Empty where the service's address may not be shown to anyone. */
  paymentUrl: string
  payVia: Record<string, string>
  customPaymentPages: { domain: string; url: string }[]
  lifetimeSeconds: number
  webhookToken: string
}

/** Writes the row of an invoice the service has just created. */
export async function insertInvoice(sql: Sql, record: InvoiceRecord): Promise<Invoice> {
  const { intent } = record
  const [invoice] = await invoicesOf(
    sql,
    `INSERT INTO checkout_uz_invoice (
       id, service_url, cash_desk, number, uuid, key_fingerprint, state, provider_id,
       payment_collection_id, cart_id, currency_code,
       session_amount, raw_session_amount, invoice_amount, raw_invoice_amount,
       return_address, payment_url, pay_via, custom_payment_pages,
       expires_at, webhook_token, next_check_at
     ) VALUES (
       :id, :serviceUrl, :cashDesk, :number, :uuid, :keyFingerprint, 'pending', :providerId,
       :paymentCollectionId, :cartId, :currencyCode,
       CAST(:sessionAmount AS numeric), ${rawAmount("sessionAmount")},
       CAST(:invoiceAmount AS numeric), ${rawAmount("invoiceAmount")},
       :returnAddress, :paymentUrl, CAST(:payVia AS jsonb), CAST(:customPaymentPages AS jsonb),
       now() + make_interval(secs => :lifetimeSeconds), :webhookToken,
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
      paymentUrl: record.paymentUrl,
      payVia: JSON.stringify(record.payVia),
      customPaymentPages: JSON.stringify(record.customPaymentPages),
      lifetimeSeconds: record.lifetimeSeconds,
      webhookToken: record.webhookToken,
    }
  )
  if (!invoice) throw new Error(`Invoice ${record.number} was inserted and not returned.`)
  return invoice
}

/**
 * Books a refund the merchant has to pay out by hand.
 *
 * INVARIANT: one refund of Medusa's is one row, however often Medusa asks for it.
 */
export async function insertManualRefund(
  sql: Sql,
  refund: { invoiceId: string; refundId: string; amount: Uzs; currencyCode: string }
): Promise<void> {
  await rowsOf(
    sql,
    `INSERT INTO checkout_uz_manual_refund (id, invoice_id, refund_id, amount, raw_amount, currency_code)
     VALUES (:id, :invoiceId, :refundId, CAST(:amount AS numeric), ${rawAmount("amount")}, :currencyCode)
     ON CONFLICT (refund_id) WHERE deleted_at IS NULL DO NOTHING`,
    { id: generateEntityId(undefined, "curef"), ...refund }
  )
}

/** Medusa keeps an exact copy of every amount beside its numeric column. */
function rawAmount(binding: string): string {
  return `jsonb_build_object('value', CAST(:${binding} AS text), 'precision', 20)`
}
