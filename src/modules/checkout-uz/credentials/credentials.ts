import { MedusaError } from "@medusajs/framework/utils"
import {
  CheckoutUzError,
  type CheckoutUzClient,
  type FiscalData,
  type PaymentStatusRecord,
} from "../../../client"
import {
  describeUnreadableKey,
  keyOf,
  lastFourOf,
  resolveKey,
  type AdminKey,
  type Key,
  type KeyInForce,
} from "./key-in-force"
import type { CashDeskKey } from "../cash-desks/cash-desk"
import type { Connection, RequestedInvoice } from "./connection"
import { describeProblem, type Problem } from "../cash-desks/problem"
import { isRejection } from "../cash-desks/rejection"
import type { Encryption } from "./encryption"
import { TtlCache } from "../ttl-cache"
import {
  findCashDesksWithOpenInvoices,
  findKeyInForce,
  findRetiredKeys,
  insertApiKey,
  type ApiKeyRow,
  type EncryptedKey,
} from "./repository"
import type { Sql } from "../database"

/** Milliseconds until a key that another server put in force is in force here too. */
const CACHE_MS = 1_000

export type CredentialsDependencies = {
  sql: Sql
  serviceUrl: string
  /** Undefined where the store has no encryption key: then no key is ever stored. */
  encryption: Encryption | undefined
  /** The key of a cash desk in the configuration. */
  configuredKey: (cashDesk: string) => string | undefined
  /** A client that uses a key of a cash desk. */
  connect: (apiKey: string, cashDesk: string, key: "in_force" | "retired") => CheckoutUzClient
  logError: (message: string) => void
}

/** The API keys of the cash desks, in force and retired, and the choice of one for a request. */
export class Credentials {
  readonly #given: CredentialsDependencies
  /** Keys that were logged as unreadable. */
  readonly #logged = new Set<string>()
  readonly #adminKeys: TtlCache<string, AdminKey | undefined>

  constructor(dependencies: CredentialsDependencies) {
    this.#given = dependencies
    this.#adminKeys = new TtlCache(CACHE_MS, (cashDesk) => this.#readAdminKey(cashDesk))
  }

