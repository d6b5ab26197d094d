import { z } from "zod"
import { rowsOf, type Sql } from "../database"

/** A sealed key of any service and cash desk. */
export type SealedRow = { id: string; serviceUrl: string; cashDesk: string; sealed: string }

const sealedRowSchema = z
  .object({ id: z.string(), service_url: z.string(), cash_desk: z.string(), sealed: z.string() })
  .transform((row): SealedRow => ({
    id: row.id,
    serviceUrl: row.service_url,
    cashDesk: row.cash_desk,
    sealed: row.sealed,
  }))

/** Every sealed key of the database. */
export async function findSealedRows(sql: Sql): Promise<SealedRow[]> {
  const rows = await rowsOf(
    sql,
    `SELECT id, service_url, cash_desk, sealed FROM checkout_uz_api_key
      WHERE deleted_at IS NULL ORDER BY id`,
    {}
  )
  return z.array(sealedRowSchema).parse(rows)
}

/** Puts a new seal in the place of the one that was opened; false where another was put meanwhile. */
export async function replaceSeal(
  sql: Sql,
  { id, sealed }: SealedRow,
  fresh: string
): Promise<boolean> {
  const rows = await rowsOf(
    sql,
    `UPDATE checkout_uz_api_key SET sealed = :fresh, updated_at = now()
      WHERE id = :id AND sealed = :sealed RETURNING id`,
    { id, sealed, fresh }
  )
  return rows.length > 0
}
