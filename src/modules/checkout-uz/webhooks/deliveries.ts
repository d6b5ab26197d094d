import { generateEntityId } from "@medusajs/framework/utils"
import { rowsOf, type Sql } from "../database"

/** Deliveries kept for one invoice: so many with its token, and so many without. */
const KEPT = 20

/** A webhook about one of our invoices, as it came. */
export type Delivery = {
  cashDesk: string
  invoiceId: string
  /** Whether the address carried the invoice's own token. */
  tokenMatched: boolean
  body: Buffer
}

/** The webhooks that came about our invoices. */
export class Deliveries {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /**
   * Keeps a webhook's raw bytes for the merchant's eyes. The service sends a few; a flood of forged
   * ones fills neither the disk nor the place of a true one.
   */
  async keep(delivery: Delivery): Promise<void> {
    await rowsOf(
      this.#sql,
      `INSERT INTO checkout_uz_webhook_delivery (id, cash_desk, invoice_id, token_matched, body_base64)
     SELECT :id, :cashDesk, :invoiceId, CAST(:tokenMatched AS boolean), :body
      WHERE (SELECT count(*) FROM checkout_uz_webhook_delivery
              WHERE invoice_id = :invoiceId AND token_matched = :tokenMatched
                AND deleted_at IS NULL) < :kept`,
      {
        id: generateEntityId(undefined, "cuhook"),
        cashDesk: delivery.cashDesk,
        invoiceId: delivery.invoiceId,
        tokenMatched: delivery.tokenMatched,
        body: delivery.body.toString("base64"),
        kept: KEPT,
      }
    )
  }
}
