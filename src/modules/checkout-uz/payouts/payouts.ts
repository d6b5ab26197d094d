import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import { invoiceNumberSchema, uzsSchema, type Uzs } from "../../../client"
import { newAlertId } from "../alerts/repository"
import type { Invoice } from "../invoices/invoice"
import { transitionInvoice, type Audit } from "../invoices/transitions"
import { countOf, rawAmount, readRows, rowsOf, type Listed, type Page, type Sql } from "../database"

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
  invoiceNumber: invoiceNumberSchema,
  paymentSystem: z.string().optional(),
  paymentCollectionId: z.string(),
})

/** Money the merchant sends back by hand, with the invoice it came by. */
export type Payout = z.infer<typeof payoutSchema>

type Refund = { invoiceId: string; refundId: string; amount: Uzs; currencyCode: string }

const PAYOUT = `SELECT p.*, i.number AS invoice_number, i.payment_system,
    i.payment_collection_id
  FROM checkout_uz_payout p JOIN checkout_uz_invoice i ON i.id = p.invoice_id`
const OPEN = "p.completed_at IS NULL AND p.deleted_at IS NULL"

/** What the customer has paid into an invoice. */
const PAID = "COALESCE(i.paid_amount, i.invoice_amount)"

/** What is on the list of an invoice already, and whether this refund is. */
const LISTED = `listed AS (
  SELECT COALESCE(sum(amount), 0) AS total,
         COALESCE(bool_or(refund_id = CAST(:refundId AS text)), false) AS this_one
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

  /** Every pay-out of an invoice's money, sent or not, the oldest first. */
  async of(invoiceId: string): Promise<Payout[]> {
    return readRows(
      this.#sql,
      `${PAYOUT} WHERE p.invoice_id = :invoiceId AND p.deleted_at IS NULL ORDER BY p.created_at, p.id`,
      { invoiceId },
      payoutSchema
    )
  }

  async find(id: string): Promise<Payout | undefined> {
    const statement = `${PAYOUT} WHERE p.id = :id AND p.deleted_at IS NULL`
    const [payout] = await readRows(this.#sql, statement, { id }, payoutSchema)
    return payout
  }

  /** Ticks a pay-out off that was sent. The first to do so is the one who did. */
  async complete(id: string, { actorId, note }: Audit): Promise<void> {
    await rowsOf(
      this.#sql,
      `UPDATE checkout_uz_payout
          SET completed_at = now(), completed_by = :actorId, note = :note, updated_at = now()
        WHERE id = :id AND completed_at IS NULL AND deleted_at IS NULL`,
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
   * Puts a refund of Medusa's on the list, with an alert. Where the payment is given back as a whole,
   * that is all the customer has paid: Medusa's amount may be a fraction of a som less.
   *
   * INVARIANT: one refund is one pay-out, however often it is noticed, and the pay-outs of an invoice
   * never come to more than what was paid.
   *
   * @returns false where it would be more
   */
  async addRefund(refund: Refund): Promise<boolean> {
    return this.#sql.transaction(async (on) => {
      // Locked, so that two refunds at once do not each find room for themselves.
      const { invoiceId } = refund
      await rowsOf(on, "SELECT id FROM checkout_uz_invoice WHERE id = :invoiceId FOR UPDATE", {
        invoiceId,
      })
      return insertRefundPayout(on, refund)
    })
  }

  /**
   * Ends an invoice whose paid money is not booked, and puts the money on the list.
   *
   * INVARIANT: the invoice ends before any money leaves, and only as it was seen: money that was
   * spent or settled meanwhile stays as it is.
   *
   * @returns undefined where that happened
   */
  async returnMoney(
    { id, spentBySession }: Pick<Invoice, "id" | "spentBySession">,
    audit: Audit
  ): Promise<Invoice | undefined> {
    return this.#sql.transaction(async (on) => {
      const spentBy = spentBySession ?? null
      const returned = await transitionInvoice(on, { id, to: "returned", spentBy, audit })
      if (returned) await insertReturnPayout(on, id)
      return returned
    })
  }
}

async function insertRefundPayout(sql: Sql, refund: Refund): Promise<boolean> {
  const rows = await rowsOf(
    sql,
    `WITH ${LISTED}, made AS (
       INSERT INTO checkout_uz_payout (id, invoice_id, refund_id, amount, raw_amount, currency_code)
       SELECT :id, due.id, :refundId, due.amount, ${rawAmount("due.amount")}, :currencyCode
         FROM (
           SELECT i.id, i.state,
                  CASE WHEN listed.total + CAST(:amount AS numeric) >= i.session_amount
                       THEN ${PAID} - listed.total
                       ELSE LEAST(CAST(:amount AS numeric), ${PAID} - listed.total) END AS amount,
                  listed.total + CAST(:amount AS numeric) <= GREATEST(i.session_amount, ${PAID}) AS fits
             FROM checkout_uz_invoice i, listed
            WHERE i.id = :invoiceId AND NOT listed.this_one
         ) due
        WHERE due.fits AND due.amount > 0 AND due.state <> 'returned'
       RETURNING id
     ), alert AS (
       INSERT INTO checkout_uz_alert (id, kind, occasion, cash_desk, invoice_id, reason)
       SELECT :alertId, 'payout_due', 'payout:' || made.id, i.cash_desk, i.id, made.id
         FROM made, checkout_uz_invoice i WHERE i.id = :invoiceId
     )
     SELECT 1 FROM made
      UNION ALL SELECT 1 FROM listed WHERE listed.this_one
      -- What is returned as a whole is on the list already.
      UNION ALL SELECT 1 FROM checkout_uz_invoice WHERE id = :invoiceId AND state = 'returned'`,
    { id: generateEntityId(undefined, "cupay"), alertId: newAlertId(), ...refund }
  )
  return rows.length > 0
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
      refundId: "",
    }
  )
}
