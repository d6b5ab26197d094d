import type { z } from "zod"
import { checkAnswerSchema, invoicesAnswerSchema } from "../../src/contract"
import { getParsed, strictly } from "./admin-answers"
import type { Merchant } from "./merchant"
import type { Shop } from "./shop"

export const INVOICES = "/admin/checkout-uz/invoices"

export type Listed = z.output<typeof invoicesAnswerSchema>

/** A page of the list. */
export function list(merchant: Merchant, query: Record<string, string> = {}): Promise<Listed> {
  return getParsed(
    merchant,
    `${INVOICES}?${new URLSearchParams(query).toString()}`,
    invoicesAnswerSchema
  )
}

/** Has the service asked about an invoice now. */
export async function check(merchant: Merchant, id: string) {
  const { status, body } = await merchant.post(`${INVOICES}/${id}/check`)
  expect(status).toBe(200)
  return strictly(checkAnswerSchema, body)
}

/** The lines of an export, the first one the columns'. */
export async function exported(merchant: Merchant, query = ""): Promise<string[]> {
  const response = await merchant.fetch(`${INVOICES}/export?${query}`)
  expect(response.status).toBe(200)
  return (await response.text()).trimEnd().split("\r\n")
}

/** Invoices 1 to `count` of the past: every fifth is paid, every second of another cash desk. */
export async function copies(shop: Shop, count: number): Promise<void> {
  await shop.sql(
    `INSERT INTO checkout_uz_invoice (
       id, service_url, cash_desk, number, uuid, key_fingerprint, state, provider_id, email,
       payment_collection_id, order_id, order_number, currency_code, session_amount,
       raw_session_amount, invoice_amount, raw_invoice_amount, payment_url, pay_via,
       custom_payment_pages, expires_at, webhook_token, created_at, paid_at, payment_system)
     SELECT 'cuinv_' || n, ?, CASE WHEN n % 2 = 0 THEN 'second' ELSE 'main' END, CAST(n AS text),
            '', '', CASE WHEN n % 5 = 0 THEN 'paid' ELSE 'expired' END, 'pp_checkout-uz_main',
            'xaridor' || n || '@example.uz', 'pay_col_' || n, 'order_' || n, n, 'uzs', 65000,
            '{"value":"65000"}', (n * 7919) % 100 + 1000, '{"value":"65000"}', '', '{}', '[]',
            now() - interval '5 days', 'token', now() - interval '6 days' + n * interval '1 microsecond',
            CASE WHEN n % 5 = 0 THEN now() - (n % 3) * interval '1 minute' END,
            CASE WHEN n % 5 = 0 THEN 'click' WHEN n % 5 = 1 THEN 'payme' END
       FROM generate_series(1, CAST(? AS int)) n`,
    [`${shop.sandbox.url}/api/v1`, count]
  )
}
