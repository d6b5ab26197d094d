import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Alert, NewAlert } from "./alerts/alert"
import type { Invoice } from "./invoices/invoice"
import { raiseAlert, publishNext } from "./alerts/repository"
import { markServiceChanged } from "./invoices/blocking"
import { listHeld, noteInHistory, raiseHeldAlerts } from "./invoices/held"
import type { Audit } from "./invoices/transitions"
import type { Page } from "./database"
import { completePayout, findPayout, listOpenPayouts } from "./payouts/repository"
import { dismissUnanswered, listUnanswered } from "./invoices/unanswered-creations"

/** What waits for the merchant, and what the merchant is told. */
export type Attention = ReturnType<typeof openAttention>

export function openAttention({ sql, serviceUrl }: { sql: Knex; serviceUrl: string }) {
  return {
    /** Paid money that stands on nothing, the latest first. */
    heldInvoices: (page: Page) => listHeld(sql, page),
    /** What is to be sent back by hand, the oldest first. */
    openPayouts: (page: Page) => listOpenPayouts(sql, page),
    findPayout: (id: string) => findPayout(sql, id),
    /** Ticks a pay-out off that was sent. */
    completePayout: (id: string, audit: Audit) => completePayout(sql, id, audit),
    /** Invoices that may exist at the service and are not recorded here, the latest first. */
    unansweredCreations: (page: Page) => listUnanswered(sql, page),
    dismissUnanswered: (id: string, { actorId }: Audit) => dismissUnanswered(sql, { id, actorId }),
    noteInHistory: (invoice: Invoice, audit: Audit) => noteInHistory(sql, invoice, audit),

    raise: (alert: NewAlert) => raiseAlert(sql, alert),

    /** Leaves an alert for all paid money that has come to be in front of the merchant. */
    noticeHeld: async (): Promise<void> => {
      await markServiceChanged(sql, serviceUrl)
      await raiseHeldAlerts(sql)
    },

    /**
     * Tells every waiting alert, each by one server. One that cannot be told waits for the next
     * time, and no other waits for it.
     *
     * @returns why some could not be told
     */
    publishWaiting: async (tell: (alert: Alert) => Promise<void>): Promise<unknown[]> => {
      const failed = new Map<string, unknown>()
      for (;;) {
        const publication = await publishNext(sql, tell, [...failed.keys()])
        if (publication.kind === "none") return [...failed.values()]
        if (publication.kind === "failed") failed.set(publication.id, publication.error)
      }
    },
  }
}
