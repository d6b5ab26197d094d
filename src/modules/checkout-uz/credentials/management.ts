import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  CheckoutUzError,
  type Balance,
  type CheckoutUzClient,
  type PaymentMethod,
} from "../../../client"
import { keyOf, lastFourOf } from "./key-in-force"
import type { Credentials } from "./credentials"
import { describeProblem, type Problem } from "../cash-desks/problem"
import {
  countPolledByKey,
  dropRetiredKeys,
  findDesksWithKeys,
  findKeyInForce,
  findRetiredKeys,
  insertApiKey,
  lockKeysOf,
  putInForce,
  takeOutOfForce,
} from "./repository"
import { checkFailedSoon, forgetRefusals } from "../cash-desks/repository"
import { markAccepted } from "../cash-desks/sweeps"
import type { Sql } from "../database"

export type KeyManagementDependencies = {
  sql: Knex
  serviceUrl: string
  credentials: Credentials
  /** A client that uses a key which is nobody's yet. */
  connectOnce: (apiKey: string) => CheckoutUzClient
}

/** What the service said about a key. */
export type KeyTest =
  | { kind: "accepted"; balance: Balance; methods: PaymentMethod[] }
  /** `failure` is missing where there was no call. */
  | { kind: "refused"; problem: Problem | undefined; failure: CheckoutUzError | undefined }

/** The key of a cash desk as it may be shown: never the key itself. */
export type KeyFacts = {
  source: "admin" | "configuration" | "none"
  lastFour: string | undefined
  setAt: Date | undefined
  setBy: string | undefined
  configurationHasOne: boolean
  /** Why no call can be made with it. */
  problem: Problem | undefined
  kept: { fingerprint: string; lastFour: string | undefined; openInvoices: number }[]
}

/** What a merchant does about the API keys of a cash desk. */
export type KeyManagement = ReturnType<typeof openKeyManagement>

export function openKeyManagement({
  sql,
  serviceUrl,
  credentials,
  connectOnce,
}: KeyManagementDependencies) {
  const desk = (cashDesk: string) => ({ serviceUrl, cashDesk })

  /** Changes which key is in force, all or nothing, and has the desk catch up. */
  async function change(
    cashDesk: string,
    job: (on: Sql) => Promise<"changed" | "unchanged">
  ): Promise<void> {
    await sql.transaction(async (on) => {
      await lockKeysOf(on, desk(cashDesk))
      const before = await nameInForce(on, cashDesk)
      if ((await job(on)) === "unchanged") return
      const otherDesk = before !== (await nameInForce(on, cashDesk))
      await forgetRefusals(on, { ...desk(cashDesk), otherDesk })
      await checkFailedSoon(on, desk(cashDesk))
    })
    credentials.forget(cashDesk)
  }

  async function nameInForce(on: Sql, cashDesk: string): Promise<string | undefined> {
    const chosen = await findKeyInForce(on, desk(cashDesk))
    return chosen?.fingerprint ?? credentials.configured(cashDesk)?.fingerprint
  }

  /** The configuration may lose its key once another is in force: open invoices may still need it. */
  async function keepConfigured(on: Sql, cashDesk: string): Promise<void> {
    const key = credentials.configured(cashDesk)
    if (!key) return
    const watched = await countPolledByKey(on, desk(cashDesk))
    const encrypted = watched.has(key.fingerprint) ? credentials.encrypt(key, cashDesk) : undefined
    if (encrypted) await insertApiKey(on, { ...desk(cashDesk), ...encrypted })
  }

  return {
    /** Desks with a encrypted key, also those no longer in the configuration. */
    desks: () => findDesksWithKeys(sql, serviceUrl),

    /**
     * Puts a key in force that the service accepts: it is tested first, and where it is refused,
     * nothing changes. The key it replaces is kept while open invoices need it.
     */
    set: async (cashDesk: string, apiKey: string, setBy: string): Promise<KeyTest> => {
      const key = keyOf(apiKey.trim())
      const encrypted = credentials.encrypt(key, cashDesk)
      if (!encrypted) {
        const code = "no_encryption_key"
        const problem = { code, message: describeProblem(code, cashDesk) } as const
        return { kind: "refused", problem, failure: undefined }
      }
      const test = await ask(connectOnce(key.apiKey))
      if (test.kind === "refused") return test
      await change(cashDesk, async (on) => {
        await keepConfigured(on, cashDesk)
        await putInForce(on, { ...desk(cashDesk), ...encrypted, setBy })
        return "changed"
      })
      return test
    },

    /** Back to the configuration's key. The admin's is kept while open invoices need it. */
    remove: (cashDesk: string): Promise<void> =>
      change(cashDesk, async (on) =>
        (await takeOutOfForce(on, desk(cashDesk))) ? "changed" : "unchanged"
      ),

    /** Forgets every key of the desk but the one in force, at once. Returns how many. */
    dropRetired: async (cashDesk: string): Promise<number> => {
      const inForce = await credentials.inForce(cashDesk)
      const present = inForce.kind === "key" ? inForce.key.fingerprint : undefined
      return dropRetiredKeys(sql, { ...desk(cashDesk), present })
    },

    /** Asks the service whether it accepts the key in force. Where it does, the desk catches up. */
    test: async (cashDesk: string): Promise<KeyTest> => {
      const inForce = await credentials.inForce(cashDesk)
      const problem = credentials.problemWith(cashDesk, inForce)
      if (problem) return { kind: "refused", problem, failure: undefined }
      const { client } = await credentials.connectionOf(cashDesk)
      const test = await ask(client)
      if (test.kind === "accepted" && (await markAccepted(sql, desk(cashDesk)))) {
        await checkFailedSoon(sql, desk(cashDesk))
      }
      return test
    },

    /** The keys of a desk as they may be shown. */
    of: async (cashDesk: string): Promise<KeyFacts> => {
      const inForce = await credentials.inForce(cashDesk)
      const configured = credentials.configured(cashDesk)
      const row = "row" in inForce ? inForce.row : undefined
      const kept = await findRetiredKeys(sql, desk(cashDesk))
      const watched = await countPolledByKey(sql, desk(cashDesk))
      const present = inForce.kind === "key" ? inForce.key : undefined
      return {
        source: row ? "admin" : present ? "configuration" : "none",
        lastFour: row ? row.lastFour : present && (lastFourOf(present) ?? undefined),
        setAt: row?.inForceSince,
        setBy: row?.setBy,
        configurationHasOne: configured !== undefined,
        problem: credentials.problemWith(cashDesk, inForce),
        kept: kept
          .filter(({ fingerprint }) => fingerprint !== present?.fingerprint)
          .map(({ fingerprint, lastFour }) => ({
            fingerprint,
            lastFour,
            openInvoices: watched.get(fingerprint) ?? 0,
          })),
      }
    },
  }
}

/** Two calls that cost nothing and change nothing. */
async function ask(client: CheckoutUzClient): Promise<KeyTest> {
  try {
    const balance = await client.getBalance()
    return { kind: "accepted", balance, methods: await client.getPaymentMethods() }
  } catch (failure) {
    if (!(failure instanceof CheckoutUzError)) throw failure
    return { kind: "refused", problem: undefined, failure }
  }
}
