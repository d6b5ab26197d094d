import { invoicesOf } from "./rows"
import { generateEntityId } from "@medusajs/framework/utils"
import type { InvoiceNumber } from "../../../client"
import { INVOICE_COLUMNS, type Invoice } from "./invoice"
import type { Intent } from "./intent"
import { storableLabel, type InvoiceLabel } from "./label"
import type { Sql } from "../database"

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
}

/** Writes the row of an invoice the service has just created. */
export async function insertInvoice(sql: Sql, record: InvoiceRecord): Promise<Invoice> {
  const { intent } = record
  const [invoice] = await invoicesOf(
    sql,
    `INSERT INTO checkout_uz_invoice AS i (
       id, service_url, cash_desk, number, uuid, key_fingerprint, state, provider_id,
       payment_collection_id, cart_id, order_id, order_number, email, currency_code,
       session_amount, raw_session_amount, invoice_amount, raw_invoice_amount,
       return_address, payment_url, pay_via, custom_payment_pages,
       expires_at, give_up_at, webhook_token, next_check_at, owner_id
     ) VALUES (
       :id, :serviceUrl, :cashDesk, :number, :uuid, :keyFingerprint, 'pending', :providerId,
       :paymentCollectionId, :cartId, :orderId, :orderNumber, :email, :currencyCode,
       CAST(:sessionAmount AS numeric), ${rawAmount("sessionAmount")},
       CAST(:invoiceAmount AS numeric), ${rawAmount("invoiceAmount")},
       :returnAddress, :paymentUrl, CAST(:payVia AS jsonb), CAST(:customPaymentPages AS jsonb),
       now() + make_interval(secs => :lifetimeSeconds),
       now() + make_interval(secs => :lifetimeSeconds, mins => CAST(:giveUpMinutes AS integer)),
       :webhookToken,
       now() + make_interval(secs => 30), :ownerId
     ) RETURNING ${INVOICE_COLUMNS}`,
    {
      ...intent,
      id: generateEntityId(undefined, "cuinv"),
      number: String(record.number),
      uuid: record.uuid,
      keyFingerprint: record.keyFingerprint,
      providerId: record.providerId,
      ownerId: record.ownerId,
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

/** Medusa keeps an exact copy of every amount beside its numeric column. */
function rawAmount(binding: string): string {
  return `jsonb_build_object('value', CAST(:${binding} AS text), 'precision', 20)`
}
