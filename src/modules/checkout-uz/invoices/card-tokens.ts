import { rowsOf, type Sql } from "../database"
import { CONFIRMED_STATES } from "./states"

/** Seconds for which the service takes a card payment's token (docs/service.md, 9.3). */
export const TOKEN_SECONDS = 300

/**
 * Deletes tokens that are of no use any more: their time is over, or their invoice is paid, by whatever
 * way. One whose confirmation nobody knows the end of is neither, and stays (see `CardPayments.claim`).
 * The table holds the last minutes' alone, so looking every few seconds costs nothing.
 */
export async function pruneCardPayments(sql: Sql): Promise<void> {
  await rowsOf(
    sql,
    `DELETE FROM checkout_uz_card_payment c
      WHERE c.expires_at <= now()
         OR EXISTS (SELECT 1 FROM checkout_uz_invoice i
                     WHERE i.id = c.invoice_id AND i.state = ANY(:confirmed))`,
    { confirmed: CONFIRMED_STATES }
  )
}

/**
 * Sets right what was written while the database's clock was ahead by so many seconds: no token is kept longer for
 * it, and while a code may still be judged, no other card is charged beside it.
 */
export async function setBackCardPayments(sql: Sql, seconds: number): Promise<void> {
  const sooner = (column: string) => `(${column}-make_interval(secs=>:seconds))`
  await rowsOf(
    sql,
    `UPDATE checkout_uz_card_payment
        SET expires_at = CASE WHEN expires_at > now() + make_interval(secs => :longest)
              THEN ${sooner("expires_at")} ELSE expires_at END,
            confirmed_at = CASE WHEN confirmed_at > now()
              THEN LEAST(${sooner("confirmed_at")}, now()) ELSE confirmed_at END,
            updated_at = now()`,
    { seconds, longest: TOKEN_SECONDS }
  )
}
