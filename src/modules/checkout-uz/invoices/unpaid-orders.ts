import { z } from "zod"
import { databaseNow } from "./request-log"
import { OPEN_STATES } from "./states"
import { readRows, rowsOf, type Sql } from "../database"

/** Seconds a server has for a reminder it claimed, before another one takes it. */
const LEASE_SECONDS = 600

const claimSchema = z.object({
  invoiceId: z.string(),
  paymentCollectionId: z.string(),
  /** Until when the claim holds; it also tells whether the reminder is still the claimed one. */
  claimedUntil: z.date(),
})

/** A claimed reminder that the order of a payment collection may still be unpaid. */
export type GiveUpClaim = z.infer<typeof claimSchema>

/** The ledger's part in cancelling unpaid orders: whose time is over, by the database's clock. */
export class UnpaidOrders {
  readonly #sql: Sql
  readonly #serviceUrl: string
  readonly #cancelAfterMinutes: number | null

  /** @param options `cancelAfterMinutes` is counted from the last invoice's lifetime; null for never */
  constructor(options: { sql: Sql; serviceUrl: string; cancelAfterMinutes: number | null }) {
    this.#sql = options.sql
    this.#serviceUrl = options.serviceUrl
    this.#cancelAfterMinutes = options.cancelAfterMinutes
  }

  async now(): Promise<Date> {
    return databaseNow(this.#sql)
  }

  /**
   * Claims reminders that are due, the longest-waiting first. Any number of servers share the work:
   * each reminder goes to one of them, and comes back after its lease if that one dies.
   */
  async claim(limit: number): Promise<GiveUpClaim[]> {
    // To the millisecond, as the driver's dates are: the claim is compared with later.
    return readRows(
      this.#sql,
      `WITH due AS (
         SELECT id FROM checkout_uz_invoice
          WHERE deleted_at IS NULL AND give_up_at IS NOT NULL AND give_up_at <= now()
            AND service_url = :serviceUrl
          ORDER BY give_up_at LIMIT :limit
          FOR UPDATE SKIP LOCKED
       )
       UPDATE checkout_uz_invoice i
          SET give_up_at = date_trunc('milliseconds', now() + make_interval(secs => :leaseSeconds)),
              updated_at = now()
         FROM due WHERE i.id = due.id
       RETURNING i.id AS invoice_id, i.payment_collection_id, i.give_up_at AS claimed_until`,
      { serviceUrl: this.#serviceUrl, limit, leaseSeconds: LEASE_SECONDS },
      claimSchema
    )
  }

  /**
   * Puts a claimed reminder off, or with null ends it. Does nothing where it was set anew meanwhile:
   * an order that was placed in that very moment must not lose its reminder.
   */
  async reschedule({ invoiceId, claimedUntil }: GiveUpClaim, at: Date | null): Promise<void> {
    await rowsOf(
      this.#sql,
      `UPDATE checkout_uz_invoice SET give_up_at = :at, updated_at = now()
        WHERE id = :invoiceId AND give_up_at = :claimedUntil`,
      { invoiceId, claimedUntil, at }
    )
  }

  /**
   * Sets the reminder of an order that is being placed unpaid, on the last of its collection's open
   * invoices: after that invoice's lifetime, or after now where that is over.
   */
  async remindOf(paymentCollectionId: string): Promise<void> {
    if (this.#cancelAfterMinutes === null) return
    await rowsOf(
      this.#sql,
      `UPDATE checkout_uz_invoice
          SET give_up_at = GREATEST(expires_at, now()) + make_interval(mins => :minutes),
              updated_at = now()
        WHERE id = (
          SELECT id FROM checkout_uz_invoice
           WHERE payment_collection_id = :paymentCollectionId AND deleted_at IS NULL
             AND state = ANY(:openStates)
           ORDER BY expires_at DESC LIMIT 1
        )`,
      { paymentCollectionId, minutes: this.#cancelAfterMinutes, openStates: OPEN_STATES }
    )
  }
}
