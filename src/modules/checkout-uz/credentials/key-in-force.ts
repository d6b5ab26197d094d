import type { CashDeskKey } from "../cash-desks/cash-desk"
import { fingerprint } from "../cash-desks/entries"
import { keyOwner, type Encryption } from "./encryption"
import { findRetiredKeys, findKeyInForce, type RetiredKey } from "./repository"
import type { Sql } from "../database"

/** An API key in clear. It never leaves the ledger. */
export type Key = { apiKey: string; fingerprint: string }

/** Which key of a cash desk is in force. */
export type KeyInForce =
  | { kind: "key"; source: "admin"; key: Key; row: RetiredKey }
  | { kind: "key"; source: "configuration"; key: Key }
  /** One was set in the admin, and no encryption key of this server opens it. */
  | { kind: "encrypted"; row: RetiredKey }
  | { kind: "none" }

/** A key that was set in the admin, with the key itself where it can be opened. */
export type AdminKey = { row: RetiredKey; key: Key | undefined }

/** Reads the key of a cash desk that was set in the admin. */
export async function readAdminKey(
  sql: Sql,
  encryption: Encryption | undefined,
  desk: CashDeskKey
): Promise<AdminKey | undefined> {
  const row = await findKeyInForce(sql, desk)
  return row && { row, key: openRow(encryption, desk, row) }
}

/** Reads the keys of a cash desk that are only kept, as far as they can be opened. */
export async function readRetired(
  sql: Sql,
  encryption: Encryption | undefined,
  desk: CashDeskKey
): Promise<Key[]> {
  if (!encryption) return []
  const rows = await findRetiredKeys(sql, desk)
  return rows.flatMap((row) => openRow(encryption, desk, row) ?? [])
}

function openRow(
  encryption: Encryption | undefined,
  desk: CashDeskKey,
  row: RetiredKey
): Key | undefined {
  const apiKey = encryption?.open(row.encrypted, keyOwner(desk))
  return apiKey === undefined ? undefined : keyOf(apiKey)
}

/**
 * The key set in the admin is in force, and where none is set there, the configuration's.
 *
 * INVARIANT: a key that was set in the admin and cannot be opened is never replaced by the
 * configuration's without a word. That one may be another cash desk's, so that money would go where
 * the merchant no longer wants it.
 */
export function resolveKey(chosen: AdminKey | undefined, configured: Key | undefined): KeyInForce {
  if (!chosen) {
    return configured ? { kind: "key", source: "configuration", key: configured } : { kind: "none" }
  }
  const { row, key } = chosen
  return key ? { kind: "key", source: "admin", key, row } : { kind: "encrypted", row }
}

/** A key with the name it goes by. */
export function keyOf(apiKey: string): Key {
  return { apiKey, fingerprint: fingerprint(apiKey) }
}

/** By which its owner knows a key; a short one would be given away by half. */
export function lastFourOf({ apiKey }: Key): string | null {
  return apiKey.length < 8 ? null : apiKey.slice(-4)
}

/** One sentence about a key that was set in the admin and cannot be opened. */
export function describeUnreadableKey(
  cashDesk: string,
  { encryptedAt }: RetiredKey,
  hasEncryptionKeys: boolean
): string {
  const gone = hasEncryptionKeys
    ? "is not among encryptionKeys in the plugin's options"
    : "is gone from encryptionKeys in the plugin's options, which is empty"
  const day = encryptedAt.toISOString().slice(0, 10)
  return `The API key of cash desk "${cashDesk}" was set in the admin and cannot be opened, since the encryption key it was encrypted with on ${day} ${gone}: put that encryption key back, or set the API key anew.`
}
