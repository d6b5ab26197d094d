import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger } from "@medusajs/framework/types"
import type { MedusaError } from "@medusajs/framework/utils"
import type { CheckoutUzError } from "../../client"
import { Attention } from "./attention"
import { BooksComparison } from "./books/comparison"
import { AccountSnapshots, pruneSnapshots } from "./cash-desks/account-snapshot"
import { CashDeskClients } from "./cash-desks/clients"
import { findApiKey, readProviderEntries, type ProviderEntry } from "./cash-desks/entries"
import { CashDeskHealth } from "./cash-desks/health"
import { recoverFromClockSetBack } from "./clock"
import type { Connection } from "./credentials/connection"
import { Credentials } from "./credentials/credentials"
import { Encryption } from "./credentials/encryption"
import { KeyManagement } from "./credentials/management"
import { dropUnneededApiKeys } from "./credentials/repository"
import { reencryptApiKeys, type Reencrypted } from "./credentials/rotation"
import { Invoices } from "./invoices/invoices"
import { Polling } from "./invoices/polling"
import { InvoiceQueries } from "./invoices/queries"
import { CardPayments, pruneCardPayments } from "./invoices/card-payments"
import { InvoiceRequests } from "./invoices/requests"
import { Receipts } from "./invoices/receipts"
import { Spending } from "./invoices/spending"
import { UnansweredCreations } from "./invoices/unanswered-creations"
import { UnpaidOrders } from "./invoices/unpaid-orders"
import { Payouts } from "./payouts/payouts"
import { findMissingTables, secondsAheadOfDatabase } from "./inspection"
import { prune, type Pruned } from "./prune"
import { RateLimits } from "./rate-limits"
import { NO_WEBHOOK_ADDRESS, parsePluginOptions, type PluginOptions } from "./settings/options"
import { Settings } from "./settings/settings"
import { runAtStart } from "./start"
import { Deliveries } from "./webhooks/deliveries"

type Dependencies = {
  __pg_connection__: Knex
  configModule: unknown
  logger: Logger
}

/**
 * The ledger: every invoice ever created, what the service confirmed about it, and which payment
 * session its money is booked in. It knows nothing of carts and orders.
 */
export class CheckoutUzModuleService {
  readonly options: PluginOptions
  /** One message for the developer when the plugin's options are wrong. */
  readonly optionsProblem: string | undefined
  readonly invoices: Invoices
  readonly requests: InvoiceRequests
  readonly cardPayments: CardPayments
  readonly receipts: Receipts
  readonly spending: Spending
  readonly polling: Polling
  readonly attention: Attention
  readonly payouts: Payouts
  readonly books: BooksComparison
  readonly unanswered: UnansweredCreations
  readonly deliveries: Deliveries
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

  constructor(dependencies: Dependencies, options?: Record<string, unknown>) {
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
    const logError = (message: string) => {
      this.#logger.error(message)
    }
    this.settings = new Settings({
      sql: this.#sql,
      configured: {
        values: {
          orderPlacement: parsed.orderPlacement,
          cardPayments: parsed.cardPayments,
          description: parsed.description,
          watchDays: parsed.reconcile.watchDays,
          alertLanguage: parsed.alertLanguage,
          partsMax: parsed.parts.max,
          partsWaitHours: parsed.parts.waitHours,
        },
        written,
      },
    })
    this.health = new CashDeskHealth({ ...on, warn })
    const clients = new CashDeskClients({
      ...on,
      requestMs: parsed.timeouts.requestMs,
      health: this.health,
      logger: this.#logger,
    })
    this.#credentials = new Credentials({
      ...on,
      encryption: this.#encryption,
      configuredKey: (cashDesk) => findApiKey(this.providerEntries, cashDesk),
      connect: (apiKey, cashDesk, key) => clients.connect(apiKey, cashDesk, key),
      logError,
    })
    this.invoices = new Invoices({ ...on, giveUpMinutes: () => this.#giveUpMinutes(), logError })
    this.requests = new InvoiceRequests({ ...on, credentials: this.#credentials, warn })
    this.cardPayments = new CardPayments({ sql: this.#sql, credentials: this.#credentials })
    this.receipts = new Receipts(this.#sql)
    this.spending = new Spending({ sql: this.#sql, warn })
    this.keys = new KeyManagement({
      ...on,
      credentials: this.#credentials,
      connectOnce: (apiKey) => clients.connectOnce(apiKey),
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
    this.deliveries = new Deliveries(this.#sql)
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
  }

  /** Medusa's name for what it calls once all modules are loaded, in every process. */
  readonly __hooks = { onApplicationStart: () => runAtStart() }

  /** Tables of the ledger that the database does not have: `npx medusa db:migrate` makes them. */
  missingTables(): Promise<string[]> {
    return findMissingTables(this.#sql)
  }

  /** By how many seconds this server's clock is ahead of the database's. */
  clockAheadOfDatabase(): Promise<number> {
    return secondsAheadOfDatabase(this.#sql)
  }

  /** See {@link recoverFromClockSetBack}. */
  recoverFromClockSetBack(): Promise<number | undefined> {
    return recoverFromClockSetBack(this.#sql)
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

  /** Whether API keys can be encrypted here, and so be set in the admin. */
  get canEncrypt(): boolean {
    return this.#encryption?.canEncrypt ?? false
  }

  /** Encrypts every stored API key with the first encryption key; see {@link reencryptApiKeys}. */
  async reencryptApiKeys(): Promise<Reencrypted | undefined> {
    if (!this.#encryption?.canEncrypt) return undefined
    return reencryptApiKeys(this.#sql, this.#encryption)
  }

  /** Minutes after its invoice's lifetime until an order that was placed before its payment is cancelled. */
  async #giveUpMinutes(): Promise<number | undefined> {
    const { orderPlacement } = await this.settings.current()
    if (orderPlacement !== "before_payment") return undefined
    return this.options.unpaidOrders.cancelAfterMinutes ?? undefined
  }

  /** Writes the service's own words about a failed call to the merchant's log. */
  reportServiceFailure(error: CheckoutUzError | MedusaError): void {
    this.#logger.error(error.message)
  }

  /** Deletes what is no longer looked at; see {@link prune}, and keys nobody needs any more. */
  async prune(): Promise<Pruned> {
    await dropUnneededApiKeys(this.#sql, this.options.baseUrl)
    await pruneSnapshots(this.#sql)
    await pruneCardPayments(this.#sql)
    return prune(this.#sql, this.options.retention)
  }
}
