import type { CheckoutUzClient, InvoiceNumber } from "../../../client"
import type { Sql } from "../database"

/** A cash desk as the key in force reaches it. */
export type Connection = {
  client: CheckoutUzClient
  keyFingerprint: string
  /**
   * Stores the key for the invoices made with it, so that it outlives being in force; undefined where the store
   * has no encryption key. Call it inside the transaction that records the invoice.
   */
  keepKey: ((transaction: Sql) => Promise<void>) | undefined
}

/** What must be known of an invoice to request something about it. */
export type RequestedInvoice = { cashDesk: string; keyFingerprint: string; number: InvoiceNumber }
