import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Invoice } from "./invoice"
import {
  claimCompletion,
  postponeAttempt,
  recordBlocker,
  SECONDS_BETWEEN_COMPLETIONS,
  type BlockedAttempt,
} from "./blocking"
import { lockSpentBy } from "./repository"
import { transitionInvoice } from "./transitions"
import { readOwner, recordPlacedOrder, recordUnpaidOrder, type OwnerRecord } from "./owner"
import { spend, unspend, type SpendOutcome, type SpendRequest } from "./spend"

/** What confirmed money stands for. */
export type Spending = ReturnType<typeof openSpending>

/** Rolls a transaction back whose outcome changed nothing. */
class Unchanged extends Error {
  constructor(readonly outcome: SpendOutcome) {
    super("Nothing was spent.")
  }
}

export function openSpending({ sql, warn }: { sql: Knex; warn: (message: string) => void }) {
  return {
    /** What the ledger knows of an owner; read it before Medusa is read for a spend. */
    owner: (ownerId: string): Promise<OwnerRecord> => readOwner(sql, ownerId),

    /** Makes a paid invoice stand as a session's payment; see {@link spend}. */
    spend: async (request: SpendRequest): Promise<SpendOutcome> => {
      try {
        return await sql.transaction(async (on) => {
          const outcome = await spend(on, request)
          if (outcome.kind !== "spent") throw new Unchanged(outcome)
          return outcome
        })
      } catch (error) {
        if (error instanceof Unchanged) return error.outcome
        throw error
      }
    },

    /**
     * Medusa rolled a completion back: the session's money is paid and unspent again.
     *
     * @returns the invoice that became free, or undefined when the session had spent none
     */
    release: (sessionId: string): Promise<Invoice | undefined> =>
      sql.transaction(async (on) => {
        // Locked: settled between this look and the move, the roll-back would be lost.
        const spent = await lockSpentBy(on, sessionId)
        if (spent?.state === "settled") {
          return transitionInvoice(on, {
            id: spent.id,
            to: "paid",
            from: ["settled"],
            spentBy: sessionId,
          })
        }
        return unspend(on, sessionId)
      }),

    /** Records that a captured Medusa payment stands on the invoice's money. */
    settle: (invoiceId: string, sessionId: string): Promise<Invoice | undefined> =>
      transitionInvoice(sql, { id: invoiceId, to: "settled", spentBy: sessionId }),

    /** Notes what got in the way of paid money; see {@link recordBlocker}. */
    block: async (attempt: BlockedAttempt): Promise<Invoice | undefined> => {
      const blocked = await recordBlocker(sql, attempt)
      if (blocked) warn(attempt.message)
      return blocked
    },

    /** Puts off an attempt that was not made. */
    postpone: (id: string, seconds: number) => postponeAttempt(sql, { id, seconds }),

    /** Takes one of the attempts to complete a cart, or waits; see {@link claimCompletion}. */
    claimCompletion: async (id: string, { always }: { always: boolean }): Promise<boolean> => {
      if (await claimCompletion(sql, { id, always })) return true
      await postponeAttempt(sql, { id, seconds: SECONDS_BETWEEN_COMPLETIONS })
      return false
    },

    /** An order is being placed to be paid later. */
    noteUnpaidOrder: (ownerId: string, orderId: string) =>
      recordUnpaidOrder(sql, { ownerId, orderId }),

    /** An order's `order.placed` was heard, or is emitted once more. True for the first to say so. */
    notePlacedOrder: (ownerId: string, orderId: string) =>
      recordPlacedOrder(sql, { ownerId, orderId }),
  }
}
