import { keyOwner, type Encryption } from "./encryption"
import { findEncryptedRows, replaceEncrypted } from "./rotation-repository"
import type { Sql } from "../database"

/** What sealing the kept API keys anew came to. */
export type Reencrypted = {
  reencrypted: number
  /** Encrypted with the first encryption key already. */
  current: number
  /** Those that no encryption key opens. */
  unopened: { cashDesk: string }[]
}

/**
 * Encrypts every kept API key with the first of the encryption keys, so that older ones can be taken
 * out of the configuration. Any number of times, also while the store runs.
 */
export async function reencryptApiKeys(sql: Sql, encryption: Encryption): Promise<Reencrypted> {
  const done: Reencrypted = { reencrypted: 0, current: 0, unopened: [] }
  for (const row of await findEncryptedRows(sql)) {
    const owner = keyOwner(row)
    const apiKey = encryption.open(row.encrypted, owner)
    if (apiKey === undefined) done.unopened.push({ cashDesk: row.cashDesk })
    else if (encryption.isCurrent(row.encrypted, owner)) done.current += 1
    // Where a running server encrypted it meanwhile, it did so with its own first encryption key.
    else if (await replaceEncrypted(sql, row, encryption.encrypt(apiKey, owner)))
      done.reencrypted += 1
  }
  return done
}
