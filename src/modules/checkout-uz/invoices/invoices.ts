import { randomBytes } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { CreatedInvoice, InvoiceNumber } from "../../../client"
import type { Connection } from "../credentials/connection"
import { reasonOf, type Sql } from "../database"
import type { Intent } from "./intent"
import type { Invoice } from "./invoice"
import { labelCollection, type InvoiceLabel } from "./label"
import { NumberLookup } from "./number-lookup"
import {
  bind,
  findByCollections,
  findById,
  findByNumber,
  findByOwner,
  findBySession,
  findSpentBy,
  insertInvoice,
  type InvoiceRecord,
} from "./repository"
import { OPEN_STATES } from "./states"
import { UnansweredCreations } from "./unanswered-creations"
import { enqueue, moveToCollection, recordPaymentSystem } from "./request-log"

/** An invoice the service has just created, with the intent it was created for. */
export type NewInvoice = {
  intent: Intent
  /** The connection it was made over: its key is the one to request it with. */
  connection: Connection
  providerId: string
  /** Whom its money is for; see `../models/owner`. */
  ownerId: string
  cartId?: string | undefined
  label?: InvoiceLabel
  sessionId: string
  webhookToken: string
  created: Pick<CreatedInvoice, "number" | "uuid" | "lifetimeSeconds">
  /** The addresses a customer may be sent to; an empty payment address is never handed out. */
  addresses: {
    paymentUrl: string
    payVia: Record<string, string>
    customPaymentPages: { domain: string; url: string }[]
  }
}

export type InvoicesDependencies = {
  sql: Knex
  serviceUrl: string
  /** Minutes after a cart's invoice's lifetime until its unpaid order is cancelled; undefined for never. */
  giveUpMinutes: () => Promise<number | undefined>
  logError: (message: string) => void
}

/** Every invoice ever made. */
export class Invoices {
  readonly #sql: Knex
  readonly #dependencies: InvoicesDependencies
  readonly #numbers: NumberLookup

  constructor(dependencies: InvoicesDependencies) {
    this.#sql = dependencies.sql
    this.#dependencies = dependencies
    this.#numbers = new NumberLookup(dependencies)
  }

  /** A random token for an invoice's own webhook address. */
  newWebhookToken(): string {
    return randomBytes(18).toString("base64url")
  }

