import type { WorkflowScope } from "../scope"

/** Rows of Medusa's that are read at once. */
const PAGE = 100

/** Payments of this plugin's providers, also of entries that have left the configuration. */
export const OUR_PAYMENTS = { provider_id: { $like: "pp_checkout-uz%" } }

/**
 * Does a job for each row. One that fails keeps no other from its turn.
 *
 * @throws what the first of them failed with, once all had their turn
 */
export async function forEach<T>(
  rows: AsyncIterable<T> | Iterable<T>,
  job: (row: T) => Promise<void>
): Promise<void> {
  const failures: unknown[] = []
  for await (const row of rows) {
    try {
      await job(row)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** A column by which Medusa's rows are found and read in order. */
type Since = { column: "created_at" | "canceled_at"; moment: Date }

/**
 * Reads rows of Medusa's that came since a moment, page by page, the oldest first.
 *
 * INVARIANT: one page is in memory at a time. A row that moved to a page which was read already is read by
 * the next comparison, which begins before this one did.
 */
export async function* pagesSince(
  { query }: Pick<WorkflowScope, "query">,
  entity: string,
  fields: string[],
  filters: Record<string, unknown>,
  { column, moment }: Since
): AsyncGenerator<unknown[]> {
  for (let skip = 0; ; skip += PAGE) {
    const { data } = await query.graph({
      entity,
      fields,
      filters: { ...filters, [column]: { $gte: moment } },
      pagination: { take: PAGE, skip, order: { [column]: "ASC", id: "ASC" } },
    })
    const rows: unknown[] = data
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
  }
}
