import { z } from "zod"
import { eventually, type Shop } from "./shop"

const rowSchema = z.object({
  state: z.string(),
  blocker: z.string().nullable(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
  last_error: z.string().nullable(),
  completion_attempts: z.number(),
})

/** What the ledger says about an invoice's money. */
export async function moneyOf(shop: Shop, number: number) {
  const [row] = await shop.sql(
    `SELECT state, blocker, blocker_facts AS facts, last_error, completion_attempts
       FROM checkout_uz_invoice WHERE number = ?`,
    [String(number)]
  )
  return rowSchema.parse(row)
}

/** Waits until paid money is blocked for a reason. */
export async function waitForBlocker(shop: Shop, number: number, reason: string) {
  return eventually(
    () => moneyOf(shop, number),
    ({ state, blocker }) => state === "paid" && blocker === reason,
    30_000
  )
}

/** As if the money had stood on nothing for three minutes. */
export async function letWait(shop: Shop, number: number): Promise<void> {
  await shop.sql(
    `UPDATE checkout_uz_invoice SET waiting_since = waiting_since - interval '3 minutes'
      WHERE number = ?`,
    [String(number)]
  )
}

/** Has the books compared at the next tick, whenever they were compared last. */
export async function compareBooksSoon(shop: Shop): Promise<void> {
  await shop.sql("UPDATE checkout_uz_books_check SET begun_at = NULL")
}

/** Waits until the comparison that was asked for has been made. */
export async function untilCompared(shop: Shop): Promise<void> {
  await eventually(
    () => shop.sql("SELECT id FROM checkout_uz_books_check WHERE begun_at IS NOT NULL"),
    (rows) => rows.length > 0,
    30_000
  )
  await new Promise((resolve) => setTimeout(resolve, 2_000))
}

/** What is on the list of pay-outs, in the order it came there. Amounts in UZS. */
export async function payoutsIn(shop: Shop): Promise<{ amount: number; is_open: boolean }[]> {
  const rows = await shop.sql(
    `SELECT amount::float8 AS amount, completed_at IS NULL AS is_open
       FROM checkout_uz_payout ORDER BY created_at`
  )
  return z.array(z.object({ amount: z.number(), is_open: z.boolean() })).parse(rows)
}
