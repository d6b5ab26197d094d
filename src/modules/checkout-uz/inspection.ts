import { z } from "zod"
import { readRows, type Sql } from "./database"
import { databaseNow } from "./invoices/request-log"

/** Every table of the ledger. */
export const TABLES = [
  "checkout_uz_account_snapshot",
  "checkout_uz_alert",
  "checkout_uz_api_key",
  "checkout_uz_books_check",
  "checkout_uz_card_payment",
  "checkout_uz_cash_desk",
  "checkout_uz_invoice",
  "checkout_uz_invoice_binding",
  "checkout_uz_invoice_transition",
  "checkout_uz_owner",
  "checkout_uz_payout",
  "checkout_uz_rate_limit",
  "checkout_uz_setting",
  "checkout_uz_unanswered_creation",
  "checkout_uz_webhook_delivery",
] as const

/** The ledger's tables that the database does not have. */
export async function findMissingTables(sql: Sql): Promise<string[]> {
  const rows = await readRows(
    sql,
    "SELECT name FROM unnest(CAST(:tables AS text[])) AS name WHERE to_regclass(name) IS NULL",
    { tables: [...TABLES] },
    z.object({ name: z.string() })
  )
  return rows.map(({ name }) => name)
}

/** By how many seconds this server's clock is ahead of the database's; the way there and back is halved. */
export async function secondsAheadOfDatabase(sql: Sql): Promise<number> {
  const before = Date.now()
  const now = await databaseNow(sql)
  const here = (before + Date.now()) / 2
  return (here - now.getTime()) / 1_000
}
