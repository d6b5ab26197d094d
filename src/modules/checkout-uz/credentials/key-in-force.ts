import type { CashDeskKey } from "../cash-desks/cash-desk"
import { fingerprint } from "../cash-desks/entries"
import { keyOwner, type Sealer } from "./encryption"
import { findKeptKeys, findKeyInForce, type KeptKey } from "./repository"
import type { Sql } from "../database"

/** An API key in clear. It never leaves the ledger. */
export type Key = { apiKey: string; fingerprint: string }

/** Which key of a cash desk is in force. */
export type KeyInForce =
  | { kind: "key"; source: "admin"; key: Key; row: KeptKey }
  | { kind: "key"; source: "configuration"; key: Key }
  /** One was set in the admin, and no encryption key of this server opens it. */
  | { kind: "sealed"; row: KeptKey }
  | { kind: "none" }

/** A key that was set in the admin, with the key itself where it can be opened. */
export type ChosenKey = { row: KeptKey; key: Key | undefined }

/** Reads the key of a cash desk that was set in the admin. */
export async function readChosen(
  sql: Sql,
  sealer: Sealer | undefined,
  desk: CashDeskKey
): Promise<ChosenKey | undefined> {
  const row = await findKeyInForce(sql, desk)
  return row && { row, key: openRow(sealer, desk, row) }
}

/** Reads the keys of a cash desk that are only kept, as far as they can be opened. */
export async function readKept(
  sql: Sql,
  sealer: Sealer | undefined,
  desk: CashDeskKey
): Promise<Key[]> {
  if (!sealer) return []
  const rows = await findKeptKeys(sql, desk)
  return rows.flatMap((row) => openRow(sealer, desk, row) ?? [])
}

function openRow(sealer: Sealer | undefined, desk: CashDeskKey, row: KeptKey): Key | undefined {
  const apiKey = sealer?.open(row.sealed, keyOwner(desk))
  return apiKey === undefined ? undefined : keyOf(apiKey)
}

/**
 * The key set in the admin is in force, and where none is set there, the configuration's.
 *
 * INVARIANT: a key that was set in the admin and cannot be opened is never replaced by the
 * configuration's without a word. That one may be another cash desk's, so that money would go where
 * the merchant no longer wants it.
 */
export function weighKeys(chosen: ChosenKey | undefined, configured: Key | undefined): KeyInForce {
  if (!chosen) {
    return configured ? { kind: "key", source: "configuration", key: configured } : { kind: "none" }
  }
  const { row, key } = chosen
  return key ? { kind: "key", source: "admin", key, row } : { kind: "sealed", row }
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
export function describeSealed(
  cashDesk: string,
  { sealedAt }: KeptKey,
  hasEncryptionKeys: boolean
): string {
  const gone = hasEncryptionKeys
    ? "is not among encryptionKeys in the plugin's options"
    : "is gone from encryptionKeys in the plugin's options, which is empty"
  const day = sealedAt.toISOString().slice(0, 10)
  return `The API key of cash desk "${cashDesk}" was set in the admin and cannot be opened, since the encryption key it was sealed with on ${day} ${gone}: put that encryption key back, or set the API key anew.`
}
