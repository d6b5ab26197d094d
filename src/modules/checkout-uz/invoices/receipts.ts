import { z } from "zod"
import { jsonText, readRows, rowsOf, type Sql } from "../database"

/** Fiscal receipts that the service has given: it need not be asked about them again. */
export class Receipts {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** What was kept of an invoice's receipt; undefined where nothing was. */
  async of(invoiceId: string): Promise<unknown> {
    const rows = await readRows(
      this.#sql,
      `SELECT receipt FROM checkout_uz_invoice
        WHERE id = :invoiceId AND receipt IS NOT NULL AND deleted_at IS NULL`,
      { invoiceId },
      z.object({ receipt: z.unknown() })
    )
    return rows.at(0)?.receipt
  }

  /** Keeps an invoice's receipt, which was read for the first time. It changes nothing else. */
  async keep(invoiceId: string, receipt: readonly unknown[]): Promise<void> {
    await rowsOf(
      this.#sql,
      `UPDATE checkout_uz_invoice SET receipt = CAST(:receipt AS jsonb)
        WHERE id = :invoiceId AND receipt IS NULL AND deleted_at IS NULL`,
      { invoiceId, receipt: jsonText(receipt) }
    )
  }
}
