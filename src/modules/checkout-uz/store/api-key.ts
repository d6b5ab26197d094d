import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import { rowsOf, type Sql } from "./sql"

/** Open invoices, and of those given up the ones that are to be asked about all the same. */
const WATCHED = `(i.state IN ('pending', 'lapsed') OR i.state = 'closed'
                  AND (i.next_check_at IS NOT NULL OR i.give_up_at IS NOT NULL))`

type Desk = { serviceUrl: string; cashDesk: string }

/** Keeps a sealed API key; the same key once, sealed afresh each time. */
export async function insertApiKey(
  sql: Sql,
  key: Desk & { fingerprint: string; sealed: string }
): Promise<void> {
  await rowsOf(
    sql,
    `INSERT INTO checkout_uz_api_key (id, service_url, cash_desk, fingerprint, sealed)
     VALUES (:id, :serviceUrl, :cashDesk, :fingerprint, :sealed)
     ON CONFLICT (service_url, cash_desk, fingerprint) WHERE deleted_at IS NULL
       DO UPDATE SET sealed = EXCLUDED.sealed, updated_at = now()`,
    { ...key, id: generateEntityId(undefined, "cukey") }
  )
}

/** The sealed keys of a cash desk, the latest first. */
export async function findApiKeys(
  sql: Sql,
  desk: Desk
): Promise<{ fingerprint: string; sealed: string }[]> {
  const rows = await rowsOf(
    sql,
    `SELECT fingerprint, sealed FROM checkout_uz_api_key
      WHERE service_url = :serviceUrl AND cash_desk = :cashDesk AND deleted_at IS NULL
      ORDER BY created_at DESC, id DESC`,
    desk
  )
  return z.array(z.object({ fingerprint: z.string(), sealed: z.string() })).parse(rows)
}

/**
 * Forgets sealed keys that no invoice that is still watched was made with. A key in force is kept again with the
 * next invoice it makes.
 *
 * INVARIANT: while an invoice is watched, the key it was made with is there.
 */
export async function dropUnneededApiKeys(sql: Sql, serviceUrl: string): Promise<void> {
  await rowsOf(
    sql,
    `DELETE FROM checkout_uz_api_key k
      WHERE k.service_url = :serviceUrl AND k.updated_at < now() - interval '1 hour'
        AND NOT EXISTS (
          SELECT 1 FROM checkout_uz_invoice i
           WHERE i.service_url = k.service_url AND i.cash_desk = k.cash_desk
             AND i.key_fingerprint = k.fingerprint
             AND ${WATCHED} AND i.deleted_at IS NULL
        )`,
    { serviceUrl }
  )
}

/** The cash desks with open invoices, whether they are still configured or not. */
export async function findDesksWithOpenInvoices(sql: Sql, serviceUrl: string): Promise<string[]> {
  const rows = await rowsOf(
    sql,
    `SELECT DISTINCT i.cash_desk FROM checkout_uz_invoice i
      WHERE i.service_url = :serviceUrl AND ${WATCHED} AND i.deleted_at IS NULL`,
    { serviceUrl }
  )
  return z
    .array(z.object({ cash_desk: z.string() }))
    .parse(rows)
    .map((row) => row.cash_desk)
}
