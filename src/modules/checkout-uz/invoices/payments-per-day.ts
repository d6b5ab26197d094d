import type { CashDeskKey } from "../cash-desks/cash-desk"
import { z } from "zod"
import { uzsSchema, type Uzs } from "../../../client"
import { rowsOf, type Sql } from "../database"

/** Confirmed payments of one day, made with one payment system. */
export type DayOfPayments = {
  /** In Toshkent, `YYYY-MM-DD`. */
  day: string
  /** As a webhook named it. */
  paymentSystem: string | undefined
  count: number
  /** In UZS. */
  amount: Uzs
}

const daySchema = z
  .object({
    day: z.string(),
    payment_system: z.string().nullable(),
    count: z.number(),
    amount: uzsSchema,
  })
  .transform(({ payment_system, ...row }): DayOfPayments => ({
    ...row,
    paymentSystem: payment_system ?? undefined,
  }))

/**
 * A cash desk's confirmed payments by day and payment system, from `from` to `to` (both included, in
 * Toshkent: UTC+5, which knows no summer time). Whatever became of the money, it came on that day.
 */
export async function paymentsPerDay(
  sql: Sql,
  range: CashDeskKey & { from: string; to: string }
): Promise<DayOfPayments[]> {
  const rows = await rowsOf(
    sql,
    `SELECT to_char((paid_at AT TIME ZONE 'UTC') + interval '5 hours', 'YYYY-MM-DD') AS day,
            payment_system, count(*)::int AS count,
            sum(COALESCE(paid_amount, invoice_amount))::text AS amount
       FROM checkout_uz_invoice
      WHERE service_url = :serviceUrl AND cash_desk = :cashDesk AND deleted_at IS NULL
        AND state IN ('paid', 'settled', 'returned')
        AND paid_at >= (CAST(:from AS timestamp) - interval '5 hours') AT TIME ZONE 'UTC'
        AND paid_at < (CAST(:to AS timestamp) + interval '19 hours') AT TIME ZONE 'UTC'
      GROUP BY 1, 2 ORDER BY 1, 2`,
    range
  )
  return z.array(daySchema).parse(rows)
}
