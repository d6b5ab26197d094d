import { randomBytes } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger } from "@medusajs/framework/types"
import { type MedusaError, MedusaService } from "@medusajs/framework/utils"
import {
  createCheckoutUzClient,
  type CheckoutUzError,
  type CheckoutUzClient,
  type CreatedInvoice,
  type InvoiceNumber,
} from "../../client"
import { InvoiceRequests } from "./invoices/requests"
import { Attention } from "./attention"
import { BooksComparison } from "./books/comparison"
import { findApiKey, readProviderEntries, type ProviderEntry } from "./cash-desks/entries"
import { withPauses } from "./cash-desks/pauses"
import { KeyManagement } from "./credentials/management"
import { CashDeskHealth } from "./cash-desks/health"
import type { Invoice as LedgerInvoice } from "./invoices/invoice"
import { Credentials, type Connection } from "./credentials/credentials"
import type { Intent } from "./invoices/intent"
import { labelCollection, type InvoiceLabel } from "./invoices/label"
import { RateLimits } from "./rate-limits"
import {
  Alert,
  ApiKey,
  BooksCheck,
  CashDesk,
  Invoice,
  InvoiceBinding,
  InvoiceTransition,
  Owner,
  Payout,
  AccountSnapshotRow,
  Setting,
  UnansweredCreation,
  WebhookDelivery,
} from "./models"
import { NO_WEBHOOK_ADDRESS, parsePluginOptions, type PluginOptions } from "./settings/options"
import { Payouts } from "./payouts/payouts"
import { AccountSnapshots, pruneSnapshots } from "./cash-desks/account-snapshot"
import { InvoiceQueries } from "./invoices/queries"
import { reencryptApiKeys, type Reencrypted } from "./credentials/rotation"
import { Encryption } from "./credentials/encryption"
import { Settings } from "./settings/settings"
import { Spending } from "./invoices/spending"
import { dropUnneededApiKeys } from "./credentials/repository"
import { enqueue, moveToCollection, recordPaymentSystem } from "./invoices/request-log"
import { pauseDesk, recordNotification, recordShopId, secondsPaused } from "./cash-desks/repository"
import { keepDelivery, type Delivery } from "./webhooks/deliveries"
import {
  bind,
  findByCollections,
  findById,
  findByNumber,
  findByOwner,
  findBySession,
  findSpentBy,
  insertInvoice,
} from "./invoices/repository"
import { paymentsPerDay, type DayOfPayments } from "./invoices/payments-per-day"
import { prune, type Pruned } from "./prune"
import { reasonOf } from "./database"
import { UnansweredCreations } from "./invoices/unanswered-creations"
import { UnpaidOrders } from "./invoices/unpaid-orders"
import { Polling } from "./invoices/polling"

type Dependencies = {
  __pg_connection__: Knex
  configModule: unknown
  logger: Logger
}

