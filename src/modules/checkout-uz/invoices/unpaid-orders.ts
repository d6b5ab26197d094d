import { databaseNow } from "./request-log"
import type { Sql } from "../database"
import {
  claimGiveUps,
  remindOfUnpaid,
  rescheduleGiveUp,
  type GiveUpClaim,
} from "./unpaid-orders-repository"

/** Seconds a server has for a reminder it claimed, before another one takes it. */
const LEASE_SECONDS = 600

/** What cancelling unpaid orders needs of the ledger. */
export type UnpaidOrders = ReturnType<typeof openUnpaidOrders>

/** The ledger's part in cancelling unpaid orders: whose time is up, by the database's clock. */
export function openUnpaidOrders({
  sql,
  serviceUrl,
  cancelAfterMinutes,
}: {
  sql: Sql
  serviceUrl: string
  /** Minutes after the last invoice's lifetime; null for never. */
  cancelAfterMinutes: number | null
}) {
  return {
    now: () => databaseNow(sql),

    claim: (limit: number): Promise<GiveUpClaim[]> =>
      claimGiveUps(sql, { serviceUrl, limit, leaseSeconds: LEASE_SECONDS }),

    /** The order is out of question: paid, cancelled, somebody else's matter, or there is none. */
    settleMatter: (claim: GiveUpClaim) => rescheduleGiveUp(sql, claim, null),

    lookAgainAt: (claim: GiveUpClaim, at: Date) => rescheduleGiveUp(sql, claim, at),

    /** An order is being placed that awaits the payment of this collection. */
    remindOf: async (paymentCollectionId: string): Promise<void> => {
      if (cancelAfterMinutes === null) return
      await remindOfUnpaid(sql, { paymentCollectionId, minutes: cancelAfterMinutes })
    },
  }
}
