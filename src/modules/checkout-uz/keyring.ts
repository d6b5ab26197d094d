import { MedusaError } from "@medusajs/framework/utils"
import {
  CheckoutUzError,
  type CheckoutUzClient,
  type FiscalData,
  type PaymentStatusRecord,
} from "../../client"
import { fingerprint } from "./cash-desks"
import type { Invoice } from "./invoice"
import { isRejection } from "./rejection"
import type { Sealer } from "./sealing"
import { findApiKeys, findDesksWithOpenInvoices, insertApiKey } from "./store/api-key"
import type { Sql } from "./store/sql"

export type KeyringDependencies = {
  sql: Sql
  serviceUrl: string
  /** Undefined where the store has no encryption key: then no key is ever kept. */
  sealer: Sealer | undefined
  /** The key in force of a cash desk. */
  presentKey: (cashDesk: string) => string | undefined
  /** A client that uses a key. */
  connect: (apiKey: string) => CheckoutUzClient
}

type Key = { apiKey: string; fingerprint: string }

/** The API keys of the cash desks: those in force, and those that open invoices were made with. */
export type Keyring = ReturnType<typeof openKeyring>

export function openKeyring(dependencies: KeyringDependencies) {
  const { sql, serviceUrl, sealer, connect } = dependencies
  const ownerOf = (cashDesk: string) => `${serviceUrl} ${cashDesk}`

  function present(cashDesk: string): Key | undefined {
    const apiKey = dependencies.presentKey(cashDesk)
    return apiKey === undefined ? undefined : { apiKey, fingerprint: fingerprint(apiKey) }
  }

  async function kept(cashDesk: string): Promise<Key[]> {
    if (!sealer) return []
    const rows = await findApiKeys(sql, { serviceUrl, cashDesk })
    return rows.flatMap((row) => {
      const apiKey = sealer.open(row.sealed, ownerOf(cashDesk))
      return apiKey === undefined ? [] : [{ apiKey, fingerprint: row.fingerprint }]
    })
  }

  /** The keys an invoice can be asked about with: the one it was made with, then the one in force. */
  async function keysFor({ cashDesk, keyFingerprint }: Invoice): Promise<Key[]> {
    const now = present(cashDesk)
    if (now?.fingerprint === keyFingerprint) return [now]
    const own = (await kept(cashDesk)).find((key) => key.fingerprint === keyFingerprint)
    return [own, now].flatMap((key) => key ?? [])
  }

  /**
   * Asks the service about an invoice, with the key it was made with as long as that is accepted:
   * the key in force may be another cash desk's, which does not know the invoice.
   */
  async function askAbout<T>(
    invoice: Invoice,
    question: (client: CheckoutUzClient) => Promise<T>
  ): Promise<T> {
    const [first, second] = await keysFor(invoice)
    if (!first) throw noKey(invoice.cashDesk)
    const ask = (key: Key) => question(connect(key.apiKey))
    if (!second) return ask(first)
    try {
      return await ask(first)
    } catch (error) {
      if (!(error instanceof CheckoutUzError) || !isRejection(error)) throw error
      return ask(second)
    }
  }

  return {
    /** The name of the key in force of a cash desk; undefined where it has none. */
    fingerprintOf: (cashDesk: string) => present(cashDesk)?.fingerprint,

    /**
     * The client of a cash desk, for everything but questions about an invoice.
     *
     * @throws MedusaError (invalid data) with one sentence when the desk has no API key
     */
    clientOf: (cashDesk: string): CheckoutUzClient => {
      const key = present(cashDesk)
      if (!key) throw noKey(cashDesk)
      return connect(key.apiKey)
    },

    /** The same, with a kept key for a desk that has left the configuration; undefined without any. */
    watchingClientOf: async (cashDesk: string): Promise<CheckoutUzClient | undefined> => {
      const key = present(cashDesk) ?? (await kept(cashDesk)).at(0)
      return key && connect(key.apiKey)
    },

    /** Keeps the key in force of a cash desk for the invoices made with it. */
    keepPresent: async (transaction: Sql, cashDesk: string): Promise<void> => {
      const key = present(cashDesk)
      if (!sealer || !key) return
      await insertApiKey(transaction, {
        serviceUrl,
        cashDesk,
        fingerprint: key.fingerprint,
        sealed: sealer.seal(key.apiKey, ownerOf(cashDesk)),
      })
    },

    /** Desks that have something to be found, also those no longer in the configuration. */
    desksWithOpenInvoices: () => findDesksWithOpenInvoices(sql, serviceUrl),

    /**
     * What the service says about an invoice's payment.
     *
     * @throws CheckoutUzError, or MedusaError (invalid data) where there is no key at all
     */
    statusOf: (invoice: Invoice): Promise<PaymentStatusRecord> =>
      askAbout(invoice, (client) => client.statusPayment({ id: invoice.number })),

    /** The fiscal receipt of an invoice, in whatever shape. Throws as `statusOf` does. */
    fiscalOf: (invoice: Invoice): Promise<FiscalData> =>
      askAbout(invoice, (client) => client.getFiscal({ orderId: invoice.number })),
  }
}

function noKey(cashDesk: string): MedusaError {
  return new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `Cash desk "${cashDesk}" has no API key: set options.apiKey of its provider entry under @medusajs/medusa/payment in medusa-config.`
  )
}
