import { z } from "zod"
import { INVOICE_COLUMNS, invoicesOf, type Invoice } from "../invoices/invoice"
import { findSpentByAny } from "../invoices/repository"
import { readRows, rowsOf, type Sql } from "../database"

/** Rows that are read at once. */
const PAGE = 100
/** Days that the very first comparison looks back. */
const FIRST_DAYS = 30
/** Seconds after a payment was settled within which its order's `order.placed` is sure to be heard. */
const HEARD_SECONDS = 300

const turnSchema = z.object({ since: z.date(), begunAt: z.date() })

/** A turn to compare what happened since a moment; `begunAt` becomes the next turn's. */
export type BooksTurn = z.infer<typeof turnSchema>

const unheardSchema = z.object({ ownerId: z.string(), paymentCollectionId: z.string() })

/** An order whose `order.placed` nobody has heard, so far as is known. */
type UnheardOrder = z.infer<typeof unheardSchema>

/** What the books check needs of the ledger. */
export class BooksComparison {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /**
   * Takes the turn to compare the books; one server at a time, at most every `everySeconds` seconds.
   * Undefined where it is not due, or another server's.
   */
  async claimTurn(id: string, everySeconds: number): Promise<BooksTurn | undefined> {
    const [turn] = await readRows(
      this.#sql,
      `INSERT INTO checkout_uz_books_check (id, begun_at, watermark)
       VALUES (:id, now(), now() - make_interval(days => :firstDays))
       ON CONFLICT (id) DO UPDATE SET begun_at = now(), updated_at = now()
          WHERE checkout_uz_books_check.begun_at IS NULL
             OR checkout_uz_books_check.begun_at <= now() - make_interval(secs => :everySeconds)
       RETURNING watermark AS since, begun_at`,
      { id, everySeconds, firstDays: FIRST_DAYS },
      turnSchema
    )
    return turn
  }

  /** Everything before this moment has been compared. It never goes back. */
  async advance(id: string, watermark: Date): Promise<void> {
    await rowsOf(
      this.#sql,
      `UPDATE checkout_uz_books_check SET watermark = GREATEST(watermark, :watermark), updated_at = now()
        WHERE id = :id`,
      { id, watermark }
    )
  }

  /** The invoices that some sessions have spent. */
  async spentBy(sessionIds: readonly string[]): Promise<Invoice[]> {
    return findSpentByAny(this.#sql, sessionIds)
  }

  /** A page of the invoices that were returned since a moment, the oldest first, `skip` rows on. */
  async returnedSince(since: Date, skip: number): Promise<Invoice[]> {
    return invoicesOf(
      this.#sql,
      `SELECT ${INVOICE_COLUMNS} FROM checkout_uz_invoice i
         JOIN checkout_uz_invoice_transition t ON t.invoice_id = i.id AND t.to_state = 'returned'
          AND t.from_state <> 'returned' AND t.deleted_at IS NULL
        WHERE i.state = 'returned' AND i.deleted_at IS NULL AND t.created_at >= :since
        ORDER BY t.created_at, t.id LIMIT :limit OFFSET :skip`,
      { since, skip, limit: PAGE }
    )
  }

  /**
   * A page of the settled payments of orders without a cart, such as drafts, the oldest first: such an
   * order can be deleted with its money.
   */
  async settledLinks(since: Date, skip: number): Promise<Invoice[]> {
    return invoicesOf(
      this.#sql,
      `SELECT ${INVOICE_COLUMNS} FROM checkout_uz_invoice i
        WHERE i.state = 'settled' AND i.deleted_at IS NULL AND i.cart_id IS NULL
          AND i.order_id IS NOT NULL AND i.settled_at >= :since
        ORDER BY i.settled_at, i.id LIMIT :limit OFFSET :skip`,
      { since, skip, limit: PAGE }
    )
  }

  /** A page of the carts' paid orders whose `order.placed` nobody heard, though it was time to. */
  async unheardOrders(since: Date, skip: number): Promise<UnheardOrder[]> {
    return readRows(
      this.#sql,
      `SELECT i.owner_id, i.payment_collection_id FROM checkout_uz_invoice i
         LEFT JOIN checkout_uz_owner o ON o.id = i.owner_id
        WHERE i.state = 'settled' AND i.deleted_at IS NULL AND i.cart_id IS NOT NULL
          AND i.settled_at >= :since AND i.settled_at <= now() - make_interval(secs => :seconds)
          AND o.placed_order_id IS NULL
        ORDER BY i.settled_at, i.id LIMIT :limit OFFSET :skip`,
      { since, skip, limit: PAGE, seconds: HEARD_SECONDS },
      unheardSchema
    )
  }
}
