import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { parseInvoiceRows, type Invoice } from "../invoice"

/** A connection or a transaction on the store's PostgreSQL. */
export type Sql = Knex | Knex.Transaction

type Bindings = Readonly<
  Record<string, string | number | boolean | Date | null | readonly string[]>
>

const resultSchema = z.object({ rows: z.array(z.unknown()) })

/** Runs one statement with `:name` bindings and returns its rows unparsed. */
export async function rowsOf(sql: Sql, statement: string, bindings: Bindings): Promise<unknown[]> {
  return resultSchema.parse(await sql.raw(statement, bindings)).rows
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
