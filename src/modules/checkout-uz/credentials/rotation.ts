import { z } from "zod"
import type { Encryption } from "./encryption"
import { readRows, rowsOf, type Sql } from "../database"

/** What re-encrypting the stored API keys came to. */
export type Reencrypted = {
  reencrypted: number
  /** Encrypted with the first encryption key already. */
  current: number
  /** Those that no encryption key decrypts. */
  unreadable: { cashDesk: string }[]
}

/**
 * Encrypts every stored API key with the first of the encryption keys, so that older ones can be
 * taken out of the configuration. Any number of times, also while the store runs.
 */
export async function reencryptApiKeys(sql: Sql, encryption: Encryption): Promise<Reencrypted> {
  const done: Reencrypted = { reencrypted: 0, current: 0, unreadable: [] }
  for (const row of await findRows(sql)) {
    const apiKey = encryption.decrypt(row.encrypted, row)
    if (apiKey === undefined) done.unreadable.push({ cashDesk: row.cashDesk })
    else if (encryption.isCurrent(row.encrypted, row)) done.current += 1
    else if (await replace(sql, row, encryption.encrypt(apiKey, row))) done.reencrypted += 1
  }
  return done
}

const rowSchema = z.object({
  id: z.string(),
  serviceUrl: z.string(),
  cashDesk: z.string(),
  encrypted: z.string(),
})

function findRows(sql: Sql): Promise<z.infer<typeof rowSchema>[]> {
  return readRows(
    sql,
    `SELECT id, service_url, cash_desk, encrypted FROM checkout_uz_api_key
      WHERE deleted_at IS NULL ORDER BY id`,
    {},
    rowSchema
  )
}

/** False where a running server encrypted it meanwhile, with its own first encryption key. */
async function replace(
  sql: Sql,
  { id, encrypted }: z.infer<typeof rowSchema>,
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
