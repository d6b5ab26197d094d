import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Alert, NewAlert } from "./alerts/alert"
import { raiseAlert, publishNext } from "./alerts/repository"
import { countOf, rowsOf, type Listed, type Page } from "./database"
import { HELD, HELD_BINDINGS } from "./invoices/blocker"
import { blockOtherServices } from "./invoices/blocking"
import { INVOICE_COLUMNS, invoicesOf, type Invoice } from "./invoices/invoice"
import type { Audit } from "./invoices/transitions"

/**
 * Of the parts of one payment that wait for the same reason a merchant is shown the first, with the others
 * under it; as `inOneCase`.
 */
const FIRST_OF_ITS_CASE = `(i.part_count IS NULL OR NOT EXISTS (
  SELECT 1 FROM checkout_uz_invoice o
   WHERE o.payment_collection_id = i.payment_collection_id AND o.part_count IS NOT NULL
     AND o.state = 'paid' AND o.deleted_at IS NULL AND o.id < i.id
     AND o.spent_by_session IS NOT DISTINCT FROM i.spent_by_session
     AND (o.spent_by_session IS NOT NULL OR o.blocker IS NOT DISTINCT FROM i.blocker)
))`

/** Held money, and what the merchant is notified of. */
export class Attention {
  readonly #sql: Knex
  readonly #serviceUrl: string

  constructor({ sql, serviceUrl }: { sql: Knex; serviceUrl: string }) {
    this.#sql = sql
    this.#serviceUrl = serviceUrl
  }

  /** Held money, the latest first; of the parts of one payment that wait for the same reason, the first. */
  async heldInvoices(page: Page): Promise<Listed<Invoice>> {
    const held = `FROM checkout_uz_invoice i WHERE ${HELD} AND ${FIRST_OF_ITS_CASE}`
    const rows = await invoicesOf(
      this.#sql,
      `SELECT ${INVOICE_COLUMNS} ${held} ORDER BY i.waiting_since DESC, i.id LIMIT :limit OFFSET :offset`,
      { ...page, ...HELD_BINDINGS }
    )
    return { rows, count: await countOf(this.#sql, held, HELD_BINDINGS) }
  }

  /** Writes into an invoice's history what a merchant did, where the state stays. */
  async noteInHistory({ id, state, blocker }: Invoice, { actorId, note }: Audit): Promise<void> {
    await rowsOf(
      this.#sql,
      `INSERT INTO checkout_uz_invoice_transition (id, invoice_id, from_state, to_state, reason, actor_id, note)
       VALUES (:transitionId, :id, :state, :state, :reason, :actorId, :note)`,
      {
        transitionId: generateEntityId(undefined, "cutran"),
        id,
        state,
        reason: blocker?.reason ?? null,
        actorId,
        note: note ?? null,
      }
    )
  }

  /** Writes an alert, once for each occasion. */
  async raise(alert: NewAlert): Promise<void> {
    await raiseAlert(this.#sql, alert)
  }

  /** Writes an alert for all held money that has none: once for each time that it came to be held. */
  async noticeHeld(): Promise<void> {
    await blockOtherServices(this.#sql, this.#serviceUrl)
    await rowsOf(
      this.#sql,
      `INSERT INTO checkout_uz_alert (id, kind, occasion, cash_desk, invoice_id, reason)
       SELECT 'cualert_' || replace(CAST(gen_random_uuid() AS text), '-', ''), 'invoice_held', held.occasion,
              held.cash_desk, held.id, held.reason
         FROM (
           SELECT i.id, i.cash_desk, COALESCE(i.blocker, 'not_completable') AS reason,
                  'held:' || i.id || ':' ||
                    CAST(extract(epoch FROM COALESCE(i.held_from, i.waiting_since)) AS text) AS occasion
             FROM checkout_uz_invoice i WHERE ${HELD} AND ${FIRST_OF_ITS_CASE}
         ) held
        WHERE NOT EXISTS (
          SELECT 1 FROM checkout_uz_alert a WHERE a.occasion = held.occasion AND a.deleted_at IS NULL
        )
       ON CONFLICT (occasion) WHERE deleted_at IS NULL DO NOTHING`,
      HELD_BINDINGS
    )
  }

  /**
   * Publishes every waiting alert, each by one server. One that cannot be published waits for the
   * next time, and no other waits for it.
   *
   * @returns why some could not be published
   */
  async publishWaiting(publish: (alert: Alert) => Promise<void>): Promise<unknown[]> {
    const failed = new Map<string, unknown>()
    for (;;) {
      const publication = await publishNext(this.#sql, publish, [...failed.keys()])
      if (publication.kind === "none") return [...failed.values()]
      if (publication.kind === "failed") failed.set(publication.id, publication.error)
    }
  }
}
