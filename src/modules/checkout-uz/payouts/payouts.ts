import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import { invoiceNumberSchema, uzsSchema } from "../../../client"
import { newAlertId } from "../alerts/repository"
import type { Invoice } from "../invoices/invoice"
import { byId } from "../invoices/parts"
import { PAID } from "../invoices/standing"
import { transitionInvoice, type Audit } from "../invoices/transitions"
import { listRefund, type Refund } from "./refund"
import { countOf, rawAmount, readRows, rowsOf, type Listed, type Page, type Sql } from "../database"

const shareSchema = z.object({
  invoiceId: z.string(),
  invoiceNumber: invoiceNumberSchema,
  /** In UZS. */
  amount: uzsSchema,
  paymentSystem: z.string().nullable(),
})

const payoutSchema = z.object({
  id: z.string(),
  invoiceId: z.string(),
  /** The id of Medusa's refund; undefined where money that was not booked is returned. */
  refundId: z.string().optional(),
  /** What the customer gets, in UZS. */
  amount: uzsSchema,
  currencyCode: z.string(),
  createdAt: z.date(),
  /** When the merchant said that it was sent. */
  completedAt: z.date().optional(),
  completedBy: z.string().optional(),
  note: z.string().optional(),
  /** Of money that was not booked: who returned it, and why, in their own words. */
  returnedBy: z.string().optional(),
  returnNote: z.string().optional(),
  invoiceNumber: invoiceNumberSchema,
  paymentSystem: z.string().optional(),
  paymentCollectionId: z.string(),
  /** Whom its invoice was made for. */
  orderId: z.string().optional(),
  orderNumber: z.number().optional(),
  email: z.string().optional(),
  customerName: z.string().optional(),
  customerPhone: z.string().optional(),
  /** Where it is taken out of several parts of a payment: out of which, its own first. */
  shares: z.array(shareSchema),
})

/** Money the merchant sends back by hand, with the invoice it came by. */
export type Payout = z.infer<typeof payoutSchema>

/** A row `p` with its shares: what the customer gets is what they come to together. */
const PAYOUT = `SELECT p.*, all_of_it.amount, all_of_it.shares, i.number AS invoice_number,
    i.payment_system, i.payment_collection_id, i.order_id, i.order_number, i.email, i.customer_name,
    i.customer_phone, t.actor_id AS returned_by, t.note AS return_note
  FROM checkout_uz_payout p
  JOIN checkout_uz_invoice i ON i.id = p.invoice_id
  LEFT JOIN checkout_uz_invoice_transition t
    ON p.refund_id IS NULL AND t.invoice_id = p.invoice_id AND t.from_state = 'paid' AND t.to_state = 'returned'
  CROSS JOIN LATERAL (
    SELECT sum(s.amount) AS amount,
           jsonb_agg(jsonb_build_object('invoiceId', s.invoice_id, 'invoiceNumber', src.number,
             'amount', s.amount::text, 'paymentSystem', src.payment_system)
             ORDER BY s.amount DESC, s.share_of NULLS FIRST, s.id) AS shares
      FROM checkout_uz_payout s JOIN checkout_uz_invoice src ON src.id = s.invoice_id
     WHERE (s.id = p.id OR s.share_of = p.id) AND s.deleted_at IS NULL
  ) all_of_it`
const OPEN = "p.completed_at IS NULL AND p.share_of IS NULL AND p.deleted_at IS NULL"

/** What is on the list of an invoice already. */
const LISTED = `listed AS (
  SELECT COALESCE(sum(amount), 0) AS total
    FROM checkout_uz_payout WHERE invoice_id = :invoiceId AND deleted_at IS NULL
)`

/** The list of money that is sent back by hand. */
export class Payouts {
  readonly #sql: Knex

  constructor(sql: Knex) {
    this.#sql = sql
  }

