import { rowsOf, type Sql } from "./database"

/** Rows of one statement: a table that was never pruned before is not locked for minutes. */
const BATCH = 1_000

/** How many rows were deleted. */
export type Pruned = { deliveries: number; rateLimits: number }

/**
 * Deletes what is no longer looked at: webhook deliveries older than `deliveryDays` days, and
 * counts of rate limits that ran out more than an hour ago. Any number of servers may do it at once.
 *
 * INVARIANT: nothing about money is ever pruned. Invoices, their sessions, transitions and pay-outs stay;
 * a delivery was never evidence.
 */
export async function prune(sql: Sql, { deliveryDays }: { deliveryDays: number }): Promise<Pruned> {
  const deliveries = await deleteInBatches(
    sql,
    // The age stands in it twice: of tables by month the outer one leaves out all that are younger.
    `DELETE FROM checkout_uz_webhook_delivery
      WHERE created_at < now() - make_interval(days => :days) AND id IN (
       SELECT id FROM checkout_uz_webhook_delivery
        WHERE deleted_at IS NULL AND created_at < now() - make_interval(days => :days)
        ORDER BY created_at LIMIT :batch FOR UPDATE SKIP LOCKED
     ) RETURNING id`,
    { days: deliveryDays }
  )
  const rateLimits = await deleteInBatches(
    sql,
    `DELETE FROM checkout_uz_rate_limit WHERE key IN (
       SELECT key FROM checkout_uz_rate_limit
        WHERE expire < (extract(epoch FROM now()) - 3600) * 1000
        LIMIT :batch FOR UPDATE SKIP LOCKED
     ) RETURNING key`,
    {}
  )
  return { deliveries, rateLimits }
}

async function deleteInBatches(
  sql: Sql,
  statement: string,
  bindings: Record<string, number>
): Promise<number> {
  let deleted = 0
  for (;;) {
    const rows = await rowsOf(sql, statement, { ...bindings, batch: BATCH })
    deleted += rows.length
    if (rows.length < BATCH) return deleted
  }
}
