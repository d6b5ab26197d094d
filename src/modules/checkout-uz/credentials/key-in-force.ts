import { fingerprint } from "../cash-desks/entries"
import type { ApiKeyRow } from "./repository"

/** An API key in clear. It never leaves the ledger. */
export type Key = { apiKey: string; fingerprint: string }

/** Which key of a cash desk is in force. */
export type KeyInForce =
  | { kind: "key"; source: "admin"; key: Key; row: ApiKeyRow }
  | { kind: "key"; source: "configuration"; key: Key }
  /** One was set in the admin, and no encryption key of this server decrypts it. */
  | { kind: "unreadable"; row: ApiKeyRow }
  | { kind: "none" }

/** A key that was set in the admin, with the key itself where it can be decrypted. */
export type AdminKey = { row: ApiKeyRow; key: Key | undefined }

/**
 * The key set in the admin is in force, and where none is set there, the configuration's.
 *
 * INVARIANT: a key that was set in the admin and cannot be decrypted is never silently replaced by
 * the configuration's. That one may be another cash desk's, so that money would go where the
 * merchant no longer wants it.
 */
export function resolveKey(chosen: AdminKey | undefined, configured: Key | undefined): KeyInForce {
  if (!chosen) {
    return configured ? { kind: "key", source: "configuration", key: configured } : { kind: "none" }
  }
  const { row, key } = chosen
  return key ? { kind: "key", source: "admin", key, row } : { kind: "unreadable", row }
}

export function keyOf(apiKey: string): Key {
  return { apiKey, fingerprint: fingerprint(apiKey) }
}

/** By which its owner recognizes a key; half of a short one would be given away. */
export function lastFourOf({ apiKey }: Key): string | undefined {
  return apiKey.length < 8 ? undefined : apiKey.slice(-4)
}

/** The message about a key that was set in the admin and cannot be decrypted. */
export function describeUnreadableKey(
  cashDesk: string,
  { encryptedAt }: ApiKeyRow,
  hasEncryptionKeys: boolean
): string {
  const gone = hasEncryptionKeys
    ? "is not among encryptionKeys in the plugin's options"
    : "is gone from encryptionKeys in the plugin's options, which is empty"
  const day = encryptedAt.toISOString().slice(0, 10)
  return `The API key of cash desk "${cashDesk}" was set in the admin and cannot be opened, since the encryption key it was encrypted with on ${day} ${gone}: put that encryption key back, or set the API key anew.`
}
