import type { CashDeskKey } from "../cash-desks/cash-desk"
import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import { invoiceNumberSchema, uzsSchema, type InvoiceNumber, type Uzs } from "../../../client"
import { newAlertId } from "../alerts/repository"
import { countOf, rawAmount, readRows, rowsOf, type Listed, type Page, type Sql } from "../database"

const creationSchema = z.object({
  id: z.string(),
  cashDesk: z.string(),
  paymentCollectionId: z.string(),
  cartId: z.string().optional(),
  orderId: z.string().optional(),
  /** What was requested, in UZS. */
  invoiceAmount: uzsSchema,
  requestedAt: z.date(),
  /** Invoices over this amount that the history has and nobody here recorded. */
  candidates: z.array(invoiceNumberSchema),
  /** The one of them that is paid, as the history says. */
  paidCandidate: invoiceNumberSchema.optional(),
})

/** An invoice that was requested and got no answer: it may exist at the service. */
export type UnansweredCreation = z.infer<typeof creationSchema>

/** What was requested. */
type NewCreation = CashDeskKey &
  Pick<UnansweredCreation, "paymentCollectionId" | "invoiceAmount"> & {
    cartId: string | undefined
    orderId: string | undefined
  }

/** One entry of a cash desk's history, as far as it is compared. */
type HistoryEntry = { number: InvoiceNumber; amount: Uzs; paid: boolean }

/** What has not been dismissed, as long as such an invoice can be expected to be paid. */
const OPEN = `dismissed_at IS NULL AND deleted_at IS NULL
  AND (paid_candidate IS NOT NULL OR created_at > now() - interval '7 days')`

/** Invoices that may exist at the service and are not recorded here. */
export class UnansweredCreations {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Records that an invoice was requested and nobody knows whether, or under which number, it was made. */
  async add(creation: NewCreation): Promise<void> {
    await rowsOf(
      this.#sql,
      `INSERT INTO checkout_uz_unanswered_creation
              (id, service_url, cash_desk, payment_collection_id, cart_id, order_id,
               invoice_amount, raw_invoice_amount)
       VALUES (:id, :serviceUrl, :cashDesk, :paymentCollectionId, :cartId, :orderId,
               CAST(:invoiceAmount AS numeric), ${rawAmount(":invoiceAmount")})`,
      {
        serviceUrl: creation.serviceUrl,
        cashDesk: creation.cashDesk,
        paymentCollectionId: creation.paymentCollectionId,
        invoiceAmount: creation.invoiceAmount,
        id: generateEntityId(undefined, "cuask"),
        cartId: creation.cartId ?? null,
        orderId: creation.orderId ?? null,
      }
    )
  }

  /** What is open, the latest first. */
  async list(page: Page): Promise<Listed<UnansweredCreation>> {
    const open = `FROM checkout_uz_unanswered_creation WHERE ${OPEN}`
    const rows = await readRows(
      this.#sql,
      `SELECT *, created_at AS requested_at ${open} ORDER BY created_at DESC, id LIMIT :limit OFFSET :offset`,
      page,
      creationSchema
    )
    return { rows, count: await countOf(this.#sql, open) }
  }

  /** How many are paid at the service, as the history says: of the others there is nothing to do yet. */
  async countPaid(): Promise<number> {
    const paid = `FROM checkout_uz_unanswered_creation WHERE ${OPEN} AND paid_candidate IS NOT NULL`
    return countOf(this.#sql, paid)
  }

  /** Takes one off the list: a merchant has looked into it. False where there is none. */
  async dismiss(id: string, actorId: string): Promise<boolean> {
    const rows = await rowsOf(
      this.#sql,
      `UPDATE checkout_uz_unanswered_creation
          SET dismissed_at = COALESCE(dismissed_at, now()),
              dismissed_by = COALESCE(dismissed_by, :actorId), updated_at = now()
        WHERE id = :id AND deleted_at IS NULL RETURNING id`,
      { id, actorId }
    )
    return rows.length > 0
  }

  /** Whether a cash desk's history could name one of them. */
  async hasAny(desk: CashDeskKey): Promise<boolean> {
    const rows = await rowsOf(
      this.#sql,
      `SELECT 1 FROM checkout_uz_unanswered_creation
        WHERE service_url = :serviceUrl AND cash_desk = :cashDesk AND ${OPEN} LIMIT 1`,
      desk
    )
    return rows.length > 0
  }

  /**
   * Compares a cash desk's history with them: an invoice over the same amount that is not recorded here
   * may be the one. Of a paid one the merchant is notified.
   */
  async compare(desk: CashDeskKey, entries: readonly HistoryEntry[]): Promise<void> {
    await rowsOf(
      this.#sql,
      `WITH entry AS (
         SELECT e.number, CAST(e.amount AS numeric) AS amount, e.paid = 'paid' AS paid
           FROM unnest(CAST(:numbers AS text[]), CAST(:amounts AS text[]), CAST(:paid AS text[]))
                AS e (number, amount, paid)
          WHERE NOT EXISTS (
            SELECT 1 FROM checkout_uz_invoice i
             WHERE i.service_url = :serviceUrl AND i.cash_desk = :cashDesk AND i.number = e.number
               AND i.deleted_at IS NULL
          )
       ), found AS (
         SELECT c.id, array_agg(e.number ORDER BY e.number) AS numbers,
                min(e.number) FILTER (WHERE e.paid) AS paid_number
           FROM checkout_uz_unanswered_creation c JOIN entry e ON e.amount = c.invoice_amount
          WHERE c.service_url = :serviceUrl AND c.cash_desk = :cashDesk AND ${OPEN}
          GROUP BY c.id
       ), noted AS (
         UPDATE checkout_uz_unanswered_creation c
            SET candidates = found.numbers,
                paid_candidate = COALESCE(c.paid_candidate, found.paid_number), updated_at = now()
           FROM found
          WHERE c.id = found.id
            AND (c.candidates, c.paid_candidate) IS DISTINCT FROM (found.numbers, found.paid_number)
         RETURNING c.id, c.cash_desk, c.paid_candidate, c.invoice_amount
       )
       INSERT INTO checkout_uz_alert (id, kind, occasion, cash_desk, reason)
       SELECT :alertId || noted.id, 'invoice_unrecorded', 'unrecorded:' || noted.id, noted.cash_desk,
              'Invoice ' || noted.paid_candidate || ' over ' || noted.invoice_amount ||
              ' UZS is paid, says the history, and is not recorded here: a request for such an invoice was not answered.'
         FROM noted WHERE noted.paid_candidate IS NOT NULL
       ON CONFLICT (occasion) WHERE deleted_at IS NULL DO NOTHING`,
      {
        ...desk,
        alertId: newAlertId(),
        numbers: entries.map(({ number }) => String(number)),
        amounts: entries.map(({ amount }) => amount),
        paid: entries.map(({ paid }) => (paid ? "paid" : "open")),
      }
    )
  }
}