  /** Which key of a cash desk is in force; at most a second old. */
  async inForce(cashDesk: string): Promise<KeyInForce> {
    const inForce = resolveKey(await this.#adminKeys.get(cashDesk), this.configured(cashDesk))
    if (inForce.kind === "unreadable" && !this.#logged.has(inForce.row.encrypted)) {
      this.#logged.add(inForce.row.encrypted)
      this.#given.logError(this.#describeUnreadable(cashDesk, inForce.row))
    }
    return inForce
  }

  /** Why a cash desk has no key for a request; undefined where it has one. */
  problemWith(cashDesk: string, inForce: KeyInForce): Problem | undefined {
    switch (inForce.kind) {
      case "key":
        return undefined
      case "unreadable":
        return {
          code: "no_encryption_key",
          message: this.#describeUnreadable(cashDesk, inForce.row),
        }
      case "none":
        return { code: "no_key", message: describeProblem("no_key", cashDesk) }
    }
  }

  /** The key of a cash desk in the configuration. */
  configured(cashDesk: string): Key | undefined {
    const apiKey = this.#given.configuredKey(cashDesk)
    return apiKey === undefined ? undefined : keyOf(apiKey)
  }

  /** Encrypts a key for a cash desk; undefined where the store has no encryption key. */
  encrypt(key: Key, cashDesk: string): EncryptedKey | undefined {
    const { encryption } = this.#given
    if (!encryption?.canEncrypt) return undefined
    const encrypted = encryption.encrypt(key.apiKey, this.#id(cashDesk))
    return { fingerprint: key.fingerprint, encrypted, lastFour: lastFourOf(key) }
  }

  /** A key was changed on this server: the next question reads it afresh. */
  forget(cashDesk: string): void {
    this.#adminKeys.forget(cashDesk)
  }

  /**
   * A cash desk as the key in force reaches it: what is made over the connection was made with that
   * very key, whatever is in force a moment later.
   *
   * @throws MedusaError (invalid data) when the cash desk has no key, or one that cannot be decrypted
   */
  async connectionOf(cashDesk: string): Promise<Connection> {
    const inForce = await this.inForce(cashDesk)
    if (inForce.kind !== "key") throw await this.#refusal(cashDesk)
    const { key } = inForce
    const encrypted = this.encrypt(key, cashDesk)
    return {
      client: this.#given.connect(key.apiKey, cashDesk, "in_force"),
      keyFingerprint: key.fingerprint,
      keepKey:
        encrypted &&
        ((transaction) => insertApiKey(transaction, { ...this.#id(cashDesk), ...encrypted })),
    }
  }

  /**
   * A client to look for payments with: with a retired key for a cash desk that has none in force,
   * such as one that has left the configuration. `problem` says why that is so.
   */
  async pollingClientOf(
    cashDesk: string
  ): Promise<{ client: CheckoutUzClient | undefined; problem: Problem | undefined }> {
    const inForce = await this.inForce(cashDesk)
    const problem = this.problemWith(cashDesk, inForce)
    if (inForce.kind === "key") {
      return { client: this.#given.connect(inForce.key.apiKey, cashDesk, "in_force"), problem }
    }
    const [other] = await this.#retired(cashDesk)
    return { client: other && this.#given.connect(other.apiKey, cashDesk, "retired"), problem }
  }

  /** Cash desks whose invoices are polled, also those no longer in the configuration. */
  desksWithOpenInvoices(): Promise<string[]> {
    return findCashDesksWithOpenInvoices(this.#given.sql, this.#given.serviceUrl)
  }

  /**
   * What the service says about an invoice's payment.
   *
   * @throws CheckoutUzError, or MedusaError (invalid data) where there is no key at all
   */
  statusOf(invoice: RequestedInvoice): Promise<PaymentStatusRecord> {
    return this.#request(invoice, (client) => client.statusPayment({ id: invoice.number }))
  }

  /** The fiscal receipt of an invoice, in whatever shape. Throws as `statusOf` does. */
  fiscalOf(invoice: RequestedInvoice): Promise<FiscalData> {
    return this.#request(invoice, (client) => client.getFiscal({ orderId: invoice.number }))
  }

  /** The client to pay an invoice with, by {@link keyFor}; throws as that does. */
  async clientFor(invoice: RequestedInvoice): Promise<CheckoutUzClient> {
    return (await this.#clientsFor(invoice)).first
  }

  /**
   * The API key to pay an invoice with: its own, since another may be another cash desk's.
   *
   * @throws MedusaError (invalid data) where there is no key at all
   */
  async keyFor(invoice: RequestedInvoice): Promise<Key> {
    return (await this.#keysFor(invoice)).firstKey
  }

  /**
   * Sends a request about an invoice with the key it was made with as long as that is accepted: the
   * key in force may be another cash desk's, which does not know the invoice.
   */
  async #request<T>(
    invoice: RequestedInvoice,
    send: (client: CheckoutUzClient) => Promise<T>
  ): Promise<T> {
    const { first, second } = await this.#clientsFor(invoice)
    try {
      return await send(first)
    } catch (error) {
      if (!second || !(error instanceof CheckoutUzError) || !isRejection(error)) throw error
      return send(second)
    }
  }

  /** The clients for an invoice: with its own key, then with the one in force. */
  async #clientsFor({
    cashDesk,
    keyFingerprint,
  }: RequestedInvoice): Promise<{ first: CheckoutUzClient; second: CheckoutUzClient | undefined }> {
    const { connect } = this.#given
    const { firstKey, own, inForce } = await this.#keysFor({ cashDesk, keyFingerprint })
    const first = connect(firstKey.apiKey, cashDesk, own ? "retired" : "in_force")
    const second = own && inForce && connect(inForce.apiKey, cashDesk, "in_force")
    return { first, second }
  }

  /** The keys for an invoice: `own` where it was made with another than the one in force. */
  async #keysFor({ cashDesk, keyFingerprint }: Omit<RequestedInvoice, "number">) {
    const resolved = await this.inForce(cashDesk)
    const inForce = resolved.kind === "key" ? resolved.key : undefined
    const retired = inForce?.fingerprint === keyFingerprint ? [] : await this.#retired(cashDesk)
    const own = retired.find(({ fingerprint }) => fingerprint === keyFingerprint)
    const firstKey = own ?? inForce
    if (!firstKey) throw await this.#refusal(cashDesk)
    return { firstKey, own, inForce }
  }

  async #readAdminKey(cashDesk: string): Promise<AdminKey | undefined> {
    const row = await findKeyInForce(this.#given.sql, this.#id(cashDesk))
    return row && { row, key: this.#decrypt(row, cashDesk) }
  }

  /** Retired keys that can be decrypted, read afresh: what was dropped is not used any more. */
  async #retired(cashDesk: string): Promise<Key[]> {
    const rows = this.#given.encryption
      ? await findRetiredKeys(this.#given.sql, this.#id(cashDesk))
      : []
    const retired = rows.flatMap((row) => this.#decrypt(row, cashDesk) ?? [])
    // The configuration's key serves its invoices also where it is not stored.
    const configured = this.configured(cashDesk)
    return configured ? [...retired, configured] : retired
  }

  #decrypt({ encrypted }: ApiKeyRow, cashDesk: string): Key | undefined {
    const apiKey = this.#given.encryption?.decrypt(encrypted, this.#id(cashDesk))
    return apiKey === undefined ? undefined : keyOf(apiKey)
  }

  async #refusal(cashDesk: string): Promise<MedusaError> {
    const problem = this.problemWith(cashDesk, await this.inForce(cashDesk))
    const { code, message } = problem ?? {
      code: "no_key" as const,
      message: describeProblem("no_key", cashDesk),
    }
    return new MedusaError(MedusaError.Types.INVALID_DATA, message, code)
  }

  #describeUnreadable(cashDesk: string, row: ApiKeyRow): string {
    return describeUnreadableKey(cashDesk, row, this.#given.encryption !== undefined)
  }

  #id(cashDesk: string): CashDeskKey {
    return { serviceUrl: this.#given.serviceUrl, cashDesk }
  }
}
