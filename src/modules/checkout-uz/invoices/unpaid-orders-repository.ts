import { z } from "zod"
import { rowsOf, type Sql } from "../database"

/** A claimed reminder that the order of a payment collection may still be unpaid. */
export type GiveUpClaim = {
  invoiceId: string
  paymentCollectionId: string
  /** Until when the claim holds; it also tells whether the reminder is still the claimed one. */
  claimedUntil: Date
}

const claimsSchema = z.array(
  z
    .object({ id: z.string(), payment_collection_id: z.string(), give_up_at: z.date() })
    .transform((row): GiveUpClaim => ({
      invoiceId: row.id,
      paymentCollectionId: row.payment_collection_id,
      claimedUntil: row.give_up_at,
    }))
)

/**
 * Claims reminders that are due, the longest-waiting first. Any number of servers share the work:
 * each reminder goes to one of them, and comes back after `leaseSeconds` if that one dies.
 */
export async function claimGiveUps(
  sql: Sql,
  claim: { serviceUrl: string; limit: number; leaseSeconds: number }
): Promise<GiveUpClaim[]> {
  // To the millisecond, as the driver's dates are: the claim is compared with later.
  return claimsSchema.parse(
    await rowsOf(
      sql,
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
       RETURNING i.id, i.payment_collection_id, i.give_up_at`,
      claim
    )
  )
}

/**
 * Puts a claimed reminder off, or with null ends it. Does nothing where it was set anew meanwhile:
 * an order that was placed in that very moment must not lose its reminder.
 */
export async function rescheduleGiveUp(
  sql: Sql,
  { invoiceId, claimedUntil }: GiveUpClaim,
  at: Date | null
): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice SET give_up_at = :at, updated_at = now()
      WHERE id = :invoiceId AND give_up_at = :claimedUntil`,
    { invoiceId, claimedUntil, at }
  )
}

/**
 * Sets the reminder of an order that is being placed unpaid, on the last of its collection's open
 * invoices: `minutes` after that invoice's lifetime, or after now where that is over.
 */
export async function remindOfUnpaid(
  sql: Sql,
  { paymentCollectionId, minutes }: { paymentCollectionId: string; minutes: number }
): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice
        SET give_up_at = GREATEST(expires_at, now()) + make_interval(mins => :minutes),
            updated_at = now()
      WHERE id = (
        SELECT id FROM checkout_uz_invoice
         WHERE payment_collection_id = :paymentCollectionId AND deleted_at IS NULL
           AND state IN ('pending', 'expired', 'closed')
         ORDER BY expires_at DESC LIMIT 1
      )`,
    { paymentCollectionId, minutes }
  )
}
