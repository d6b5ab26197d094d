import { invoicesOf } from "../invoices/rows"
import { z } from "zod"
import { INVOICE_COLUMNS, type Invoice } from "../invoices/invoice"
import { rowsOf, type Sql } from "../database"

/** A turn to compare what happened since a moment; `begunAt` becomes the next turn's. */
export type BooksTurn = { since: Date; begunAt: Date }

const turnSchema = z
  .object({ watermark: z.date(), begun_at: z.date() })
  .transform((row): BooksTurn => ({ since: row.watermark, begunAt: row.begun_at }))

/**
 * Takes the turn to compare the books; one server at a time, at most every `everySeconds` seconds.
 * The first turn ever begins `firstDays` days ago.
 */
export async function claimBooksTurn(
  sql: Sql,
  turn: { id: string; everySeconds: number; firstDays: number }
): Promise<BooksTurn | undefined> {
  const [row] = await rowsOf(
    sql,
    `INSERT INTO checkout_uz_books_check (id, begun_at, watermark)
     VALUES (:id, now(), now() - make_interval(days => :firstDays))
     ON CONFLICT (id) DO UPDATE SET begun_at = now(), updated_at = now()
        WHERE checkout_uz_books_check.begun_at IS NULL
           OR checkout_uz_books_check.begun_at <= now() - make_interval(secs => :everySeconds)
     RETURNING watermark, begun_at`,
    turn
  )
  return row === undefined ? undefined : turnSchema.parse(row)
}

/** Everything before this moment has been compared. It never goes back. */
export async function advanceBooks(
  sql: Sql,
  { id, watermark }: { id: string; watermark: Date }
): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_books_check SET watermark = GREATEST(watermark, :watermark), updated_at = now()
      WHERE id = :id`,
    { id, watermark }
  )
}

/** A page of what happened since a moment: `skip` rows of it have been read before. */
type Range = { since: Date; limit: number; skip: number }

/** Invoices that were returned since a moment, the oldest first. */
export async function findReturnedSince(sql: Sql, range: Range): Promise<Invoice[]> {
  return invoicesOf(
    sql,
    `SELECT ${INVOICE_COLUMNS} FROM checkout_uz_invoice i
       JOIN checkout_uz_invoice_transition m ON m.invoice_id = i.id AND m.to_state = 'returned'
        AND m.from_state <> 'returned' AND m.deleted_at IS NULL
      WHERE i.state = 'returned' AND i.deleted_at IS NULL AND m.created_at >= :since
      ORDER BY m.created_at, m.id LIMIT :limit OFFSET :skip`,
    range
  )
}

/**
 * Payments of orders without a cart, such as drafts, that were settled since a moment, the oldest
 * first: such an order can be deleted with its money.
 */
export async function findSettledLinks(sql: Sql, range: Range): Promise<Invoice[]> {
  return invoicesOf(
    sql,
    `SELECT ${INVOICE_COLUMNS} FROM checkout_uz_invoice i
      WHERE i.state = 'settled' AND i.deleted_at IS NULL AND i.cart_id IS NULL
        AND i.order_id IS NOT NULL AND i.settled_at >= :since
      ORDER BY i.settled_at, i.id LIMIT :limit OFFSET :skip`,
    range
  )
}

/** An order whose `order.placed` nobody has heard, so far as is known. */
export type UnheardOrder = { ownerId: string; paymentCollectionId: string }

/**
 * Payments of carts that were settled since a moment, at least `seconds` seconds ago, and whose
 * order's `order.placed` nobody heard.
 */
export async function findUnheardOrders(
  sql: Sql,
  range: Range & { seconds: number }
): Promise<UnheardOrder[]> {
  const rows = await rowsOf(
    sql,
    `SELECT i.owner_id, i.payment_collection_id FROM checkout_uz_invoice i
       LEFT JOIN checkout_uz_owner o ON o.id = i.owner_id
      WHERE i.state = 'settled' AND i.deleted_at IS NULL AND i.cart_id IS NOT NULL
        AND i.settled_at >= :since AND i.settled_at <= now() - make_interval(secs => :seconds)
        AND o.placed_order_id IS NULL
      ORDER BY i.settled_at, i.id LIMIT :limit OFFSET :skip`,
    range
  )
  return z
    .array(z.object({ owner_id: z.string(), payment_collection_id: z.string() }))
    .parse(rows)
    .map((row) => ({ ownerId: row.owner_id, paymentCollectionId: row.payment_collection_id }))
}
