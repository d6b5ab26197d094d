import { rowsOf, type Bindings, type Sql } from "../database"
import { parseInvoiceRows, type Invoice } from "./invoice"

/** Runs one statement whose rows are invoices, with the columns of `INVOICE_COLUMNS`. */
export async function invoicesOf(
  sql: Sql,
  statement: string,
  bindings: Bindings
): Promise<Invoice[]> {
  return parseInvoiceRows(await rowsOf(sql, statement, bindings))
}
