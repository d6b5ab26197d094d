import { MedusaError } from "@medusajs/framework/utils"
import {
  CheckoutUzError,
  type CheckoutUzClient,
  type FiscalData,
  type InvoiceNumber,
  type PaymentStatusRecord,
} from "../../../client"
import {
  describeUnreadableKey,
  keyOf,
  lastFourOf,
  readAdminKey,
  readRetired,
  resolveKey,
  type AdminKey,
  type Key,
  type KeyInForce,
} from "./key-in-force"
import { describeProblem, type Problem } from "../cash-desks/problem"
import { isRejection } from "../cash-desks/rejection"
import { keyOwner, type Encryption } from "./encryption"
import { shortLived } from "../ttl-cache"
import { findDesksWithOpenInvoices, insertApiKey, type EncryptedKey } from "./repository"
import type { Sql } from "../database"

/** Milliseconds until a key that another server put in force is in force here too. */
const CACHE_MS = 1_000

export type CredentialsDependencies = {
  sql: Sql
  serviceUrl: string
  /** Undefined where the store has no encryption key: then no key is ever kept. */
  encryption: Encryption | undefined
  /** The key of a cash desk in the configuration. */
  configuredKey: (cashDesk: string) => string | undefined
  /** A client that uses a key of a cash desk: the one in force, or one that is only kept. */
  connect: (apiKey: string, cashDesk: string, key: "in_force" | "kept") => CheckoutUzClient
  /** Tells the developer's log. */
  logError: (message: string) => void
}

/** A cash desk as the key in force reaches it. */
export type Connection = {
  client: CheckoutUzClient
  /** A name for the key. */
  keyFingerprint: string
  /**
   * Keeps the key for the invoices made with it, also where it is no longer the one in force.
   * Call it inside the transaction that records the invoice.
   */
  keepKey: (transaction: Sql) => Promise<void>
}

/** What must be known of an invoice to ask about it. */
type RequestedInvoice = { cashDesk: string; keyFingerprint: string; number: InvoiceNumber }

/** The API keys of the cash desks: those in force, and those that open invoices were made with. */
export type Credentials = ReturnType<typeof openCredentials>

