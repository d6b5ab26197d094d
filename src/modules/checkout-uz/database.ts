import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { parseInvoiceRows, type Invoice } from "./invoices/invoice"
import { reasonOf } from "./reason"

/** A connection or a transaction on the store's PostgreSQL. */
export type Sql = Knex | Knex.Transaction

export type Bindings = Readonly<
  Record<string, string | number | boolean | Date | null | readonly string[]>
>

const resultSchema = z.object({ rows: z.array(z.unknown()) })

/** The database refused a statement, or could not be reached. It holds none of the statement's values. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError"
}

/**
 * Runs one statement with `:name` bindings and returns its rows unparsed.
 *
 * @throws DatabaseError with the database's reason alone: its library's own error has the statement's
 *   values in it, tokens and sealed keys among them
 */
export async function rowsOf(sql: Sql, statement: string, bindings: Bindings): Promise<unknown[]> {
  try {
    return resultSchema.parse(await sql.raw(statement, bindings)).rows
  } catch (error) {
    throw new DatabaseError(reasonOf(error))
  }
}

/** Runs one statement whose rows are invoices, with the columns of `INVOICE_COLUMNS`. */
export async function invoicesOf(
  sql: Sql,
  statement: string,
  bindings: Bindings
): Promise<Invoice[]> {
  return parseInvoiceRows(await rowsOf(sql, statement, bindings))
}
