import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { INVOICE_COLUMNS, invoiceSchema, type Invoice } from "./invoice"
import {
  claimCompletion,
  postponeAttempt,
  postponeHolding,
  recordBlocker,
  SECONDS_BETWEEN_COMPLETIONS,
  type BlockedAttempt,
} from "./blocking"
import { makeWaitingMoneyDue } from "./due"
import { lockSpentBy } from "./repository"
import { isConfirmed, PART_PAID } from "./states"
import { transitionInvoice } from "./transitions"
import { spend, unspend, type SpendOutcome, type SpendRequest } from "./spend"
import { readPlannedRows, rowsOf, rowsOfPlanned } from "../database"

const ownerSchema = z.object({
  version: z.number().default(0),
  /** The order that was placed to be paid later. */
  unpaidOrderId: z.string().optional(),
  /** The order whose `order.placed` was heard. */
  placedOrderId: z.string().optional(),
})

/** What the ledger knows of an owner; see `../models/owner`. */
export type OwnerRecord = z.infer<typeof ownerSchema>
/** Of an owner that nothing was ever spent on. */
export const NO_RECORD: OwnerRecord = { version: 0 }

/** Rolls a transaction back whose outcome changed nothing. */
class Unchanged extends Error {
  constructor(readonly outcome: SpendOutcome) {
    super("Nothing was spent.")
  }
}

/** What becomes of confirmed money. */
export class Spending {
  readonly #sql: Knex
  readonly #warn: (message: string) => void

  constructor({ sql, warn }: { sql: Knex; warn: (message: string) => void }) {
    this.#sql = sql
    this.#warn = warn
  }

  /** What the ledger knows of an owner; read it before Medusa is read for a spend. */
  async owner(ownerId: string): Promise<OwnerRecord> {
    const [owner] = await readPlannedRows(
      this.#sql,
      "SELECT version, unpaid_order_id, placed_order_id FROM checkout_uz_owner WHERE id = :ownerId",
      { ownerId },
      ownerSchema
    )
    return owner ?? NO_RECORD
  }

  /**
   * Every invoice ever made for a payment collection, the oldest first, and what the ledger knows of whom the
   * oldest is for; read it before Medusa is read for a spend.
   */
  async ofCollection(
    collectionId: string
  ): Promise<{ invoices: Invoice[]; ownerId: string | undefined; owner: OwnerRecord }> {
    const rows = await readPlannedRows(
      this.#sql,
      `SELECT ${INVOICE_COLUMNS}, o.version, o.unpaid_order_id, o.placed_order_id
         FROM checkout_uz_invoice i LEFT JOIN checkout_uz_owner o ON o.id = i.owner_id
        WHERE i.deleted_at IS NULL AND i.payment_collection_id = :collectionId
        ORDER BY i.created_at, i.id`,
      { collectionId },
      z.unknown()
    )
    const invoices = rows.map((row) => invoiceSchema.parse(row))
    return {
      invoices,
      ownerId: invoices[0]?.ownerId,
      owner: ownerSchema.parse(rows[0] ?? NO_RECORD),
    }
  }

  /** Marks a paid invoice as a session's; see {@link spend}. */
  async spend(request: SpendRequest): Promise<SpendOutcome> {
    try {
      return await this.#sql.transaction(async (on) => {
        const outcome = await spend(on, request)
        if (outcome.kind !== "spent") throw new Unchanged(outcome)
        return outcome
      })
    } catch (error) {
      if (error instanceof Unchanged) return error.outcome
      throw error
    }
  }

  /**
   * Medusa rolled a completion back: the session's money, all of its parts, is paid and unspent again.
   *
   * @returns the invoices that became free; none when the session had spent none
   */
  async release(sessionId: string): Promise<Invoice[]> {
    return this.#sql.transaction(async (on) => {
      // Locked: settled between this read and the transition, the roll-back would be lost.
      const spent = await lockSpentBy(on, sessionId)
      const freed: Invoice[] = []
      for (const { id, state } of spent) {
        if (state !== "settled") continue
        const back = { id, to: "paid", from: ["settled"], spentBy: sessionId } as const
        const invoice = await transitionInvoice(on, back)
        if (invoice) freed.push(invoice)
      }
      return [...freed, ...(await unspend(on, sessionId))]
    })
  }

  /**
   * Records that a captured Medusa payment is booked with a session's money.
   *
   * INVARIANT: the parts of a payment are settled together, or none of them is.
   *
   * @returns the invoice that is asked about; undefined where it is no paid money of the session's any more
   */
  async settle(invoiceId: string, sessionId: string): Promise<Invoice | undefined> {
    const settled = await this.#sql.transaction(async (on) => {
      const spent = await lockSpentBy(on, sessionId)
      if (!spent.every(isConfirmed)) return undefined
      let asked: Invoice | undefined
      for (const { id } of spent) {
        const now = await transitionInvoice(on, { id, to: "settled", spentBy: sessionId })
        if (id === invoiceId) asked = now
      }
      return asked
    })
    if (settled?.ownerId !== undefined) await makeWaitingMoneyDue(this.#sql, settled.ownerId)
    return settled
  }

  /**
   * Records why paid money is not booked; see {@link recordBlocker}.
   *
   * @param otherParts ids of other parts of its payment, which wait for the same reason
   */
  async block(
    attempt: BlockedAttempt,
    otherParts: readonly string[] = []
  ): Promise<Invoice | undefined> {
    const blocked = await recordBlocker(this.#sql, attempt)
    for (const id of otherParts) await recordBlocker(this.#sql, { ...attempt, id, isTried: false })
    if (blocked && attempt.reason !== PART_PAID) this.#warn(attempt.message)
    return blocked
  }

  /** Gives the other parts of a payment more time before the merchant has to see it; see `heldFrom`. */
  async waitForParts(ids: readonly string[], hours: number): Promise<void> {
    await postponeHolding(this.#sql, { ids, hours })
  }

  /** Puts off an attempt that was not made. */
  async postpone(id: string, seconds: number): Promise<void> {
    await postponeAttempt(this.#sql, { id, seconds })
  }

  /** Takes one of the attempts to complete a cart, or waits; see {@link claimCompletion}. */
  async claimCompletion(id: string, { always }: { always: boolean }): Promise<boolean> {
    if (await claimCompletion(this.#sql, { id, always })) return true
    await this.postpone(id, SECONDS_BETWEEN_COMPLETIONS)
    return false
  }

  /** Records the order that is being placed to be paid later. */
  async noteUnpaidOrder(ownerId: string, orderId: string): Promise<void> {
    await rowsOf(
      this.#sql,
      `INSERT INTO checkout_uz_owner (id, unpaid_order_id) VALUES (:ownerId, :orderId)
       ON CONFLICT (id) DO UPDATE SET unpaid_order_id = EXCLUDED.unpaid_order_id, updated_at = now()`,
      { ownerId, orderId }
    )
  }

  /** Records that an order's `order.placed` was heard, or emitted. True for the first to do so. */
  async notePlacedOrder(ownerId: string, orderId: string): Promise<boolean> {
    const rows = await rowsOfPlanned(
      this.#sql,
      `INSERT INTO checkout_uz_owner (id, placed_order_id) VALUES (:ownerId, :orderId)
       ON CONFLICT (id) DO UPDATE SET placed_order_id = EXCLUDED.placed_order_id, updated_at = now()
          WHERE checkout_uz_owner.placed_order_id IS DISTINCT FROM EXCLUDED.placed_order_id
       RETURNING id`,
      { ownerId, orderId }
    )
    return rows.length > 0
  }
}
