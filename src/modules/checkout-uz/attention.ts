import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Alert, NewAlert } from "./alert"
import type { Invoice } from "./invoice"
import { raiseAlert, tellNext } from "./store/alert"
import {
  completeRefund,
  completeRefundsOf,
  findRefund,
  listHeld,
  listOpenRefunds,
  noteInHistory,
  type Audit,
  type Page,
} from "./store/attention"
import { moveInvoice } from "./store/move"

/** What waits for the merchant, and what the merchant does about it. */
export type Attention = ReturnType<typeof openAttention>

export function openAttention(sql: Knex) {
  return {
    /** Held invoices, the latest first. */
    heldInvoices: (page: Page) => listHeld(sql, page),
    /** Refunds to pay out by hand, the oldest first. */
    openRefunds: (page: Page) => listOpenRefunds(sql, page),
    findRefund: (id: string) => findRefund(sql, id),
    completeRefund: (id: string, audit: Audit) => completeRefund(sql, id, audit),
    noteInHistory: (invoice: Invoice, audit: Audit) => noteInHistory(sql, invoice, audit),

    /**
     * Records that held money went back by hand, and with it every refund of it that was still to
     * make.
     *
     * INVARIANT: decided on what was seen. Money that was spent or moved meanwhile stays as it is.
     *
     * @returns undefined where that happened
     */
    markReturned: ({ id, spentBySession }: Invoice, audit: Audit): Promise<Invoice | undefined> =>
      sql.transaction(async (transaction) => {
        const returned = await moveInvoice(transaction, {
          id,
          to: "returned",
          from: ["held"],
          seenSpender: spentBySession ?? null,
          audit,
        })
        if (returned) await completeRefundsOf(transaction, id, audit)
        return returned
      }),

    raise: (alert: NewAlert) => raiseAlert(sql, alert),

    /**
     * Tells every waiting alert, each by one server. One that cannot be told waits for the next
     * time, and no other waits for it.
     *
     * @returns why some could not be told
     */
    tellWaiting: async (tell: (alert: Alert) => Promise<void>): Promise<unknown[]> => {
      const failed = new Map<string, unknown>()
      for (;;) {
        const telling = await tellNext(sql, tell, [...failed.keys()])
        if (telling.kind === "none") return [...failed.values()]
        if (telling.kind === "failed") failed.set(telling.id, telling.error)
      }
    },
  }
}
