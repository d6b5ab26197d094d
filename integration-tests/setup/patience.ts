import { ledgerOf } from "./ledger"
import type { Shop } from "./shop"

/**
 * Lets money that stands on nothing have stood there for three minutes, and lets the running server
 * take its turn to look at known money, which tells the merchant of it.
 */
export async function patienceIsOver(shop: Shop, number?: number): Promise<void> {
  await shop.sql(
    `UPDATE checkout_uz_invoice SET waiting_since = waiting_since - interval '3 minutes'
      WHERE state = 'paid' ${number === undefined ? "" : "AND number = ?"}`,
    number === undefined ? [] : [String(number)]
  )
  await knownMoneyIsDue(shop)
}

/** The running server's next look, every five seconds, settles known money that is due. */
export async function knownMoneyIsDue(shop: Shop): Promise<void> {
  await shop.sql(
    `INSERT INTO checkout_uz_cash_desk (id, service_url, handle, swept_at)
     VALUES ('cudesk_test_all', ?, '*', now() - interval '2 days')
     ON CONFLICT (service_url, handle) WHERE deleted_at IS NULL
       DO UPDATE SET swept_at = EXCLUDED.swept_at`,
    [ledgerOf(shop).options.baseUrl]
  )
}
