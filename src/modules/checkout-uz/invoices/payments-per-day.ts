import type { CashDeskKey } from "../cash-desks/cash-desk"
import { z } from "zod"
import { uzsSchema } from "../../../client"
import { CONFIRMED_STATES } from "./states"
import { readRows, type Sql } from "../database"
import { boundsOfDay, OFFSET_SECONDS } from "../tashkent-time"

const daySchema = z.object({
  /** In Toshkent, `YYYY-MM-DD`. */
  day: z.string(),
  /** As a webhook named it. */
  paymentSystem: z.string().optional(),
  count: z.number(),
  /** What stays of it, in UZS: less what was given back or is to be. */
  amount: uzsSchema,
})

/** Confirmed payments of one day, made with one payment system. */
export type DayOfPayments = z.infer<typeof daySchema>

/**
 * A cash desk's confirmed payments by day and payment system, from `from` to `to` (both included, in
 * Toshkent). Whatever became of the money, it counts on the day on which it came.
 */
export async function paymentsPerDay(
  sql: Sql,
  { from, to, ...cashDesk }: CashDeskKey & { from: string; to: string }
): Promise<DayOfPayments[]> {
  return readRows(
    sql,
    // Grouped by dates and only then written as text: there are many rows and few days.
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, payment_system, count, amount
       FROM (
         SELECT CAST((paid_at AT TIME ZONE 'UTC') + make_interval(secs => :offset) AS date) AS day,
                payment_system, count(*)::int AS count,
                sum(COALESCE(paid_amount, invoice_amount) - COALESCE(back.amount, 0))::text AS amount
           FROM checkout_uz_invoice
           LEFT JOIN (
             SELECT invoice_id, sum(amount) AS amount FROM checkout_uz_payout
              WHERE deleted_at IS NULL GROUP BY invoice_id
           ) back ON back.invoice_id = id
          WHERE service_url = :serviceUrl AND cash_desk = :cashDesk AND deleted_at IS NULL
            AND state = ANY(:states)
            AND paid_at >= :begin AND paid_at < :end
          GROUP BY 1, 2
       ) days
      ORDER BY days.day, payment_system`,
    {
      ...cashDesk,
      states: CONFIRMED_STATES,
      begin: boundsOfDay(from).begin,
      end: boundsOfDay(to).end,
      offset: OFFSET_SECONDS,
    },
    daySchema
  )
}
