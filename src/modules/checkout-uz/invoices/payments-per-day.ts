import type { CashDeskKey } from "../cash-desks/cash-desk"
import { z } from "zod"
import { uzsSchema } from "../../../client"
import { CONFIRMED_STATES } from "./states"
import { EACH_GIVEN_BACK, PAID } from "./standing"
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

const COUNTED = `service_url = :serviceUrl AND cash_desk = :cashDesk AND deleted_at IS NULL AND state = ANY(:states)`
const IN_RANGE = "paid_at >= :begin AND paid_at < :end"
/** The payment that an invoice is a part of: parts are spent together, if they are. */
const PART_OF = `CASE WHEN part_position IS NOT NULL THEN COALESCE(spent_by_session, payment_collection_id) END`
const BEGIN = "CAST(:begin AS timestamptz)"

/**
 * What the invoices of each day ask for. The days are known, so that nothing is sorted: PostgreSQL would take each
 * moment for a day of its own. Read from an index alone, which holds these columns (see the migrations).
 */
const ASKED_FOR = `
  SELECT CAST(:from AS date) + n AS day, paid.*
    FROM generate_series(0, CAST(:to AS date) - CAST(:from AS date)) n
    CROSS JOIN LATERAL (
      SELECT payment_system, ${PART_OF} AS part_of, count(*) AS invoices, sum(invoice_amount) AS amount
        FROM checkout_uz_invoice
       WHERE ${COUNTED} AND paid_at >= ${BEGIN} + n * interval '24 hours'
         AND paid_at < ${BEGIN} + (n + 1) * interval '24 hours'
       GROUP BY 1, 2
    ) paid`

/** By how much the few others differ: where another amount was paid, and what was given back or is to be. */
const DIFFERENCES = `
  SELECT CAST((paid_at AT TIME ZONE 'UTC') + make_interval(secs => :offset) AS date) AS day,
         payment_system, ${PART_OF} AS part_of, 0 AS invoices, other.amount
    FROM (
      SELECT i.id, ${PAID} - i.invoice_amount AS amount FROM checkout_uz_invoice i
       WHERE paid_amount IS NOT NULL AND deleted_at IS NULL AND ${IN_RANGE}
      UNION ALL
      SELECT invoice_id, -amount FROM (${EACH_GIVEN_BACK}) back
    ) other
    JOIN checkout_uz_invoice i ON i.id = other.id
   WHERE ${COUNTED} AND ${IN_RANGE}`

/** The parts of a payment are told apart only among the few groups, which are dates until they are written. */
const PAYMENTS_PER_DAY = `
  SELECT of, to_char(day, 'YYYY-MM-DD') AS day, payment_system, count, amount
    FROM (
      SELECT CASE grouping(day, payment_system) WHEN 0 THEN 'system' WHEN 1 THEN 'day' ELSE 'range' END AS of,
             day, payment_system,
             (COALESCE(sum(invoices) FILTER (WHERE part_of IS NULL), 0) + count(DISTINCT part_of))::int AS count,
             COALESCE(sum(amount), 0)::text AS amount
        FROM (${ASKED_FOR} UNION ALL ${DIFFERENCES}) payments
       GROUP BY GROUPING SETS ((day, payment_system), (day), ())
    ) sums
   ORDER BY sums.day, payment_system`

/**
 * A cash desk's confirmed payments from `from` to `to` (both included, in Toshkent): by day and payment
 * system, by day, and all of them. Whatever became of the money, it counts on the day on which it came.
 */
export async function paymentsPerDay(
  sql: Sql,
  { from, to, ...cashDesk }: CashDeskKey & { from: string; to: string }
): Promise<SumOfPayments[]> {
  const bindings = {
    ...cashDesk,
    from,
    to,
    states: CONFIRMED_STATES,
    begin: boundsOfDay(from).begin,
    end: boundsOfDay(to).end,
    offset: OFFSET_SECONDS,
  }
  return readRows(sql, PAYMENTS_PER_DAY, bindings, sumSchema)
}
