import { z } from "zod"
import type { CashDeskKey } from "../cash-desks/cash-desk"
import { BookedQueries } from "./booked"
import type { Invoice } from "./invoice"
import {
  batchOfInvoices,
  facetsOfInvoices,
  listInvoices,
  type Cursor,
  type InvoiceSort,
  type ListedInvoices,
} from "./list"
import type { InvoiceFilter } from "./filter"
import { paymentsPerDay, type SumOfPayments } from "./payments-per-day"
import { moneyOf, type InvoiceMoney } from "./standing"
import { readRows, rowsOf, type Page, type Sql } from "../database"

/** Invoices of one batch of a long list. */
const BATCH = 1_000

const historyLineSchema = z.object({
  from: z.string(),
  to: z.string(),
  reason: z.string().optional(),
  /** The user, or secret API key, that did it; undefined where it happened by itself. */
  actorId: z.string().optional(),
  note: z.string().optional(),
  at: z.date(),
})

/** One line of an invoice's history. */
export type HistoryLine = z.infer<typeof historyLineSchema>

const deliverySchema = z
  .object({
    id: z.string(),
    at: z.date(),
    /** Whether the address carried the invoice's own token. */
    tokenMatched: z.boolean(),
    bodyBase64: z.string(),
  })
  .transform(({ bodyBase64, ...delivery }) => ({
    ...delivery,
    body: Buffer.from(bodyBase64, "base64"),
  }))

/** A webhook about an invoice, as it came. It was never evidence. */
export type KeptDelivery = z.infer<typeof deliverySchema>

/** The ledger as a merchant reads it: lists of the configured service's invoices, and one in detail. */
export class InvoiceQueries {
  readonly #sql: Sql
  readonly #serviceUrl: string

  constructor({ sql, serviceUrl }: { sql: Sql; serviceUrl: string }) {
    this.#sql = sql
    this.#serviceUrl = serviceUrl
  }

  /** One page of the invoices that fit, and how many there are of them. */
  async list(filter: InvoiceFilter, order: InvoiceSort, page: Page): Promise<ListedInvoices> {
    return listInvoices(this.#sql, { serviceUrl: this.#serviceUrl, filter }, order, page)
  }

  /** All invoices that fit, batch by batch: they are never all in memory at once. */
  async *batches(filter: InvoiceFilter, order: InvoiceSort): AsyncGenerator<Invoice[]> {
    const selection = { serviceUrl: this.#serviceUrl, filter }
    let after: Cursor | undefined
    do {
      const batch = await batchOfInvoices(this.#sql, selection, order, { limit: BATCH, after })
      yield batch.invoices
      after = batch.next
    } while (after)
  }

  /** What has become of the money of some invoices, by their ids. */
  async moneyOf(invoices: readonly Invoice[]): Promise<ReadonlyMap<string, InvoiceMoney>> {
    return moneyOf(
      this.#sql,
      invoices.map(({ id }) => id)
    )
  }

  /** The cash desks and payment systems that there are invoices of. */
  async facets(): Promise<{ cashDesks: string[]; paymentSystems: string[] }> {
    return facetsOfInvoices(this.#sql, this.#serviceUrl)
  }

  /** Confirmed payments by day in Toshkent; see {@link paymentsPerDay}. */
  async paymentsPerDay(
    cashDesk: string,
    range: { from: string; to: string }
  ): Promise<SumOfPayments[]> {
    return paymentsPerDay(this.#sql, { serviceUrl: this.#serviceUrl, cashDesk, ...range })
  }

  /** An invoice's history, the latest last. */
  async transitionsOf(invoiceId: string): Promise<HistoryLine[]> {
    return readRows(
      this.#sql,
      `SELECT from_state AS "from", to_state AS "to", reason, actor_id, note, created_at AS at
         FROM checkout_uz_invoice_transition
        WHERE invoice_id = :invoiceId AND deleted_at IS NULL ORDER BY created_at, id`,
      { invoiceId },
      historyLineSchema
    )
  }

  /** The webhooks that are kept of an invoice, the latest last. */
  async deliveriesOf(invoiceId: string): Promise<KeptDelivery[]> {
    return readRows(
      this.#sql,
      `SELECT id, created_at AS at, token_matched, body_base64 FROM checkout_uz_webhook_delivery
        WHERE invoice_id = :invoiceId AND deleted_at IS NULL ORDER BY created_at, id`,
      { invoiceId },
      deliverySchema
    )
  }

  /** Whether there is any invoice of a cash desk, which may have left the configuration. */
  async hasInvoicesOf(cashDesk: string): Promise<boolean> {
    return (
      (
        await rowsOf(
          this.#sql,
          `SELECT 1 FROM checkout_uz_invoice
            WHERE deleted_at IS NULL AND service_url = :serviceUrl AND cash_desk = :cashDesk LIMIT 1`,
          this.#desk(cashDesk)
        )
      ).length > 0
    )
  }

  /** The invoices that a desk's history at the service is compared with. */
  booked(cashDesk: string): BookedQueries {
    return new BookedQueries(this.#sql, this.#desk(cashDesk))
  }

  #desk(cashDesk: string): CashDeskKey {
    return { serviceUrl: this.#serviceUrl, cashDesk }
  }
}
