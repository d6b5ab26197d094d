import type { CashDeskKey } from "../cash-desks/cash-desk"
import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import { rowsOf, type Sql } from "../database"

/**
 * Invoices the service is still asked about: open ones, of those given up the ones that were
 * announced since, and money over another amount than the invoice's.
 */
const POLLED = `(i.state IN ('pending', 'expired')
                  OR i.state = 'closed' AND (i.next_check_at IS NOT NULL OR i.give_up_at IS NOT NULL)
                  OR i.state = 'paid' AND i.blocker = 'amount_mismatch')`

/** An API key that is about to be kept. */
export type EncryptedKey = { fingerprint: string; encrypted: string; lastFour: string | null }

/** Keeps a encrypted API key; the same key once, encrypted afresh each time. */
export async function insertApiKey(sql: Sql, key: CashDeskKey & EncryptedKey): Promise<void> {
  await rowsOf(
    sql,
    `INSERT INTO checkout_uz_api_key (id, service_url, cash_desk, fingerprint, encrypted, last_four)
     VALUES (:id, :serviceUrl, :cashDesk, :fingerprint, :encrypted, :lastFour)
     ON CONFLICT (service_url, cash_desk, fingerprint) WHERE deleted_at IS NULL
       DO UPDATE SET encrypted = EXCLUDED.encrypted, last_four = EXCLUDED.last_four, updated_at = now()`,
    { ...key, id: generateEntityId(undefined, "cukey") }
  )
}

/** A key as it is kept: encrypted. */
export type RetiredKey = {
  fingerprint: string
  encrypted: string
  lastFour: string | undefined
  /** When it was encrypted last. */
  encryptedAt: Date
  /** Since when it is the desk's key, set in the admin. */
  inForceSince: Date | undefined
  setBy: string | undefined
}

const COLUMNS = "k.fingerprint, k.encrypted, k.last_four, k.updated_at, k.in_force_since, k.set_by"
const OF_DESK = "k.service_url = :serviceUrl AND k.cash_desk = :cashDesk AND k.deleted_at IS NULL"

const storedKeySchema = z
  .object({
    fingerprint: z.string(),
    encrypted: z.string(),
    last_four: z.string().nullable(),
    updated_at: z.date(),
    in_force_since: z.date().nullable(),
    set_by: z.string().nullable(),
  })
  .transform((row): RetiredKey => ({
    fingerprint: row.fingerprint,
    encrypted: row.encrypted,
    lastFour: row.last_four ?? undefined,
    encryptedAt: row.updated_at,
    inForceSince: row.in_force_since ?? undefined,
    setBy: row.set_by ?? undefined,
  }))

/** The key of a cash desk that was set in the admin. */
export async function findKeyInForce(sql: Sql, desk: CashDeskKey): Promise<RetiredKey | undefined> {
  const rows = await rowsOf(
    sql,
    `SELECT ${COLUMNS} FROM checkout_uz_api_key k WHERE ${OF_DESK} AND k.in_force_since IS NOT NULL`,
    desk
  )
  return z.array(storedKeySchema).parse(rows).at(0)
}

/** The keys of a cash desk that are only kept, the latest first. */
export async function findRetiredKeys(sql: Sql, desk: CashDeskKey): Promise<RetiredKey[]> {
  const rows = await rowsOf(
    sql,
    `SELECT ${COLUMNS} FROM checkout_uz_api_key k
      WHERE ${OF_DESK} AND k.in_force_since IS NULL ORDER BY k.created_at DESC, k.id DESC`,
    desk
  )
  return z.array(storedKeySchema).parse(rows)
}

/** How many watched invoices were made with each key of a cash desk, by its fingerprint. */
export async function countPolledByKey(sql: Sql, desk: CashDeskKey): Promise<Map<string, number>> {
  const rows = await rowsOf(
    sql,
    `SELECT i.key_fingerprint, count(*)::int AS count FROM checkout_uz_invoice i
      WHERE i.service_url = :serviceUrl AND i.cash_desk = :cashDesk AND ${POLLED}
        AND i.deleted_at IS NULL
      GROUP BY i.key_fingerprint`,
    desk
  )
  return new Map(
    z
      .array(z.object({ key_fingerprint: z.string(), count: z.number() }))
      .parse(rows)
      .map(({ key_fingerprint, count }) => [key_fingerprint, count])
  )
}

