import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { reasonOf } from "./reason"
import { parseInvoiceRows, type Invoice } from "../invoice"

/** A connection or a transaction on the store's PostgreSQL. */
export type Sql = Knex | Knex.Transaction

export type Bindings = Readonly<
  Record<string, string | number | boolean | Date | null | readonly string[]>
>

const resultSchema = z.object({ rows: z.array(z.unknown()) })

/**
 * Runs one statement with `:name` bindings and returns its rows unparsed.
 *
 * @throws Error with the database's reason alone: its library's own error has the statement's values
 *   in it, tokens and sealed keys among them
 */
export async function rowsOf(sql: Sql, statement: string, bindings: Bindings): Promise<unknown[]> {
  try {
    return resultSchema.parse(await sql.raw(statement, bindings)).rows
  } catch (error) {
    throw new Error(reasonOf(error))
  }
}

/** Runs one statement whose rows are invoices. */
export async function invoicesOf(
  sql: Sql,
  statement: string,
  bindings: Bindings
): Promise<Invoice[]> {
  return parseInvoiceRows(await rowsOf(sql, statement, bindings))
}

/**
 * Serialises whatever concerns one payment collection's money until the transaction ends, on
 * every server of the store.
 */
export async function lockCollection(sql: Sql, paymentCollectionId: string): Promise<void> {
  await rowsOf(sql, "SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))", {
    key: `checkout-uz:collection:${paymentCollectionId}`,
  })
}
