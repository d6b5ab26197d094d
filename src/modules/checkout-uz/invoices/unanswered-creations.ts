import type { CashDeskKey } from "../cash-desks/cash-desk"
import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import { invoiceNumberSchema, uzsSchema, type InvoiceNumber, type Uzs } from "../../../client"
import { newAlertId } from "../alerts/repository"
import { countOf, type Listed, type Page, rowsOf, type Sql } from "../database"

/** An invoice the service was asked to make and did not answer about: it may exist there. */
export type UnansweredCreation = {
  id: string
  cashDesk: string
  paymentCollectionId: string
  cartId: string | undefined
  orderId: string | undefined
  /** What was asked for, in UZS. */
  invoiceAmount: Uzs
  requestedAt: Date
  /** Invoices over this amount that the history has and nobody here recorded. */
  candidates: InvoiceNumber[]
  /** The one of them that is paid, as the history says. */
  paidCandidate: InvoiceNumber | undefined
}

const creationSchema = z
  .object({
    id: z.string(),
    cash_desk: z.string(),
    payment_collection_id: z.string(),
    cart_id: z.string().nullable(),
    order_id: z.string().nullable(),
    invoice_amount: uzsSchema,
    created_at: z.date(),
    candidates: z.array(invoiceNumberSchema),
    paid_candidate: invoiceNumberSchema.nullable(),
  })
  .transform((row): UnansweredCreation => ({
    id: row.id,
    cashDesk: row.cash_desk,
    paymentCollectionId: row.payment_collection_id,
    cartId: row.cart_id ?? undefined,
    orderId: row.order_id ?? undefined,
    invoiceAmount: row.invoice_amount,
    requestedAt: row.created_at,
    candidates: row.candidates,
    paidCandidate: row.paid_candidate ?? undefined,
  }))

/** What has not been dismissed, and as long as such an invoice can be expected to be paid. */
const OPEN = `dismissed_at IS NULL AND deleted_at IS NULL
  AND (paid_candidate IS NOT NULL OR created_at > now() - interval '7 days')`

/** Remembers that the service was asked for an invoice and nobody knows whether it made one. */
export async function insertUnanswered(
  sql: Sql,
  creation: CashDeskKey & {
    paymentCollectionId: string
    cartId: string | undefined
    orderId: string | undefined
    invoiceAmount: Uzs
  }
): Promise<void> {
  await rowsOf(
    sql,
    `INSERT INTO checkout_uz_unanswered_creation
            (id, service_url, cash_desk, payment_collection_id, cart_id, order_id,
             invoice_amount, raw_invoice_amount)
     VALUES (:id, :serviceUrl, :cashDesk, :paymentCollectionId, :cartId, :orderId,
             CAST(:invoiceAmount AS numeric),
             jsonb_build_object('value', CAST(:invoiceAmount AS text), 'precision', 20))`,
    {
      ...creation,
      id: generateEntityId(undefined, "cuask"),
      cartId: creation.cartId ?? null,
      orderId: creation.orderId ?? null,
    }
  )
}

export async function listUnanswered(sql: Sql, page: Page): Promise<Listed<UnansweredCreation>> {
  const open = `FROM checkout_uz_unanswered_creation WHERE ${OPEN}`
  const rows = await rowsOf(
    sql,
    `SELECT * ${open} ORDER BY created_at DESC, id LIMIT :limit OFFSET :offset`,
    page
  )
  return { rows: z.array(creationSchema).parse(rows), count: await countOf(sql, open) }
}

/** Takes one off the list: a merchant has looked into it. False where there is none. */
export async function dismissUnanswered(
  sql: Sql,
  { id, actorId }: { id: string; actorId: string }
): Promise<boolean> {
  const rows = await rowsOf(
    sql,
    `UPDATE checkout_uz_unanswered_creation
        SET dismissed_at = COALESCE(dismissed_at, now()),
            dismissed_by = COALESCE(dismissed_by, :actorId), updated_at = now()
      WHERE id = :id AND deleted_at IS NULL RETURNING id`,
    { id, actorId }
  )
  return rows.length > 0
}

/** One entry of a cash desk's history, as far as it is compared. */
export type HistoryEntry = { number: InvoiceNumber; amount: Uzs; paid: boolean }

/**
 * Holds a history against the creations of a desk nobody answered about: an invoice over the same
 * amount that is not recorded here may be the one. A paid one is told to the merchant.
 */
export async function compareUnanswered(
  sql: Sql,
  { entries, ...desk }: CashDeskKey & { entries: readonly HistoryEntry[] }
): Promise<void> {
  await rowsOf(
    sql,
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

/** Whether there is anything to hold a desk's history against. */
export async function hasUnanswered(sql: Sql, desk: CashDeskKey): Promise<boolean> {
  const rows = await rowsOf(
    sql,
    `SELECT 1 FROM checkout_uz_unanswered_creation
      WHERE service_url = :serviceUrl AND cash_desk = :cashDesk AND ${OPEN} LIMIT 1`,
    desk
  )
  return rows.length > 0
}