  /**
   * Records an invoice before anybody is shown its address.
   *
   * INVARIANT: an invoice whose address is shown is a row. Where the row cannot be written, the number
   * is logged and the error passes on, so that the address is never shown.
   *
   * @returns undefined where the service gave it the number of another invoice: that one stays as it is,
   *   and this one is remembered as one that may exist under a number nobody knows
   */
  async record(invoice: NewInvoice): Promise<Invoice | undefined> {
    const { intent, created, addresses, connection } = invoice
    try {
      const giveUpMinutes =
        invoice.cartId === undefined ? undefined : await this.#dependencies.giveUpMinutes()
      const record = {
        intent,
        number: created.number,
        uuid: created.uuid,
        keyFingerprint: connection.keyFingerprint,
        providerId: invoice.providerId,
        ownerId: invoice.ownerId,
        cartId: invoice.cartId,
        label: invoice.label ?? {},
        ...addresses,
        lifetimeSeconds: created.lifetimeSeconds,
        giveUpMinutes,
        webhookToken: invoice.webhookToken,
        sessionId: invoice.sessionId,
      }
      const row = await this.#insert(record, connection)
      if (!row) await this.#sql.transaction((sql) => this.#noteSecond(sql, invoice))
      return row
    } catch (error) {
      this.#dependencies.logError(
        `Invoice ${created.number} of cash desk "${intent.cashDesk}" exists at the service and could not be recorded: ${reasonOf(error)}`
      )
      throw error
    }
  }

  async #insert(record: InvoiceRecord, { keepKey }: Connection): Promise<Invoice | undefined> {
    if (!keepKey) return insertInvoice(this.#sql, record)
    return this.#sql.transaction(async (sql) => {
      const row = await insertInvoice(sql, record)
      if (row) await keepKey(sql)
      return row
    })
  }

  /** One of two invoices with one number has another one at the service, and nobody can tell which. */
  async #noteSecond(sql: Sql, { intent, created, cartId, label }: NewInvoice): Promise<void> {
    const { serviceUrl, cashDesk, paymentCollectionId, invoiceAmount } = intent
    const { number } = created
    const creations = new UnansweredCreations(sql)
    const asked = { serviceUrl, cashDesk, paymentCollectionId, invoiceAmount }
    await creations.add({ ...asked, cartId, orderId: label?.orderId })
    const first = await findByNumber(sql, { serviceUrl, cashDesk, number })
    // What the service has confirmed under this number is its own.
    if (first && OPEN_STATES.includes(first.state)) {
      await creations.add({ ...first, cartId: first.cartId, orderId: first.orderId })
    }
    this.#dependencies.logError(
      `The service gave a new invoice of cash desk "${cashDesk}" over ${invoiceAmount} UZS the number ${number}, which another one has: its page is not shown, and the history is compared for what was paid.`
    )
  }

  /**
   * Remembers that an invoice was requested and nobody knows whether it was made: the history may tell
   * later, and the merchant is shown it.
   */
  async noteUnanswered(
    { serviceUrl, cashDesk, paymentCollectionId, invoiceAmount }: Intent,
    { cartId, orderId }: { cartId: string | undefined; orderId: string | undefined }
  ): Promise<void> {
    const creation = { serviceUrl, cashDesk, paymentCollectionId, invoiceAmount, cartId, orderId }
    try {
      await new UnansweredCreations(this.#sql).add(creation)
    } catch (error) {
      this.#dependencies.logError(
        `An invoice of cash desk "${cashDesk}" over ${invoiceAmount} UZS may exist at the service, and that could not be recorded: ${reasonOf(error)}`
      )
      throw error
    }
  }

  /** Hands an invoice to another session, instead of making a second one. */
  async bind(invoice: Invoice, sessionId: string): Promise<Invoice> {
    await bind(this.#sql, { invoiceId: invoice.id, sessionId })
    return invoice
  }

  async find(id: string): Promise<Invoice | undefined> {
    return findById(this.#sql, id)
  }

  /** An invoice by its number, within a cash desk of the configured service. */
  async findByNumber(cashDesk: string, number: InvoiceNumber): Promise<Invoice | undefined> {
    const id = await this.#numbers.idOf(cashDesk, number)
    return id === undefined ? undefined : findById(this.#sql, id)
  }

  /** Every invoice ever made for one of some payment collections, the oldest first. */
  async ofCollections(collectionIds: readonly string[]): Promise<Invoice[]> {
    return findByCollections(this.#sql, collectionIds)
  }

  /** Every invoice ever made for a cart, also after its order, or for an order without one. */
  async ofOwner(ownerId: string): Promise<Invoice[]> {
    return findByOwner(this.#sql, ownerId)
  }

  /** The invoice a session was last handed, also when the session has been replaced since. */
  async ofSession(sessionId: string): Promise<Invoice | undefined> {
    return findBySession(this.#sql, sessionId)
  }

  /** What a session has spent: one invoice, or the parts of one payment; none where it has spent nothing. */
  async spentBy(sessionId: string): Promise<Invoice[]> {
    return findSpentBy(this.#sql, sessionId)
  }

  /** Lets the money of a payment collection follow its cart to another collection. */
  async moveToCollection(from: string, to: string): Promise<void> {
    await moveToCollection(this.#sql, from, to)
  }

  /** Lets a payment collection's invoices be found by its order. */
  async label(paymentCollectionId: string, label: InvoiceLabel): Promise<void> {
    await labelCollection(this.#sql, paymentCollectionId, label)
  }

  /** Puts an open invoice at the head of those to verify; see {@link enqueue}. */
  async enqueue(id: string): Promise<void> {
    await enqueue(this.#sql, id)
  }

  /** Keeps the payment system a webhook named: a hint for people, never evidence. */
  async recordPaymentSystem(id: string, key: string): Promise<void> {
    await recordPaymentSystem(this.#sql, id, key)
  }
}
