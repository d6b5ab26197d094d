import { ledgerOf } from "./ledger"
import { eventually, type Shop } from "./shop"

/** Milliseconds for a test in which a lock is waited for until it is given up. */
export const LOCK_TEST_MS = 60_000

/**
 * Waits until the service has been asked so often, about an invoice or at all: what comes after it
 * comes second on every machine. The answer may still be under way.
 */
export async function hasBeenAsked(
  shop: Shop,
  operation: string,
  times: number,
  number?: number
): Promise<void> {
  await eventually(
    () => shop.sandbox.calls(operation, number),
    (calls) => calls === times
  )
}

/** Lets all money that stands on nothing have stood there for three minutes: it is held now. */
export async function patienceIsOver(shop: Shop): Promise<void> {
  await shop.sql(
    `UPDATE checkout_uz_invoice SET waiting_since = waiting_since - interval '3 minutes'
      WHERE state = 'paid'`
  )
}

/** Lets a code that was passed on and never answered have been so for more than a minute. */
export async function judgementIsOver(shop: Shop): Promise<void> {
  await shop.sql(
    `UPDATE checkout_uz_card_payment SET confirmed_at = confirmed_at - interval '66 seconds'
      WHERE confirmed_at > '-infinity'`
  )
}

/** Lets the running server's next look, one every five seconds, be one at known money. */
export async function knownMoneyIsDue(shop: Shop): Promise<void> {
  await shop.sql(
    `INSERT INTO checkout_uz_cash_desk (id, service_url, handle, swept_at)
     VALUES ('cudesk_of_all', ?, '*', now() - interval '2 days')
     ON CONFLICT (service_url, handle) WHERE deleted_at IS NULL
       DO UPDATE SET swept_at = EXCLUDED.swept_at`,
    [ledgerOf(shop).options.baseUrl]
  )
}

/** Lets the running server's next look at the books, one every fifteen seconds, compare them. */
export async function booksAreDue(shop: Shop): Promise<void> {
  await shop.sql("UPDATE checkout_uz_books_check SET begun_at = now() - interval '1 hour'")
}

/** Ends the pause that the service has asked for with HTTP 429. */
export async function pauseIsOver(shop: Shop): Promise<void> {
  await shop.sql("UPDATE checkout_uz_cash_desk SET paused_until = NULL")
}