export function openCredentials(dependencies: CredentialsDependencies) {
  const { sql, serviceUrl, encryption, connect, logError } = dependencies
  const told = new Set<string>()
  const chosen = shortLived<string, AdminKey | undefined>(CACHE_MS, (cashDesk) =>
    readAdminKey(sql, encryption, { serviceUrl, cashDesk })
  )

  function configured(cashDesk: string): Key | undefined {
    const apiKey = dependencies.configuredKey(cashDesk)
    return apiKey === undefined ? undefined : keyOf(apiKey)
  }

  async function inForceOf(cashDesk: string): Promise<KeyInForce> {
    const inForce = resolveKey(await chosen.get(cashDesk), configured(cashDesk))
    if (inForce.kind === "encrypted" && !told.has(inForce.row.encrypted)) {
      told.add(inForce.row.encrypted)
      logError(describeUnreadableKey(cashDesk, inForce.row, encryption !== undefined))
    }
    return inForce
  }

  /** Why a desk has no key to call out with; undefined where it has one. */
  function problemWith(cashDesk: string, inForce: KeyInForce): Problem | undefined {
    switch (inForce.kind) {
      case "key":
        return undefined
      case "encrypted":
        return {
          code: "no_encryption_key",
          message: describeUnreadableKey(cashDesk, inForce.row, encryption !== undefined),
        }
      case "none":
        return { code: "no_key", message: describeProblem("no_key", cashDesk) }
    }
  }

  /** Those kept in the database, read afresh: what was dropped is not used any more. */
  async function retiredOf(cashDesk: string): Promise<Key[]> {
    const kept = await readRetired(sql, encryption, { serviceUrl, cashDesk })
    // An invoice made with the configuration's key is asked about with it, also without a kept copy.
    const other = configured(cashDesk)
    return other ? [...kept, other] : kept
  }

  /** The clients an invoice can be asked about with: with its own key, then with the one in force. */
  async function clientsFor(cashDesk: string, keyFingerprint: string): Promise<CheckoutUzClient[]> {
    const inForce = await inForceOf(cashDesk)
    const now = inForce.kind === "key" ? [connect(inForce.key.apiKey, cashDesk, "in_force")] : []
    if (inForce.kind === "key" && inForce.key.fingerprint === keyFingerprint) return now
    const kept = await retiredOf(cashDesk)
    const own = kept.find(({ fingerprint }) => fingerprint === keyFingerprint)
    return own ? [connect(own.apiKey, cashDesk, "kept"), ...now] : now
  }

  function encrypt(key: Key, cashDesk: string): EncryptedKey | undefined {
    const encrypted = encryption?.encrypt(key.apiKey, keyOwner({ serviceUrl, cashDesk }))
    return encrypted === undefined
      ? undefined
      : { fingerprint: key.fingerprint, encrypted, lastFour: lastFourOf(key) }
  }

  async function refuse(cashDesk: string): Promise<MedusaError> {
    const problem = problemWith(cashDesk, await inForceOf(cashDesk))
    return new MedusaError(
      MedusaError.Types.INVALID_DATA,
      problem?.message ?? describeProblem("no_key", cashDesk)
    )
  }

  /**
   * Asks the service about an invoice, with the key it was made with as long as that is accepted:
   * the key in force may be another cash desk's, which does not know the invoice.
   */
  async function request<T>(
    invoice: RequestedInvoice,
    question: (client: CheckoutUzClient) => Promise<T>
  ): Promise<T> {
    const [first, second] = await clientsFor(invoice.cashDesk, invoice.keyFingerprint)
    if (!first) throw await refuse(invoice.cashDesk)
    if (!second) return question(first)
    try {
      return await question(first)
    } catch (error) {
      if (!(error instanceof CheckoutUzError) || !isRejection(error)) throw error
      return question(second)
    }
  }

  return {
    /** Which key of a cash desk is in force; at most a second old. */
    inForce: inForceOf,
    problemWith,
    configured,
    /** Encrypts a key for a cash desk; undefined where the store has no encryption key. */
    encrypt,
    /** A key was changed on this server: nothing older is believed here from now on. */
    forget: (cashDesk: string) => {
      chosen.forget(cashDesk)
    },

    /**
     * A cash desk as the key in force reaches it: what is made over the connection was made with
     * that very key, whatever is in force a moment later.
     *
     * @throws MedusaError (invalid data) with one sentence when the desk has no key, or one that
     *   cannot be opened
     */
    connectionOf: async (cashDesk: string): Promise<Connection> => {
      const inForce = await inForceOf(cashDesk)
      if (inForce.kind !== "key") throw await refuse(cashDesk)
      const { key } = inForce
      return {
        client: connect(key.apiKey, cashDesk, "in_force"),
        keyFingerprint: key.fingerprint,
        keepKey: async (transaction) => {
          const encrypted = encrypt(key, cashDesk)
          if (encrypted) await insertApiKey(transaction, { serviceUrl, cashDesk, ...encrypted })
        },
      }
    },

    /**
     * A client to look for payments with: with a kept key for a desk that has none in force, such as
     * one that has left the configuration. `problem` says why that is so.
     */
    pollingClientOf: async (
      cashDesk: string
    ): Promise<{ client: CheckoutUzClient | undefined; problem: Problem | undefined }> => {
      const inForce = await inForceOf(cashDesk)
      if (inForce.kind === "key") {
        return { client: connect(inForce.key.apiKey, cashDesk, "in_force"), problem: undefined }
      }
      const [other] = await retiredOf(cashDesk)
      return {
        client: other && connect(other.apiKey, cashDesk, "kept"),
        problem: problemWith(cashDesk, inForce),
      }
    },

    /** Desks that have something to be found, also those no longer in the configuration. */
    desksWithOpenInvoices: () => findDesksWithOpenInvoices(sql, serviceUrl),

    /**
     * What the service says about an invoice's payment.
     *
     * @throws CheckoutUzError, or MedusaError (invalid data) where there is no key at all
     */
    statusOf: (invoice: RequestedInvoice): Promise<PaymentStatusRecord> =>
      request(invoice, (client) => client.statusPayment({ id: invoice.number })),

    /**
     * The client to pay an invoice with: its own key's, since another key may be another cash desk's.
     *
     * @throws MedusaError (invalid data) where there is no key at all
     */
    clientFor: async ({
      cashDesk,
      keyFingerprint,
    }: RequestedInvoice): Promise<CheckoutUzClient> => {
      const [own] = await clientsFor(cashDesk, keyFingerprint)
      if (!own) throw await refuse(cashDesk)
      return own
    },

    /** The fiscal receipt of an invoice, in whatever shape. Throws as `statusOf` does. */
    fiscalOf: (invoice: RequestedInvoice): Promise<FiscalData> =>
      request(invoice, (client) => client.getFiscal({ orderId: invoice.number })),
  }
}
