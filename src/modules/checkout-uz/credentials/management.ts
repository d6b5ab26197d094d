import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  CheckoutUzError,
  type Balance,
  type CheckoutUzClient,
  type PaymentMethod,
} from "../../../client"
import { keyOf, lastFourOf } from "./key-in-force"
import type { Credentials } from "./credentials"
import type { CashDeskKey } from "../cash-desks/cash-desk"
import { describeProblem, type Problem } from "../cash-desks/problem"
import {
  countPolledByKey,
  dropRetiredKeys,
  findCashDesksWithKeys,
  findKeyInForce,
  findRetiredKeys,
  insertApiKey,
  lockKeysOf,
  putInForce,
  takeOutOfForce,
} from "./repository"
import { checkFailedSoon, forgetRefusals, recordShopId } from "../cash-desks/repository"
import { markAccepted } from "../cash-desks/sweeps"
import type { Sql } from "../database"

export type KeyManagementDependencies = {
  sql: Knex
  serviceUrl: string
  credentials: Credentials
  /** A client that uses a key which is no cash desk's yet. */
  connectOnce: (apiKey: string) => CheckoutUzClient
}

/** What the service said about a key. */
export type KeyTest =
  | { kind: "accepted"; balance: Balance; methods: PaymentMethod[] }
  /** `failure` is missing where there was no request. */
  | { kind: "refused"; problem: Problem | undefined; failure: CheckoutUzError | undefined }

/** The key of a cash desk as it may be shown: never the key itself. */
export type KeyFacts = {
  source: "admin" | "configuration" | "none"
  lastFour: string | undefined
  setAt: Date | undefined
  setBy: string | undefined
  configurationHasOne: boolean
  /** Why no request can be made with it. */
  problem: Problem | undefined
  retired: { fingerprint: string; lastFour: string | undefined; openInvoices: number }[]
}

/** What a merchant does about the API keys of a cash desk. */
export class KeyManagement {
  readonly #sql: Knex
  readonly #serviceUrl: string
  readonly #credentials: Credentials
  readonly #connectOnce: (apiKey: string) => CheckoutUzClient

  constructor({ sql, serviceUrl, credentials, connectOnce }: KeyManagementDependencies) {
    this.#sql = sql
    this.#serviceUrl = serviceUrl
    this.#credentials = credentials
    this.#connectOnce = connectOnce
  }

