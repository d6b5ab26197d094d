import { z } from "zod"
import { rowsOf, type Sql } from "../database"

/** A encrypted key of any service and cash desk. */
export type EncryptedRow = { id: string; serviceUrl: string; cashDesk: string; encrypted: string }

const encryptedRowSchema = z
  .object({ id: z.string(), service_url: z.string(), cash_desk: z.string(), encrypted: z.string() })
  .transform((row): EncryptedRow => ({
    id: row.id,
    serviceUrl: row.service_url,
    cashDesk: row.cash_desk,
    encrypted: row.encrypted,
  }))

/** Every encrypted key of the database. */
export async function findEncryptedRows(sql: Sql): Promise<EncryptedRow[]> {
  const rows = await rowsOf(
    sql,
    `SELECT id, service_url, cash_desk, encrypted FROM checkout_uz_api_key
      WHERE deleted_at IS NULL ORDER BY id`,
    {}
  )
  return z.array(encryptedRowSchema).parse(rows)
}

/** Puts a new seal in the place of the one that was opened; false where another was put meanwhile. */
export async function replaceEncrypted(
  sql: Sql,
  { id, encrypted }: EncryptedRow,
  fresh: string
): Promise<boolean> {
  const rows = await rowsOf(
    sql,
    `UPDATE checkout_uz_api_key SET encrypted = :fresh, updated_at = now()
      WHERE id = :id AND encrypted = :encrypted RETURNING id`,
    { id, encrypted, fresh }
  )
  return rows.length > 0
}
