import { keyOwner, type Sealer } from "./encryption"
import { findSealedRows, replaceSeal } from "./rotation-repository"
import type { Sql } from "../database"

/** What sealing the kept API keys anew came to. */
export type Resealed = {
  resealed: number
  /** Sealed with the first encryption key already. */
  current: number
  /** Those that no encryption key opens. */
  unopened: { cashDesk: string }[]
}

/**
 * Seals every kept API key with the first of the encryption keys, so that older ones can be taken
 * out of the configuration. Any number of times, also while the store runs.
 */
export async function resealApiKeys(sql: Sql, sealer: Sealer): Promise<Resealed> {
  const done: Resealed = { resealed: 0, current: 0, unopened: [] }
  for (const row of await findSealedRows(sql)) {
    const owner = keyOwner(row)
    const apiKey = sealer.open(row.sealed, owner)
    if (apiKey === undefined) done.unopened.push({ cashDesk: row.cashDesk })
    else if (sealer.isCurrent(row.sealed, owner)) done.current += 1
    // Where a running server sealed it meanwhile, it did so with its own first encryption key.
    else if (await replaceSeal(sql, row, sealer.seal(apiKey, owner))) done.resealed += 1
  }
  return done
}
