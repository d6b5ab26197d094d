import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { readRows, rowsOf, type Sql } from "./database"
import { TOKEN_SECONDS } from "./invoices/card-payments"
import { OPEN_STATES } from "./invoices/states"

/**
 * After a sweep a cash desk's row says when it was: seconds ago. Seconds in which that may lie ahead, so
 * that a clock which is slowed down a little is not taken for one that was set back.
 */
const AHEAD_SECONDS = 60
/** Invoices whose money can still move. Of the others no moment is waited for. */
const UNFINISHED = [...OPEN_STATES, "paid"]

const setBackSchema = z.object({ seconds: z.number() })

/**
 * Notices that the database's clock, which everything here goes by, was set back, and takes back what would
 * otherwise wait until it has come again to where it was: claims, answers, turns and the next tries that were
 * written meanwhile. Nothing about money changes; what is open is asked about again, sooner than it need be.
 *
 * INVARIANT: paid money is found and booked whatever the clock did. What is of that time says each moment by
 * itself, and no row's `updated_at`: a webhook that has come since has written that anew.
 *
 * @returns by how many seconds, for the one server that takes it back
 */
export async function recoverFromClockSetBack(sql: Knex): Promise<number | undefined> {
  return sql.transaction(async (on) => {
    const ahead = await readRows(
      on,
      `UPDATE checkout_uz_cash_desk d
          SET swept_at = now(), updated_at = now(),
              paused_until = d.paused_until - (ahead.swept_at - now()),
              last_error_at = ${nowAtTheLatest("d.last_error_at")}
         FROM (SELECT id, swept_at FROM checkout_uz_cash_desk
                WHERE swept_at > clock_timestamp() + make_interval(secs => :aheadSeconds)
                ORDER BY id FOR UPDATE) ahead
        WHERE d.id = ahead.id
       RETURNING CAST(extract(epoch FROM ahead.swept_at - now()) AS double precision) AS seconds`,
      { aheadSeconds: AHEAD_SECONDS },
      setBackSchema
    )
    if (ahead.length === 0) return undefined
    // Of the desk that was swept last: the others were some time before the clock was set back.
    const seconds = Math.max(...ahead.map((desk) => desk.seconds))
    await takeBackOfInvoices(on, seconds)
    await takeBackClaims(on)
    await setBackLifetimes(on, seconds)
    return seconds
  })
}

async function takeBackOfInvoices(sql: Sql, seconds: number): Promise<void> {
  const due = (column: string) =>
    `${column} = CASE WHEN ${column} > now()
       THEN GREATEST(${sooner(column)}, now()) ELSE ${column} END`
  const forgotten = (column: string) =>
    `${column} = CASE WHEN ${column} <= now() THEN ${column} END`
  const begun = ["waiting_since", "blocker_since", "completion_attempted_at"]
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice
        SET ${["requested_at", "answered_at"].map(forgotten).join(", ")},
            ${["next_check_at", "held_from"].map(due).join(", ")},
            ${begun.map((column) => `${column} = ${nowAtTheLatest(column)}`).join(", ")},
            updated_at = now()
      WHERE deleted_at IS NULL AND state = ANY(:unfinished)`,
    { seconds, unfinished: UNFINISHED }
  )
}

/**
 * What was made meanwhile ends, by the right clock, when it does at the service: else a page that is over would be
 * handed out as payable, a card's token kept, and an order left uncancelled, until that time has come again.
 *
 * INVARIANT: it stays in the order in which it was made, and before all that is made from now on: of two plans,
 * and of two bindings of a session, the later one counts.
 */
async function setBackLifetimes(sql: Sql, seconds: number): Promise<void> {
  // Where it is not known to the second by how much, what happened has happened by now.
  const happened = (column: string) => `${column} = LEAST(${sooner(column)}, now())`
  const statements = [
    `UPDATE checkout_uz_invoice
        SET ${happened("created_at")}, expires_at = ${sooner("expires_at")}, give_up_at = ${sooner("give_up_at")}
      WHERE created_at > now()`,
    `UPDATE checkout_uz_invoice SET ${happened("settled_at")} WHERE settled_at > now()`,
    `UPDATE checkout_uz_invoice_binding SET ${happened("created_at")} WHERE created_at > now()`,
    // While a code may still be judged, no other card is charged beside it.
    `UPDATE checkout_uz_card_payment SET ${happened("confirmed_at")}, updated_at = now()
      WHERE confirmed_at > now()`,
    `UPDATE checkout_uz_card_payment SET expires_at = ${sooner("expires_at")}, updated_at = now()
      WHERE expires_at > now() + make_interval(secs => ${TOKEN_SECONDS})`,
  ]
  for (const statement of statements) await rowsOf(sql, statement, { seconds })
}

function sooner(column: string): string {
  return `(${column}-make_interval(secs=>:seconds))`
}

function nowAtTheLatest(column: string): string {
  return `CASE WHEN ${column} > now() THEN now() ELSE ${column} END`
}

/** What servers have claimed for a while, and when they last did what is done now and then. */
async function takeBackClaims(sql: Sql): Promise<void> {
  const statements = [
    "UPDATE checkout_uz_alert SET claimed_at = NULL WHERE claimed_at > now() AND published_at IS NULL",
    `UPDATE checkout_uz_account_snapshot SET read_at = to_timestamp(0), updated_at = now()
      WHERE read_at > now() OR updated_at > now()`,
    // What was compared meanwhile is compared again, as far back as the first time.
    `DELETE FROM checkout_uz_books_check WHERE begun_at > now() OR watermark > now()`,
    // Medusa's servers count by their own clocks, which were set back with this one where it is theirs.
    `DELETE FROM checkout_uz_rate_limit WHERE expire > (extract(epoch FROM now()) + 3600) * 1000`,
  ]
  for (const statement of statements) await rowsOf(sql, statement, {})
}
