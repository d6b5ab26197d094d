import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** A year of invoices, most of them settled, at two cash desks. */
export async function fillInvoices(sql: Knex, serviceUrl: string, count: number): Promise<void> {
  await sql.raw(
    `INSERT INTO checkout_uz_invoice (
       id, service_url, cash_desk, number, uuid, key_fingerprint, state, provider_id,
       payment_collection_id, cart_id, order_id, order_number, email, currency_code, session_amount,
       raw_session_amount, invoice_amount, raw_invoice_amount, return_address, payment_url, pay_via,
       custom_payment_pages, expires_at, webhook_token, payment_system, created_at, paid_at,
       paid_at_text)
     SELECT 'cuinv_' || md5(n::text), ?, CASE WHEN n % 10 = 0 THEN 'second' ELSE 'main' END,
            (n * 7)::text, md5(n::text), '0011223344556677', state, 'pp_checkout-uz_main',
            'pay_col_' || n, 'cart_' || n, CASE WHEN paid THEN 'order_' || n END,
            CASE WHEN paid THEN n END, 'xaridor' || n % 20000 || '@example.uz', 'uzs', 65000,
            '{"value":"65000"}', CAST(n AS bigint) * 7919 % 900000 + 1000, '{"value":"65000"}',
            'https://shop.example/checkout/return/{session_id}',
            'https://checkout.uz/pay/' || md5(n::text),
            jsonb_build_object('click', 'https://checkout.uz/pay/' || md5(n::text) || '/click',
                               'payme', 'https://checkout.uz/pay/' || md5(n::text) || '/payme'),
            '[]', made + interval '1 hour', 'token' || md5(n::text),
            CASE WHEN paid THEN (ARRAY['click', 'payme', 'plum'])[n % 3 + 1] END, made,
            CASE WHEN paid THEN made + interval '5 minutes' END,
            CASE WHEN paid THEN to_char(made, 'YYYY-MM-DD HH24:MI:SS') END
       FROM (
         SELECT n, state, state IN ('paid', 'settled', 'returned') AS paid,
                timestamptz '2026-11-28' - (1 - n / CAST(? AS float8)) * interval '1 year' AS made
           FROM (
             SELECT n, CASE WHEN n % 1000 IN (1, 2) THEN 'paid'
                            WHEN n % 1000 = 3 THEN 'returned' WHEN n % 1000 = 4 THEN 'expired'
                            WHEN n % 1000 = 5 THEN 'pending' WHEN n % 10 < 7 THEN 'settled'
                            ELSE 'closed' END AS state
               FROM generate_series(1, CAST(? AS int)) n
           ) states
       ) invoices
     ON CONFLICT DO NOTHING`,
    [serviceUrl, count, count]
  )
  await sql.raw("VACUUM ANALYZE checkout_uz_invoice")
}
