import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Invoice } from "./invoice"
import { isSpendable, type HoldReason } from "./invoice-state"
import { findById, lockSpentBy } from "./store/find"
import { moveInvoice } from "./store/move"
import { spend, unspend, type SpendOutcome, type SpendRequest } from "./store/spend"

/** What confirmed money stands for. */
export type Spending = ReturnType<typeof openSpending>

export function openSpending({ sql, warn }: { sql: Knex; warn: (message: string) => void }) {
  type Hold = {
    id: string
    to: "held"
    holdReason: HoldReason
    seenSpender: string | null
  }

  /** What was waiting to heal and can no longer is held for what it has become. */
  async function holdFor(move: Hold): Promise<Invoice | undefined> {
    if (isSpendable("held", move.holdReason)) return undefined
    const now = await findById(sql, move.id)
    if (now?.state !== "held" || !isSpendable(now.state, now.holdReason)) return undefined
    return moveInvoice(sql, {
      ...move,
      from: ["held"],
      ...(now.holdReason === undefined ? {} : { heldFor: now.holdReason }),
    })
  }

  return {
    /** Makes a paid invoice stand as a session's payment; see {@link spend}. */
    spend: (request: SpendRequest): Promise<SpendOutcome> =>
      sql.transaction((on) => spend(on, request)),

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
          return moveInvoice(on, {
            id: spent.id,
            to: "paid",
            from: ["settled"],
            spentBy: sessionId,
            unspend: true,
          })
        }
        return unspend(on, sessionId)
      }),

    /** Records that a captured Medusa payment stands on the invoice's money. */
    settle: (invoiceId: string, sessionId: string): Promise<Invoice | undefined> =>
      moveInvoice(sql, { id: invoiceId, to: "settled", spentBy: sessionId }),

    /** Puts confirmed money aside for the merchant, with the reason. */
    hold: async (
      { id, spentBySession }: Pick<Invoice, "id" | "spentBySession">,
      reason: HoldReason
    ): Promise<Invoice | undefined> => {
      // Decided on what was seen: money that was spent meanwhile is not put aside.
      const move: Hold = {
        id,
        to: "held",
        holdReason: reason,
        seenSpender: spentBySession ?? null,
      }
      const held = (await moveInvoice(sql, { ...move, from: ["paid"] })) ?? (await holdFor(move))
      if (held) {
        warn(
          `Invoice ${held.number} of cash desk "${held.cashDesk}" (${held.invoiceAmount} UZS) is paid and held: ${reason}.`
        )
      }
      return held
    },
  }
}
