import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import type { CashDeskKey } from "../cash-desks/cash-desk"
import { readPlannedRows, readRows, rowsOf, type Sql } from "../database"
import { AMOUNT_MISMATCH, OPEN_STATES } from "../invoices/states"

/**
 * Invoices that are polled: open ones, of those closed the ones that were notified since, and money
 * over another amount than the invoice's.
 */
const POLLED = `(i.state = ANY(:openStates)
                    AND (i.state <> 'closed' OR i.next_check_at IS NOT NULL OR i.give_up_at IS NOT NULL)
                  OR i.state = 'paid' AND i.blocker = :mismatch)`
const POLLED_BINDINGS = { openStates: OPEN_STATES, mismatch: AMOUNT_MISMATCH }
const OF_CASH_DESK = "service_url = :serviceUrl AND cash_desk = :cashDesk AND deleted_at IS NULL"
const COLUMNS = `fingerprint, encrypted, last_four, updated_at AS encrypted_at, in_force_since, set_by`

/** An API key that is about to be stored. */
export type EncryptedKey = { fingerprint: string; encrypted: string; lastFour: string | undefined }

const apiKeyRowSchema = z.object({
  fingerprint: z.string(),
  encrypted: z.string(),
  lastFour: z.string().optional(),
  /** When it was encrypted last. */
  encryptedAt: z.date(),
  /** Since when it is the cash desk's key, set in the admin; undefined for a retired key. */
  inForceSince: z.date().optional(),
  setBy: z.string().optional(),
})
/** An API key as it is stored. */
export type ApiKeyRow = z.infer<typeof apiKeyRowSchema>

/** Stores an encrypted API key; the same key once, encrypted afresh each time. */
export async function insertApiKey(sql: Sql, key: CashDeskKey & EncryptedKey): Promise<void> {
  await rowsOf(
    sql,
    `INSERT INTO checkout_uz_api_key (id, service_url, cash_desk, fingerprint, encrypted, last_four)
     VALUES (:id, :serviceUrl, :cashDesk, :fingerprint, :encrypted, :lastFour)
     ON CONFLICT (service_url, cash_desk, fingerprint) WHERE deleted_at IS NULL
       DO UPDATE SET encrypted = EXCLUDED.encrypted, last_four = EXCLUDED.last_four, updated_at = now()`,
    { ...key, lastFour: key.lastFour ?? null, id: generateEntityId(undefined, "cukey") }
  )
}

/** The key of a cash desk that was set in the admin. */
export async function findKeyInForce(
  sql: Sql,
  cashDesk: CashDeskKey
): Promise<ApiKeyRow | undefined> {
  const rows = await readPlannedRows(
    sql,
    `SELECT ${COLUMNS} FROM checkout_uz_api_key
      WHERE ${OF_CASH_DESK} AND in_force_since IS NOT NULL`,
    cashDesk,
    apiKeyRowSchema
  )
  return rows.at(0)
}

/** The retired keys of a cash desk, the latest first. */
export function findRetiredKeys(sql: Sql, cashDesk: CashDeskKey): Promise<ApiKeyRow[]> {
  return readRows(
    sql,
    `SELECT ${COLUMNS} FROM checkout_uz_api_key
      WHERE ${OF_CASH_DESK} AND in_force_since IS NULL ORDER BY created_at DESC, id DESC`,
    cashDesk,
    apiKeyRowSchema
  )
}

/** How many polled invoices were made with each key of a cash desk, by its fingerprint. */
export async function countPolledByKey(
  sql: Sql,
  cashDesk: CashDeskKey
): Promise<Map<string, number>> {
  const rows = await readRows(
    sql,
    `SELECT key_fingerprint, count(*)::int AS count FROM checkout_uz_invoice i
      WHERE ${OF_CASH_DESK} AND ${POLLED} GROUP BY key_fingerprint`,
    { ...cashDesk, ...POLLED_BINDINGS },
    z.object({ keyFingerprint: z.string(), count: z.number() })
  )
  return new Map(rows.map(({ keyFingerprint, count }) => [keyFingerprint, count]))
}

/**
 * Serialises whatever changes which key of a cash desk is in force, until the transaction ends.
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
  { setBy, ...key }: CashDeskKey & EncryptedKey & { setBy: string }
): Promise<void> {
  await takeOutOfForce(sql, key)
  await insertApiKey(sql, key)
  const { serviceUrl, cashDesk, fingerprint } = key
  await rowsOf(
    sql,
    `UPDATE checkout_uz_api_key SET in_force_since = now(), set_by = :setBy, updated_at = now()
      WHERE ${OF_CASH_DESK} AND fingerprint = :fingerprint`,
    { serviceUrl, cashDesk, fingerprint, setBy }
  )
}

/** Retires the key a merchant set, for the open invoices made with it; false where there was none. */
export async function takeOutOfForce(
  sql: Sql,
  { serviceUrl, cashDesk }: CashDeskKey
): Promise<boolean> {
  const rows = await rowsOf(
    sql,
    `UPDATE checkout_uz_api_key SET in_force_since = NULL, updated_at = now()
      WHERE ${OF_CASH_DESK} AND in_force_since IS NOT NULL RETURNING id`,
    { serviceUrl, cashDesk }
  )
  return rows.length > 0
}

/** Deletes the retired keys of a cash desk at once, but for the one with this fingerprint. */
export async function dropRetiredKeys(
  sql: Sql,
  cashDesk: CashDeskKey,
  except: string | undefined
): Promise<void> {
  await rowsOf(
    sql,
    `DELETE FROM checkout_uz_api_key
      WHERE service_url = :serviceUrl AND cash_desk = :cashDesk AND in_force_since IS NULL
        AND fingerprint IS DISTINCT FROM CAST(:except AS text)`,
    { ...cashDesk, except: except ?? null }
  )
}

/**
 * Deletes keys that no polled invoice was made with. A configured key is stored again with the next
 * invoice it makes.
 *
 * INVARIANT: the key in force stays, and while an invoice is polled, the key it was made with.
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
    { serviceUrl, ...POLLED_BINDINGS }
  )
}

/** The cash desks with polled invoices, whether they are still configured or not. */
export function findCashDesksWithOpenInvoices(sql: Sql, serviceUrl: string): Promise<string[]> {
  return findCashDesks(sql, `checkout_uz_invoice i WHERE ${POLLED}`, serviceUrl)
}

/** The cash desks with a stored key, whether they are still configured or not. */
export function findCashDesksWithKeys(sql: Sql, serviceUrl: string): Promise<string[]> {
  return findCashDesks(sql, "checkout_uz_api_key WHERE TRUE", serviceUrl)
}

async function findCashDesks(sql: Sql, from: string, serviceUrl: string): Promise<string[]> {
  const rows = await readRows(
    sql,
    `SELECT DISTINCT cash_desk FROM ${from} AND service_url = :serviceUrl AND deleted_at IS NULL`,
    { serviceUrl, ...POLLED_BINDINGS },
    z.object({ cashDesk: z.string() })
  )
  return rows.map(({ cashDesk }) => cashDesk)
}