/**
 * Serialises whatever changes which key of a desk is in force, until the transaction ends.
 *
 * INVARIANT: of two merchants who set a key at once both succeed, and the later one's is in force.
 */
export async function lockKeysOf(sql: Sql, { serviceUrl, cashDesk }: CashDeskKey): Promise<void> {
  await rowsOf(sql, "SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))", {
    key: `checkout-uz:api-key:${serviceUrl} ${cashDesk}`,
  })
}

/** Puts a key in force that a merchant set. Call it under `lockKeysOf`. */
export async function putInForce(
  sql: Sql,
  key: CashDeskKey & EncryptedKey & { setBy: string }
): Promise<void> {
  await takeOutOfForce(sql, key)
  await insertApiKey(sql, key)
  await rowsOf(
    sql,
    `UPDATE checkout_uz_api_key
        SET in_force_since = now(), set_by = :setBy, updated_at = now()
      WHERE service_url = :serviceUrl AND cash_desk = :cashDesk AND fingerprint = :fingerprint
        AND deleted_at IS NULL`,
    key
  )
}

/**
 * The key a merchant set is only kept from now on, for the open invoices made with it.
 *
 * @returns whether there was one
 */
export async function takeOutOfForce(sql: Sql, desk: CashDeskKey): Promise<boolean> {
  const rows = await rowsOf(
    sql,
    `UPDATE checkout_uz_api_key SET in_force_since = NULL, updated_at = now()
      WHERE service_url = :serviceUrl AND cash_desk = :cashDesk AND in_force_since IS NOT NULL
        AND deleted_at IS NULL
      RETURNING id`,
    desk
  )
  return rows.length > 0
}

/** Forgets the kept keys of a desk at once, but for those in force. Returns how many. */
export async function dropRetiredKeys(
  sql: Sql,
  { present, ...desk }: CashDeskKey & { present: string | undefined }
): Promise<number> {
  const rows = await rowsOf(
    sql,
    `DELETE FROM checkout_uz_api_key
      WHERE service_url = :serviceUrl AND cash_desk = :cashDesk AND in_force_since IS NULL
        AND fingerprint IS DISTINCT FROM CAST(:present AS text)
      RETURNING id`,
    { ...desk, present: present ?? null }
  )
  return rows.length
}

/**
 * Forgets encrypted keys that no invoice that is still watched was made with. A configured key is kept
 * again with the next invoice it makes.
 *
 * INVARIANT: the key in force stays, and while an invoice is watched, the key it was made with.
 */
export async function dropUnneededApiKeys(sql: Sql, serviceUrl: string): Promise<void> {
  await rowsOf(
    sql,
    `DELETE FROM checkout_uz_api_key k
      WHERE k.service_url = :serviceUrl AND k.updated_at < now() - interval '1 hour'
        AND k.in_force_since IS NULL
        AND NOT EXISTS (
          SELECT 1 FROM checkout_uz_invoice i
           WHERE i.service_url = k.service_url AND i.cash_desk = k.cash_desk
             AND i.key_fingerprint = k.fingerprint
             AND ${POLLED} AND i.deleted_at IS NULL
        )`,
    { serviceUrl }
  )
}

const deskRowsSchema = z.array(z.object({ cash_desk: z.string() }))

/** The cash desks with open invoices, whether they are still configured or not. */
export async function findDesksWithOpenInvoices(sql: Sql, serviceUrl: string): Promise<string[]> {
  const rows = await rowsOf(
    sql,
    `SELECT DISTINCT i.cash_desk FROM checkout_uz_invoice i
      WHERE i.service_url = :serviceUrl AND ${POLLED} AND i.deleted_at IS NULL`,
    { serviceUrl }
  )
  return deskRowsSchema.parse(rows).map((row) => row.cash_desk)
}

/** The cash desks with a encrypted key, whether they are still configured or not. */
export async function findDesksWithKeys(sql: Sql, serviceUrl: string): Promise<string[]> {
  const rows = await rowsOf(
    sql,
    `SELECT DISTINCT cash_desk FROM checkout_uz_api_key
      WHERE service_url = :serviceUrl AND deleted_at IS NULL`,
    { serviceUrl }
  )
  return deskRowsSchema.parse(rows).map((row) => row.cash_desk)
}
