import { z } from "zod"
import { rowsOf, type Sql } from "../database"

/** What the ledger knows of an owner; see `../models/owner`. */
export type OwnerRecord = {
  version: number
  /** The order that was placed to be paid later. */
  unpaidOrderId: string | undefined
  /** The order whose `order.placed` was heard. */
  placedOrderId: string | undefined
}

const recordSchema = z
  .object({
    version: z.number(),
    unpaid_order_id: z.string().nullable(),
    placed_order_id: z.string().nullable(),
  })
  .transform((row): OwnerRecord => ({
    version: row.version,
    unpaidOrderId: row.unpaid_order_id ?? undefined,
    placedOrderId: row.placed_order_id ?? undefined,
  }))

const NEVER_SPENT_ON: OwnerRecord = {
  version: 0,
  unpaidOrderId: undefined,
  placedOrderId: undefined,
}

export async function readOwner(sql: Sql, ownerId: string): Promise<OwnerRecord> {
  const [row] = await rowsOf(
    sql,
    "SELECT version, unpaid_order_id, placed_order_id FROM checkout_uz_owner WHERE id = :ownerId",
    { ownerId }
  )
  return row === undefined ? NEVER_SPENT_ON : recordSchema.parse(row)
}

/**
 * Locks an owner until the transaction ends, on every server of the store, and counts its version up.
 *
 * @returns the version it had before
 */
export async function lockOwner(sql: Sql, ownerId: string): Promise<number> {
  const [row] = await rowsOf(
    sql,
    `INSERT INTO checkout_uz_owner (id, version) VALUES (:ownerId, 1)
     ON CONFLICT (id) DO UPDATE SET version = checkout_uz_owner.version + 1, updated_at = now()
     RETURNING version - 1 AS version`,
    { ownerId }
  )
  return z.object({ version: z.number() }).parse(row).version
}

/** Notes the order that is being placed to be paid later. */
export async function recordUnpaidOrder(
  sql: Sql,
  owner: { ownerId: string; orderId: string }
): Promise<void> {
  await rowsOf(
    sql,
    `INSERT INTO checkout_uz_owner (id, unpaid_order_id) VALUES (:ownerId, :orderId)
     ON CONFLICT (id) DO UPDATE SET unpaid_order_id = EXCLUDED.unpaid_order_id, updated_at = now()`,
    owner
  )
}

/** Notes that an order's `order.placed` was heard, or emitted. True for the first to do so. */
export async function recordPlacedOrder(
  sql: Sql,
  owner: { ownerId: string; orderId: string }
): Promise<boolean> {
  const rows = await rowsOf(
    sql,
    `INSERT INTO checkout_uz_owner (id, placed_order_id) VALUES (:ownerId, :orderId)
     ON CONFLICT (id) DO UPDATE SET placed_order_id = EXCLUDED.placed_order_id, updated_at = now()
        WHERE checkout_uz_owner.placed_order_id IS DISTINCT FROM EXCLUDED.placed_order_id
     RETURNING id`,
    owner
  )
  return rows.length > 0
}