/** An invoice the service has just created, with the intent it was created for. */
export type NewInvoice = {
  intent: Intent
  /** The connection it was made over: its key is the one to ask about it with. */
  connection: Connection
  providerId: string
  /** Whom its money is for; see `./models/owner`. */
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

/**
 * The ledger: every invoice ever created, what the service confirmed about it, and which payment
 * session its money is booked in. It knows nothing of carts and orders.
 */
export class CheckoutUzModuleService extends MedusaService({
  Alert,
  ApiKey,
  BooksCheck,
  CashDesk,
  Invoice,
  InvoiceBinding,
  InvoiceTransition,
  Owner,
  Payout,
  AccountSnapshotRow,
  Setting,
  UnansweredCreation,
  WebhookDelivery,
}) {
  readonly options: PluginOptions
  /** One message for the developer when the plugin's options are wrong. */
  readonly optionsProblem: string | undefined
  readonly requests: InvoiceRequests
  readonly spending: Spending
  readonly polling: Polling
  readonly attention: Attention
  readonly payouts: Payouts
  readonly books: BooksComparison
  readonly unanswered: UnansweredCreations
  readonly queries: InvoiceQueries
  /** What a merchant may choose in the admin: see {@link Settings}. */
  readonly settings: Settings
  /** What a merchant does about API keys: see {@link KeyManagement}. */
  readonly keys: KeyManagement
  /** How cash desks are doing: see {@link CashDeskHealth}. */
  readonly health: CashDeskHealth
  /** What the service says of a cash desk: see {@link AccountSnapshots}. */
  readonly snapshots: AccountSnapshots
  readonly #encryption: Encryption | undefined
  readonly #credentials: Credentials
  /** How often strangers may make the store do something: see {@link RateLimits}. */
  readonly limits: RateLimits
  readonly unpaidOrders: UnpaidOrders
  readonly #sql: Knex
  readonly #logger: Logger
  readonly #config: unknown
  readonly #clients = new Map<string, CheckoutUzClient>()

  constructor(dependencies: Dependencies, options?: Record<string, unknown>) {
    // eslint-disable-next-line prefer-rest-params -- MedusaService takes what the module loader passes, untyped
    super(...arguments)
    const { options: parsed, problem, written } = parsePluginOptions(options)
    this.options = parsed
    this.optionsProblem = problem
    this.#sql = dependencies.__pg_connection__
    this.#logger = dependencies.logger
    this.#config = dependencies.configModule
    this.#encryption =
      parsed.encryptionKeys.length === 0 ? undefined : new Encryption(parsed.encryptionKeys)
    const on = { sql: this.#sql, serviceUrl: parsed.baseUrl }
    const warn = (message: string) => {
      this.#logger.warn(message)
    }
    this.settings = new Settings({
      sql: this.#sql,
      configured: {
        values: {
          orderPlacement: parsed.orderPlacement,
          cardPayments: parsed.cardPayments,
          description: parsed.description,
          watchDays: parsed.reconcile.watchDays,
        },
        written,
      },
    })
    this.health = new CashDeskHealth({ ...on, warn })
    this.#credentials = new Credentials({
      ...on,
      encryption: this.#encryption,
      configuredKey: (cashDesk) => findApiKey(this.providerEntries, cashDesk),
      connect: (apiKey, cashDesk, key) => this.#connect(apiKey, cashDesk, key),
      logError: (message) => {
        this.#logger.error(message)
      },
    })
    this.requests = new InvoiceRequests({ ...on, credentials: this.#credentials, warn })
    this.spending = new Spending({ sql: this.#sql, warn })
    this.keys = new KeyManagement({
      ...on,
      credentials: this.#credentials,
      connectOnce: (apiKey) => this.#newClient(apiKey),
    })
    this.snapshots = new AccountSnapshots({ ...on, requestMs: parsed.timeouts.requestMs })
    this.polling = new Polling({
      ...on,
      watchDays: async () => (await this.settings.current()).watchDays,
      sweepSeconds: parsed.reconcile.sweepSeconds,
      credentials: this.#credentials,
    })
    this.attention = new Attention(on)
    this.payouts = new Payouts(this.#sql)
    this.books = new BooksComparison(this.#sql)
    this.unanswered = new UnansweredCreations(this.#sql)
    this.queries = new InvoiceQueries(on)
    this.limits = new RateLimits({
      sql: this.#sql,
      limits: parsed.limits,
      warn,
    })
    this.unpaidOrders = new UnpaidOrders({
      ...on,
      cancelAfterMinutes: parsed.unpaidOrders.cancelAfterMinutes,
    })
    if (problem) this.#logger.error(problem)
  }

  /** The provider entries of this plugin in medusa-config. */
  get providerEntries(): ProviderEntry[] {
    return readProviderEntries(this.#config)
  }

  /** One message for the developer where the plugin's options are wrong or not enough. */
  get configurationProblem(): string | undefined {
    if (this.optionsProblem !== undefined) return this.optionsProblem
    return this.options.webhookBaseUrl === undefined ? NO_WEBHOOK_ADDRESS : undefined
  }

  /**
   * A cash desk as its key in force reaches it; see {@link Credentials}.
   *
   * @throws MedusaError (invalid data) with one message when the desk has no API key, or one that
   *   no encryption key opens
   */
  connectionOf(cashDesk: string): Promise<Connection> {
    return this.#credentials.connectionOf(cashDesk)
  }

  #connect(apiKey: string, cashDesk: string, key: "in_force" | "retired"): CheckoutUzClient {
    // No cash desk's name has a blank, so that the three never run into each other.
    const name = `${key} ${cashDesk} ${apiKey}`
    const connected = this.#clients.get(name)
    if (connected) return connected
    const desk = { serviceUrl: this.options.baseUrl, cashDesk }
    const client = withPauses(this.#newClient(apiKey), {
      secondsPaused: () => secondsPaused(this.#sql, desk),
      pause: (seconds) => this.#pause(desk, seconds),
      onAnswer:
        key === "in_force" ? (failure) => this.health.noteRequest(cashDesk, failure) : undefined,
    })
    this.#clients.set(name, client)
    return client
  }

  async #pause(desk: { serviceUrl: string; cashDesk: string }, seconds: number): Promise<void> {
    if (await pauseDesk(this.#sql, { ...desk, seconds })) {
      this.#logger.warn(
        `The payment service wants no calls of cash desk "${desk.cashDesk}" for ${seconds} s (HTTP 429): none is made until then.`
      )
    }
  }

  #newClient(apiKey: string): CheckoutUzClient {
    return createCheckoutUzClient({
      apiKey,
      baseUrl: this.options.baseUrl,
      timeoutMs: this.options.timeouts.requestMs,
      logger: this.#logger,
    })
  }

  /** Whether API keys can be encrypted here, and so be set in the admin. */
  get canEncrypt(): boolean {
    return this.#encryption !== undefined
  }

  /** Encrypts every stored API key with the first encryption key; see {@link reencryptApiKeys}. */
  async reencryptApiKeys(): Promise<Reencrypted | undefined> {
    return this.#encryption && reencryptApiKeys(this.#sql, this.#encryption)
  }

  /** A random token for an invoice's own webhook address. */
  newWebhookToken(): string {
    return randomBytes(18).toString("base64url")
  }

  /** Hands an invoice to another session, instead of making a second one. */
  async bindInvoice(invoice: LedgerInvoice, sessionId: string): Promise<LedgerInvoice> {
    await bind(this.#sql, { invoiceId: invoice.id, sessionId })
    return invoice
  }

  /**
   * Records an invoice before anybody is shown its address.
   *
   * INVARIANT: an invoice whose address is shown is a row. Where the row cannot be written, the number
   * is logged and the error passes on, so that the address is never shown.
   */
  async recordInvoice(invoice: NewInvoice): Promise<LedgerInvoice> {
    const { intent, created, addresses, connection } = invoice
    try {
      const giveUpMinutes = await this.#giveUpMinutes(invoice)
      return await this.#sql.transaction(async (sql) => {
        const row = await insertInvoice(sql, {
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
        })
        await connection.keepKey(sql)
        await bind(sql, { invoiceId: row.id, sessionId: invoice.sessionId })
        return row
      })
    } catch (error) {
      this.#logger.error(
        `Invoice ${created.number} of cash desk "${intent.cashDesk}" exists at the service and could not be recorded: ${reasonOf(error)}`
      )
      throw error
    }
  }

  /** Minutes after its lifetime until an order that still awaits this invoice is cancelled. */
  async #giveUpMinutes({ cartId }: NewInvoice): Promise<number | undefined> {
    const { orderPlacement } = await this.settings.current()
    if (orderPlacement !== "before_payment" || cartId === undefined) return undefined
    return this.options.unpaidOrders.cancelAfterMinutes ?? undefined
  }

  /**
   * Remembers that the service was asked for an invoice and nobody knows whether it made one: the
   * history may tell later, and the merchant is shown it.
   */
  async noteUnanswered(
    { serviceUrl, cashDesk, paymentCollectionId, invoiceAmount }: Intent,
    { cartId, orderId }: { cartId: string | undefined; orderId: string | undefined }
  ): Promise<void> {
    try {
      await this.unanswered.add({
        serviceUrl,
        cashDesk,
        paymentCollectionId,
        invoiceAmount,
        cartId,
        orderId,
      })
    } catch (error) {
      this.#logger.error(
        `An invoice of cash desk "${cashDesk}" over ${invoiceAmount} UZS may exist at the service, and that could not be recorded: ${reasonOf(error)}`
      )
      throw error
    }
  }

  /** Writes the service's own words about a failed call to the merchant's log. */
  reportServiceFailure(error: CheckoutUzError | MedusaError): void {
    this.#logger.error(error.message)
  }

  async findInvoice(id: string): Promise<LedgerInvoice | undefined> {
    return findById(this.#sql, id)
  }

  /** An invoice by its number, within a cash desk of the configured service. */
  async findInvoiceByNumber(
    cashDesk: string,
    number: InvoiceNumber
  ): Promise<LedgerInvoice | undefined> {
    return findByNumber(this.#sql, { serviceUrl: this.options.baseUrl, cashDesk, number })
  }

  /** Every invoice ever made for one of some payment collections, the oldest first. */
  async findInvoicesOf(collectionIds: readonly string[]): Promise<LedgerInvoice[]> {
    return findByCollections(this.#sql, collectionIds)
  }

  /** Every invoice ever made for a cart, also after its order, or for an order without one. */
  async findInvoicesOfOwner(ownerId: string): Promise<LedgerInvoice[]> {
    return findByOwner(this.#sql, ownerId)
  }

  async findInvoiceOfSession(sessionId: string): Promise<LedgerInvoice | undefined> {
    return findBySession(this.#sql, sessionId)
  }

  async findInvoiceSpentBy(sessionId: string): Promise<LedgerInvoice | undefined> {
    return findSpentBy(this.#sql, sessionId)
  }

  /** Lets the money of a payment collection follow its cart to another collection. */
  async moveToCollection(from: string, to: string): Promise<void> {
    await moveToCollection(this.#sql, from, to)
  }

  /** Lets a payment collection's invoices be found by its order; see {@link InvoiceLabel}. */
  async labelCollection(paymentCollectionId: string, label: InvoiceLabel): Promise<void> {
    await labelCollection(this.#sql, paymentCollectionId, label)
  }

  async enqueue(invoiceId: string): Promise<void> {
    await enqueue(this.#sql, invoiceId)
  }

  async recordPaymentSystem(invoiceId: string, key: string): Promise<void> {
    await recordPaymentSystem(this.#sql, invoiceId, key)
  }

  /** Notes that a webhook told of an invoice; see {@link recordNotification}. */
  async noteNotified({ id, serviceUrl, cashDesk }: LedgerInvoice): Promise<void> {
    await recordNotification(this.#sql, { serviceUrl, cashDesk, invoiceId: id })
  }

  /**
   * Keeps a cash desk's id at the service, as a webhook about a confirmed payment named it. One about
   * an invoice of another key may speak of another cash desk.
   */
  async noteShopId(
    { serviceUrl, cashDesk, keyFingerprint }: LedgerInvoice,
    shopId: string
  ): Promise<void> {
    const inForce = await this.#credentials.inForce(cashDesk)
    if (inForce.kind !== "key" || inForce.key.fingerprint !== keyFingerprint) return
    await recordShopId(this.#sql, { serviceUrl, cashDesk, shopId })
  }

  /** Confirmed payments by day in Toshkent; see {@link paymentsPerDay}. */
  async paymentsPerDay(
    cashDesk: string,
    range: { from: string; to: string }
  ): Promise<DayOfPayments[]> {
    return paymentsPerDay(this.#sql, { serviceUrl: this.options.baseUrl, cashDesk, ...range })
  }

  /** Keeps a webhook's raw bytes; see {@link keepDelivery}. */
  async recordDelivery(delivery: Delivery): Promise<void> {
    await keepDelivery(this.#sql, delivery)
  }

  /** Deletes what is no longer looked at; see {@link prune}, and keys nobody needs any more. */
  async prune(): Promise<Pruned> {
    await dropUnneededApiKeys(this.#sql, this.options.baseUrl)
    await pruneSnapshots(this.#sql)
    return prune(this.#sql, this.options.retention)
  }
}
