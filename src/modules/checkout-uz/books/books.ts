import type { Sql } from "../database"
import {
  advanceBooks,
  claimBooksTurn,
  findReturnedSince,
  findSettledLinks,
  findUnheardOrders,
  type BooksTurn,
} from "./repository"
import { findSpentByAny } from "../invoices/repository"

/** Rows that are read at once. */
const PAGE = 100
/** Days that the very first comparison looks back. */
const FIRST_DAYS = 30
/** Seconds after a payment was settled within which its order's `order.placed` is sure to be heard. */
const HEARD_SECONDS = 300

/** What comparing Medusa's books with the ledger's needs of the ledger. */
export type Books = ReturnType<typeof openBooks>

export function openBooks(sql: Sql) {
  return {
    /** Takes the turn of a comparison; undefined where it is not due, or another server's. */
    claimTurn: (id: string, everySeconds: number): Promise<BooksTurn | undefined> =>
      claimBooksTurn(sql, { id, everySeconds, firstDays: FIRST_DAYS }),
    /** What happened before this moment has been compared. */
    advance: (id: string, watermark: Date) => advanceBooks(sql, { id, watermark }),
    /** The invoices that some sessions have spent. */
    spentBy: (sessionIds: readonly string[]) => findSpentByAny(sql, sessionIds),
    /** A page of the invoices that were returned since a moment, `skip` rows on. */
    returnedSince: (since: Date, skip: number) =>
      findReturnedSince(sql, { since, skip, limit: PAGE }),
    /** A page of the settled payments of orders without a cart, `skip` rows on. */
    settledLinks: (since: Date, skip: number) =>
      findSettledLinks(sql, { since, skip, limit: PAGE }),
    /** A page of the paid orders nobody heard of, `skip` rows on. */
    unheardOrders: (since: Date, skip: number) =>
      findUnheardOrders(sql, { since, skip, limit: PAGE, seconds: HEARD_SECONDS }),
  }
}