  /** What still has to be sent back, the oldest first. */
  async listOpen(page: Page): Promise<Listed<Payout>> {
    const rows = await readRows(
      this.#sql,
      `${PAYOUT} WHERE ${OPEN} ORDER BY p.created_at, p.id LIMIT :limit OFFSET :offset`,
      page,
      payoutSchema
    )
    return { rows, count: await countOf(this.#sql, `FROM checkout_uz_payout p WHERE ${OPEN}`) }
  }

  /** Every pay-out that takes of an invoice's money, sent or not, the oldest first. */
  async of(invoiceId: string): Promise<Payout[]> {
    return readRows(
      this.#sql,
      `${PAYOUT} WHERE p.share_of IS NULL AND p.deleted_at IS NULL AND p.id IN (
         SELECT COALESCE(share_of, id) FROM checkout_uz_payout
          WHERE invoice_id = :invoiceId AND deleted_at IS NULL
       ) ORDER BY p.created_at, p.id`,
      { invoiceId },
      payoutSchema
    )
  }

  async find(id: string): Promise<Payout | undefined> {
    const statement = `${PAYOUT} WHERE p.id = :id AND p.deleted_at IS NULL`
    const [payout] = await readRows(this.#sql, statement, { id }, payoutSchema)
    return payout
  }

  /** Ticks a pay-out off, with all of its shares, that was sent. The first to do so is the one who did. */
  async complete(id: string, { actorId, note }: Audit): Promise<void> {
    await rowsOf(
      this.#sql,
      `UPDATE checkout_uz_payout
          SET completed_at = now(), completed_by = :actorId, note = :note, updated_at = now()
        WHERE (id = :id OR share_of = :id) AND completed_at IS NULL AND deleted_at IS NULL`,
      { id, actorId, note: note ?? null }
    )
  }

  /** Those of some refunds of Medusa that are on the list. */
  async listedRefunds(refundIds: readonly string[]): Promise<Set<string>> {
    if (refundIds.length === 0) return new Set()
    const rows = await readRows(
      this.#sql,
      "SELECT refund_id FROM checkout_uz_payout WHERE refund_id = ANY(:refundIds) AND deleted_at IS NULL",
      { refundIds },
      z.object({ refundId: z.string() })
    )
    return new Set(rows.map(({ refundId }) => refundId))
  }

  /**
   * Puts a refund of Medusa's on the list, with an alert; see {@link listRefund}.
   *
   * INVARIANT: one refund is one pay-out, however often it is noticed, and the pay-outs of an invoice
   * never come to more than what was paid.
   *
   * @returns false where it would be more
   */
  async addRefund(refund: Refund): Promise<boolean> {
    return this.#sql.transaction((on) => listRefund(on, refund))
  }

  /**
   * Ends invoices whose paid money is not booked, one or the parts of one payment, and puts the money on the
   * list: a pay-out for each, since each came through a payment system of its own.
   *
   * INVARIANT: the invoices end before any money leaves, all of them and only as they were seen: money that
   * was spent or settled meanwhile stays as it is.
   *
   * @param otherParts of the same payment, which go back with it
   * @returns undefined where that happened
   */
  async returnMoney(
    money: Returnable,
    audit: Audit,
    otherParts: readonly Returnable[] = []
  ): Promise<Invoice | undefined> {
    try {
      return await this.#sql.transaction(async (on) => {
        let returned: Invoice | undefined
        // By their ids, as several invoices are always locked.
        for (const part of [money, ...otherParts].sort(byId)) {
          const now = await returnOne(on, part, audit)
          if (part.id === money.id) returned = now
        }
        return returned
      })
    } catch (error) {
      if (error instanceof Meanwhile) return undefined
      throw error
    }
  }
}

/** An invoice as it was seen. */
type Returnable = Pick<Invoice, "id" | "spentBySession">

async function returnOne(
  on: Sql,
  { id, spentBySession }: Returnable,
  audit: Audit
): Promise<Invoice> {
  const returned = await transitionInvoice(on, {
    id,
    to: "returned",
    spentBy: spentBySession ?? null,
    audit,
  })
  if (!returned) throw new Meanwhile()
  await insertReturnPayout(on, id)
  return returned
}

/** Rolls a transaction back: an invoice is not as it was seen. */
class Meanwhile extends Error {
  constructor() {
    super("An invoice was spent or settled meanwhile.")
  }
}

/** Puts all of an invoice's money that is not on the list yet there. */
async function insertReturnPayout(sql: Sql, invoiceId: string): Promise<void> {
  await rowsOf(
    sql,
    `WITH ${LISTED}, made AS (
       INSERT INTO checkout_uz_payout (id, invoice_id, amount, raw_amount, currency_code)
       SELECT :id, due.id, due.amount, ${rawAmount("due.amount")}, due.currency_code
         FROM (
           SELECT i.id, i.currency_code, ${PAID} - listed.total AS amount
             FROM checkout_uz_invoice i, listed WHERE i.id = :invoiceId
         ) due
        WHERE due.amount > 0
       RETURNING id
     )
     INSERT INTO checkout_uz_alert (id, kind, occasion, cash_desk, invoice_id, reason)
     SELECT :alertId, 'payout_due', 'payout:' || made.id, i.cash_desk, i.id, made.id
       FROM made, checkout_uz_invoice i WHERE i.id = :invoiceId`,
    {
      id: generateEntityId(undefined, "cupay"),
      alertId: newAlertId(),
      invoiceId,
    }
  )
}