  /** Cash desks with a stored key, also those no longer in the configuration. */
  cashDesks(): Promise<string[]> {
    return findCashDesksWithKeys(this.#sql, this.#serviceUrl)
  }

  /**
   * Keeps a cash desk's id at the service, as a webhook about a confirmed payment named it. One about
   * an invoice of another key may speak of another cash desk.
   */
  async noteShopId(
    invoice: { serviceUrl: string; cashDesk: string; keyFingerprint: string },
    shopId: string
  ): Promise<void> {
    const { serviceUrl, cashDesk, keyFingerprint } = invoice
    const inForce = await this.#credentials.inForce(cashDesk)
    if (inForce.kind !== "key" || inForce.key.fingerprint !== keyFingerprint) return
    await recordShopId(this.#sql, { serviceUrl, cashDesk, shopId })
  }

  /**
   * Puts a key in force that the service accepts: it is tested first, and where it is refused,
   * nothing changes. The key it replaces is retired while open invoices need it.
   */
  async set(cashDesk: string, apiKey: string, setBy: string): Promise<KeyTest> {
    const key = keyOf(apiKey.trim())
    const encrypted = this.#credentials.encrypt(key, cashDesk)
    if (!encrypted) {
      const code = "no_encryption_key"
      const problem: Problem = { code, message: describeProblem(code, cashDesk) }
      return { kind: "refused", problem, failure: undefined }
    }
    const test = await testWith(this.#connectOnce(key.apiKey))
    if (test.kind === "refused") return test
    await this.#change(cashDesk, async (sql) => {
      await this.#keepConfigured(sql, cashDesk)
      await putInForce(sql, { ...this.#id(cashDesk), ...encrypted, setBy })
      return true
    })
    return test
  }

  /** Back to the configuration's key. The admin's is retired while open invoices need it. */
  remove(cashDesk: string): Promise<void> {
    return this.#change(cashDesk, (sql) => takeOutOfForce(sql, this.#id(cashDesk)))
  }

  /** Deletes every key of the cash desk but the one in force, at once. */
  async dropRetired(cashDesk: string): Promise<void> {
    const inForce = await this.#credentials.inForce(cashDesk)
    const except = inForce.kind === "key" ? inForce.key.fingerprint : undefined
    await dropRetiredKeys(this.#sql, this.#id(cashDesk), except)
  }

  /** Whether the service accepts the key in force. Where it does, the cash desk catches up. */
  async test(cashDesk: string): Promise<KeyTest> {
    const inForce = await this.#credentials.inForce(cashDesk)
    const problem = this.#credentials.problemWith(cashDesk, inForce)
    if (problem) return { kind: "refused", problem, failure: undefined }
    const { client } = await this.#credentials.connectionOf(cashDesk)
    const test = await testWith(client)
    if (test.kind === "accepted" && (await markAccepted(this.#sql, this.#id(cashDesk)))) {
      await checkFailedSoon(this.#sql, this.#id(cashDesk))
    }
    return test
  }

  /** The keys of a cash desk as they may be shown. */
  async of(cashDesk: string): Promise<KeyFacts> {
    const inForce = await this.#credentials.inForce(cashDesk)
    const retired = await findRetiredKeys(this.#sql, this.#id(cashDesk))
    const polled = await countPolledByKey(this.#sql, this.#id(cashDesk))
    const row = "row" in inForce ? inForce.row : undefined
    const key = inForce.kind === "key" ? inForce.key : undefined
    return {
      source: row ? "admin" : key ? "configuration" : "none",
      lastFour: row ? row.lastFour : key && lastFourOf(key),
      setAt: row?.inForceSince,
      setBy: row?.setBy,
      configurationHasOne: this.#credentials.configured(cashDesk) !== undefined,
      problem: this.#credentials.problemWith(cashDesk, inForce),
      retired: retired
        .filter(({ fingerprint }) => fingerprint !== key?.fingerprint)
        .map(({ fingerprint, lastFour }) => ({
          fingerprint,
          lastFour,
          openInvoices: polled.get(fingerprint) ?? 0,
        })),
    }
  }

  /**
   * Changes which key is in force, all or nothing, and has the cash desk catch up. `job` returns
   * whether it changed anything.
   */
  async #change(cashDesk: string, job: (sql: Sql) => Promise<boolean>): Promise<void> {
    await this.#sql.transaction(async (sql) => {
      await lockKeysOf(sql, this.#id(cashDesk))
      const before = await this.#fingerprintInForce(sql, cashDesk)
      if (!(await job(sql))) return
      const otherKey = before !== (await this.#fingerprintInForce(sql, cashDesk))
      await forgetRefusals(sql, this.#id(cashDesk), { otherKey })
      await checkFailedSoon(sql, this.#id(cashDesk))
    })
    this.#credentials.forget(cashDesk)
  }

  async #fingerprintInForce(sql: Sql, cashDesk: string): Promise<string | undefined> {
    const chosen = await findKeyInForce(sql, this.#id(cashDesk))
    return (chosen ?? this.#credentials.configured(cashDesk))?.fingerprint
  }

  /** The configuration may lose its key once another is in force: open invoices may still need it. */
  async #keepConfigured(sql: Sql, cashDesk: string): Promise<void> {
    const key = this.#credentials.configured(cashDesk)
    if (!key || !(await countPolledByKey(sql, this.#id(cashDesk))).has(key.fingerprint)) return
    const encrypted = this.#credentials.encrypt(key, cashDesk)
    if (encrypted) await insertApiKey(sql, { ...this.#id(cashDesk), ...encrypted })
  }

  #id(cashDesk: string): CashDeskKey {
    return { serviceUrl: this.#serviceUrl, cashDesk }
  }
}

/** Two requests that cost nothing and change nothing. */
async function testWith(client: CheckoutUzClient): Promise<KeyTest> {
  try {
    const balance = await client.getBalance()
    return { kind: "accepted", balance, methods: await client.getPaymentMethods() }
  } catch (failure) {
    if (!(failure instanceof CheckoutUzError)) throw failure
    return { kind: "refused", problem: undefined, failure }
  }
}
