import type { CashDeskKey } from "../cash-desks/cash-desk"
import { z } from "zod"
import { uzsSchema } from "../../../client"
import { CONFIRMED_STATES } from "./states"
import { GIVEN_BACK, PAID } from "./standing"
import { readRows, type Sql } from "../database"
import { boundsOfDay, OFFSET_SECONDS } from "../tashkent-time"

const sumSchema = z.object({
  /** What it sums up: a payment system on a day, all of a day, or all of the range. */
  of: z.enum(["system", "day", "range"]),
  /** In Toshkent, `YYYY-MM-DD`; undefined for the range. */
  day: z.string().optional(),
  /** As a webhook named it. */
  paymentSystem: z.string().optional(),
  /** How many payments: the parts of one are one, so days do not add up where they came on several. */
  count: z.number(),
  /** What stays of them, in UZS: less what was given back or is to be. */
  amount: uzsSchema,
})

/** Confirmed payments, summed up. */
export type SumOfPayments = z.infer<typeof sumSchema>

/**
 * A cash desk's confirmed payments from `from` to `to` (both included, in Toshkent): by day and payment
 * system, by day, and all of them. Whatever became of the money, it counts on the day on which it came.
 */
export async function paymentsPerDay(
  sql: Sql,
  { from, to, ...cashDesk }: CashDeskKey & { from: string; to: string }
): Promise<SumOfPayments[]> {
  return readRows(
    sql,
    // Grouped by dates and only then written as text: there are many rows and few days. The parts of a payment
    // are told apart only among the few groups.
    `SELECT of, to_char(day, 'YYYY-MM-DD') AS day, payment_system, count, amount
       FROM (
         SELECT CASE grouping(day, payment_system) WHEN 0 THEN 'system' WHEN 1 THEN 'day' ELSE 'range' END AS of,
                day, payment_system,
                (COALESCE(sum(invoices) FILTER (WHERE part_of IS NULL), 0) + count(DISTINCT part_of))::int AS count,
                COALESCE(sum(amount), 0)::text AS amount
           FROM (
             SELECT CAST((paid_at AT TIME ZONE 'UTC') + make_interval(secs => :offset) AS date) AS day,
                    payment_system,
                    -- The payment that an invoice is a part of: parts are spent together, if they are.
                    CASE WHEN part_position IS NOT NULL
                         THEN COALESCE(spent_by_session, payment_collection_id) END AS part_of,
                    count(*) AS invoices,
                    sum(${PAID} - COALESCE(back.amount, 0)) AS amount
               FROM checkout_uz_invoice i ${GIVEN_BACK}
              WHERE service_url = :serviceUrl AND cash_desk = :cashDesk AND deleted_at IS NULL
                AND state = ANY(:states)
                AND paid_at >= :begin AND paid_at < :end
              GROUP BY 1, 2, 3
           ) payments
          GROUP BY GROUPING SETS ((day, payment_system), (day), ())
       ) sums
      ORDER BY sums.day, payment_system`,
    {
      ...cashDesk,
      states: CONFIRMED_STATES,
      begin: boundsOfDay(from).begin,
      end: boundsOfDay(to).end,
      offset: OFFSET_SECONDS,
    },
    sumSchema
  )
}
