import { randomBytes } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger } from "@medusajs/framework/types"
import { MedusaError, MedusaService } from "@medusajs/framework/utils"
import {
  createCheckoutUzClient,
  type CardPaymentStarted,
  type CheckoutUzError,
  type CheckoutUzClient,
  type CreatedInvoice,
  type FiscalData,
  type InvoiceNumber,
  type PaymentStatusRecord,
  type Uzs,
} from "../../client"
import { openAttention, type Attention } from "./attention"
import { findApiKey, readProviderEntries, type ProviderEntry } from "./cash-desks"
import type { Invoice as LedgerInvoice } from "./invoice"
import { isSpendable, type HoldReason } from "./invoice-state"
import type { InvoiceLabel } from "./label"
import { openLimits, type Limits } from "./limits"
import {
  Alert,
  ApiKey,
  CashDesk,
  Invoice,
  InvoiceBinding,
  InvoiceMove,
  ManualRefund,
  Reading,
  Setting,
  WebhookDelivery,
} from "./models"
import { listenToCalls } from "./desk-calls"
import { openDeskKeys, type DeskKeys } from "./desk-keys"
import { openHealth, type Health } from "./health"
import { openKeyring, type Connection, type Keyring } from "./keyring"
import { NO_WEBHOOK_ADDRESS, parsePluginOptions, type PluginOptions } from "./options"
import { openReadings, type Readings } from "./readings"
import { openRegister, type Register } from "./register"
import { resealApiKeys, type Resealed } from "./reseal"
import { openSealer, type Sealer } from "./sealing"
import { openSettings, type Settings } from "./settings"
import { OTHER_SERVICE } from "./service-problem"
import { dropUnneededApiKeys } from "./store/api-key"
import { checkSoon, moveToCollection, recordPaymentSystem, recordSettleFailure } from "./store/ask"
import { bind, releaseBindings } from "./store/bind"
import { recordAnnouncement, recordShopId } from "./store/desk"
import { keepDelivery, type Delivery } from "./store/deliveries"
import {
  findByCollection,
  findById,
  findByNumber,
  findBySession,
  findReusable,
  findSpentBy,
  lockSpentBy,
  type Intent,
} from "./store/find"
import { labelCollection } from "./store/label"
import { moveInvoice } from "./store/move"
import { paymentsPerDay, type DayOfPayments } from "./store/payments-per-day"
import { prune, type Pruned } from "./store/prune"
import { pruneReadings } from "./store/reading"
import { reasonOf } from "./store/reason"
import { insertInvoice, insertManualRefund } from "./store/record"
import { lockCollection } from "./store/sql"
import { spend, unspend, type SpendOutcome, type SpendRequest } from "./store/spend"
import { openUnpaidOrders, type UnpaidOrders } from "./unpaid-orders"
import {
  recheckMismatch,
  verifyInvoice,
  type Verification,
  type VerifyDependencies,
} from "./verify"
import { openWatch, type Watch } from "./watch"

type Dependencies = {
  __pg_connection__: Knex
  configModule: unknown
  logger: Logger
}

/** Seconds an invoice must have left to be handed out again. */
const REUSE_SECONDS_LEFT = 60

/** An invoice the service has just created, with the intent it was created for. */
export type NewInvoice = {
  intent: Intent
  /** The connection it was made over: its key is the one to ask about it with. */
  connection: Connection
  providerId: string
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
 * session its money stands for. It knows nothing of carts and orders.
 */
export class CheckoutUzModuleService extends MedusaService({
  Alert,
  ApiKey,
  CashDesk,
  Invoice,
  InvoiceBinding,
  InvoiceMove,
  ManualRefund,
  Reading,
  Setting,
  WebhookDelivery,
}) {
  readonly options: PluginOptions
  /** One sentence for the developer when the plugin's options are wrong. */
  readonly optionsProblem: string | undefined
  /** Whom to ask about and when: see {@link openWatch}. */
  readonly watch: Watch
  /** What waits for the merchant: see {@link openAttention}. */
  readonly attention: Attention
  /** The ledger as a merchant reads it: see {@link openRegister}. */
  readonly register: Register
  /** What a merchant may choose in the admin: see {@link openSettings}. */
  readonly settings: Settings
  /** What a merchant does about API keys: see {@link openDeskKeys}. */
  readonly keys: DeskKeys
  /** How cash desks are doing: see {@link openHealth}. */
  readonly health: Health
  /** What the service says of a cash desk: see {@link openReadings}. */
  readonly readings: Readings
  readonly #sealer: Sealer | undefined
  readonly #keyring: Keyring
  /** How often strangers may make the store do something: see {@link openLimits}. */
  readonly limits: Limits
  /** Which orders have waited long enough for their payment: see {@link openUnpaidOrders}. */
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
    this.#sealer = openSealer(parsed.encryptionKeys)
    const on = { sql: this.#sql, serviceUrl: parsed.baseUrl }
    this.settings = openSettings({
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
    this.health = openHealth({
      ...on,
      warn: (message) => {
        this.#logger.warn(message)
      },
    })
    this.#keyring = openKeyring({
      ...on,
      sealer: this.#sealer,
      configuredKey: (cashDesk) => findApiKey(this.providerEntries, cashDesk),
      connect: (apiKey, inForce) => this.#connect(apiKey, inForce),
      logError: (message) => {
        this.#logger.error(message)
      },
    })
    this.keys = openDeskKeys({
      ...on,
      keyring: this.#keyring,
      connectOnce: (apiKey) => this.#newClient(apiKey),
    })
    this.readings = openReadings({ ...on, requestMs: parsed.timeouts.requestMs })
    this.watch = openWatch({
      ...on,
      watchDays: async () => (await this.settings.current()).watchDays,
      sweepSeconds: parsed.reconcile.sweepSeconds,
      keyring: this.#keyring,
    })
    this.attention = openAttention(this.#sql)
    this.register = openRegister({ sql: this.#sql, serviceUrl: parsed.baseUrl })
    this.limits = openLimits({
      sql: this.#sql,
      limits: parsed.limits,
      warn: (message) => {
        this.#logger.warn(message)
      },
    })
    this.unpaidOrders = openUnpaidOrders({
      sql: this.#sql,
      serviceUrl: parsed.baseUrl,
      cancelAfterMinutes: parsed.unpaidOrders.cancelAfterMinutes,
    })
    if (problem) this.#logger.error(problem)
  }

  /** The provider entries of this plugin in medusa-config. */
  get providerEntries(): ProviderEntry[] {
    return readProviderEntries(this.#config)
  }

  /** One sentence for the developer where the plugin's options are wrong or not enough. */
  get configurationProblem(): string | undefined {
    if (this.optionsProblem !== undefined) return this.optionsProblem
    return this.options.webhookBaseUrl === undefined ? NO_WEBHOOK_ADDRESS : undefined
  }

  /**
   * A cash desk as its key in force reaches it; see {@link Keyring}.
   *
   * @throws MedusaError (invalid data) with one sentence when the desk has no API key, or one that
   *   no encryption key opens
   */
  connectionOf(cashDesk: string): Promise<Connection> {
    return this.#keyring.connectionOf(cashDesk)
  }

  #connect(apiKey: string, inForce?: string): CheckoutUzClient {
    // No cash desk's name has a blank, so that the two never run into each other.
    const name = `${inForce ?? ""} ${apiKey}`
    const connected = this.#clients.get(name)
    if (connected) return connected
    const made = this.#newClient(apiKey)
    const client =
      inForce === undefined
        ? made
        : listenToCalls(made, (failure) => this.health.noteCall(inForce, failure))
    this.#clients.set(name, client)
    return client
  }

  #newClient(apiKey: string): CheckoutUzClient {
    return createCheckoutUzClient({
      apiKey,
      baseUrl: this.options.baseUrl,
      timeoutMs: this.options.timeouts.requestMs,
      logger: this.#logger,
    })
  }

  /** Whether API keys can be sealed here, and so be set in the admin. */
  get canSeal(): boolean {
    return this.#sealer !== undefined
  }

  /** Seals every kept API key with the first encryption key; see {@link resealApiKeys}. */
  async resealApiKeys(): Promise<Resealed | undefined> {
    return this.#sealer && resealApiKeys(this.#sql, this.#sealer)
  }

  /** A random token for an invoice's own webhook address. */
  newWebhookToken(): string {
    return randomBytes(18).toString("base64url")
  }

  /** Hands an invoice that fits the intent to another session, instead of making a second one. */
  async bindReusableInvoice(intent: Intent, sessionId: string): Promise<LedgerInvoice | undefined> {
    return this.#sql.transaction(async (sql) => {
      const invoice = await findReusable(sql, intent, REUSE_SECONDS_LEFT)
      return invoice && bind(sql, { invoice, sessionId })
    })
  }

  /**
   * Records an invoice before anybody is shown its address.
   *
   * INVARIANT: every invoice ever created is a row. Where the row cannot be written, the number is
   * logged and the error passes on, so that the address is never shown.
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
          cartId: invoice.cartId,
          label: invoice.label ?? {},
          ...addresses,
          lifetimeSeconds: created.lifetimeSeconds,
          giveUpMinutes,
          webhookToken: invoice.webhookToken,
        })
        await connection.keepKey(sql)
        return bind(sql, { invoice: row, sessionId: invoice.sessionId })
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

  /** Asks the service whether an invoice is paid; see {@link verifyInvoice}. */
  async verify(invoiceId: string, { wait }: { wait: boolean }): Promise<Verification> {
    return verifyInvoice(this.#verifying(), invoiceId, { wait })
  }

  /** Asks again about money held for its amount; see {@link recheckMismatch}. */
  async recheckMismatch(invoice: LedgerInvoice): Promise<LedgerInvoice> {
    return recheckMismatch(this.#verifying(), invoice)
  }

  #verifying(): VerifyDependencies {
    return {
      sql: this.#sql,
      askService: (invoice) => this.#askAbout(invoice),
      warn: (message) => {
        this.#logger.warn(message)
      },
    }
  }

  async #askAbout(invoice: LedgerInvoice): Promise<PaymentStatusRecord> {
    this.#refuseOtherService(invoice)
    return this.#keyring.statusOf(invoice)
  }

  #refuseOtherService({ serviceUrl }: LedgerInvoice): void {
    // INVARIANT: two services' books never mix. Another service's invoice of the same number says
    // nothing about this one.
    if (serviceUrl === this.options.baseUrl) return
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `it was made at ${serviceUrl}, and baseUrl in the plugin's options is ${this.options.baseUrl}.`,
      OTHER_SERVICE
    )
  }

  /**
   * The fiscal receipt of an invoice, in whatever shape the service has it (`POST /get_fiscal`).
   *
   * @throws CheckoutUzError, or MedusaError (invalid data) where it cannot be asked for
   */
  async fiscalOf(invoice: LedgerInvoice): Promise<FiscalData> {
    this.#refuseOtherService(invoice)
    return this.#keyring.fiscalOf(invoice)
  }

  /**
   * Sends a code by SMS to the owner of a card that is to pay an invoice (`POST /pay_via_card`).
   *
   * @throws CheckoutUzError, or MedusaError (invalid data) where there is no key; neither holds the card
   */
  async payViaCard(
    invoice: LedgerInvoice,
    card: { cardNumber: string; cardExpiry: string }
  ): Promise<CardPaymentStarted> {
    this.#refuseOtherService(invoice)
    const client = await this.#keyring.clientFor(invoice)
    return client.payViaCard({ orderId: invoice.number, ...card })
  }

  /**
   * Confirms a card payment with the code (`POST /confirm_card_payment`). What it answers is no
   * evidence of the payment: see {@link verify}.
   *
   * @throws CheckoutUzError, or MedusaError (invalid data) where there is no key; neither holds the code
   */
  async confirmCardPayment(
    invoice: LedgerInvoice,
    confirmation: { paymentToken: string; smsCode: string }
  ): Promise<void> {
    this.#refuseOtherService(invoice)
    const client = await this.#keyring.clientFor(invoice)
    await client.confirmCardPayment(confirmation)
  }

  /**
   * A cash desk's transactions as the service has them (`POST /get_history`). Which ones these are
   * where there are more than `limit`, and in which order, is not documented.
   *
   * @returns undefined where there is no API key to ask with
   * @throws CheckoutUzError
   */
  async historyOf(cashDesk: string, limit: number): Promise<PaymentStatusRecord[] | undefined> {
    const { client } = await this.#keyring.watchingClientOf(cashDesk)
    return client?.getHistory({ limit })
  }

  /** Writes the service's own words about a failed call to the merchant's log. */
  reportServiceFailure(error: CheckoutUzError): void {
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

  async findInvoicesOfCollection(paymentCollectionId: string): Promise<LedgerInvoice[]> {
    return findByCollection(this.#sql, paymentCollectionId)
  }

  async findInvoiceOfSession(sessionId: string): Promise<LedgerInvoice | undefined> {
    return findBySession(this.#sql, sessionId)
  }

  async findInvoiceSpentBy(sessionId: string): Promise<LedgerInvoice | undefined> {
    return findSpentBy(this.#sql, sessionId)
  }

  /** Makes a paid invoice stand as a session's payment; see {@link spend}. */
  async spend(request: SpendRequest): Promise<SpendOutcome> {
    return this.#sql.transaction((sql) => spend(sql, request))
  }

  /**
   * Medusa rolled a completion back: the session's money is paid and unspent again.
   *
   * @returns the invoice that became free, or undefined when the session had spent none
   */
  async release(sessionId: string): Promise<LedgerInvoice | undefined> {
    return this.#sql.transaction(async (sql) => {
      // Locked: settled between this look and the move, the roll-back would be lost.
      const spent = await lockSpentBy(sql, sessionId)
      if (spent?.state === "settled") {
        return moveInvoice(sql, {
          id: spent.id,
          to: "paid",
          from: ["settled"],
          spentBy: sessionId,
          unspend: true,
        })
      }
      return unspend(sql, sessionId)
    })
  }

  /** Records that a captured Medusa payment stands on the invoice's money. */
  async settle(invoiceId: string, sessionId: string): Promise<LedgerInvoice | undefined> {
    return moveInvoice(this.#sql, { id: invoiceId, to: "settled", spentBy: sessionId })
  }

  /** Puts confirmed money aside for the merchant, with the reason. */
  async hold(
    { id, spentBySession }: Pick<LedgerInvoice, "id" | "spentBySession">,
    reason: HoldReason
  ): Promise<LedgerInvoice | undefined> {
    // Decided on what was seen: money that was spent meanwhile is not put aside.
    const move = {
      id,
      to: "held",
      holdReason: reason,
      seenSpender: spentBySession ?? null,
    } as const
    const held =
      (await moveInvoice(this.#sql, { ...move, from: ["paid"] })) ?? (await this.#holdFor(move))
    if (held) {
      this.#logger.warn(
        `Invoice ${held.number} of cash desk "${held.cashDesk}" (${held.invoiceAmount} UZS) is paid and held: ${reason}.`
      )
    }
    return held
  }

  /** What was waiting to heal and can no longer is held for what it has become. */
  async #holdFor(move: {
    id: string
    to: "held"
    holdReason: HoldReason
    seenSpender: string | null
  }): Promise<LedgerInvoice | undefined> {
    if (isSpendable("held", move.holdReason)) return undefined
    const now = await findById(this.#sql, move.id)
    if (now?.state !== "held" || !isSpendable(now.state, now.holdReason)) return undefined
    return moveInvoice(this.#sql, {
      ...move,
      from: ["held"],
      ...(now.holdReason === undefined ? {} : { heldFor: now.holdReason }),
    })
  }

  /** Lets the money of a payment collection follow its cart to another collection. */
  async moveToCollection(from: string, to: string): Promise<void> {
    await this.#sql.transaction(async (sql) => {
      await lockCollection(sql, from)
      await moveToCollection(sql, from, to)
    })
  }

  /** Lets a payment collection's invoices be found by its order; see {@link InvoiceLabel}. */
  async labelCollection(paymentCollectionId: string, label: InvoiceLabel): Promise<void> {
    await this.#sql.transaction((sql) => labelCollection(sql, paymentCollectionId, label))
  }

  /** Medusa deleted a session: its invoice is superseded unless another session has it. */
  async releaseSession(sessionId: string): Promise<void> {
    await releaseBindings(this.#sql, sessionId)
  }

  async checkSoon(invoiceId: string): Promise<void> {
    await checkSoon(this.#sql, invoiceId)
  }

  async recordSettleFailure(failure: {
    id: string
    message: string
    retryInSeconds: number
  }): Promise<void> {
    await recordSettleFailure(this.#sql, failure)
  }

  async recordPaymentSystem(invoiceId: string, key: string): Promise<void> {
    await recordPaymentSystem(this.#sql, invoiceId, key)
  }

  /** Notes that a webhook told of an invoice; see {@link recordAnnouncement}. */
  async noteAnnounced({ id, serviceUrl, cashDesk }: LedgerInvoice): Promise<void> {
    await recordAnnouncement(this.#sql, { serviceUrl, cashDesk, invoiceId: id })
  }

  /**
   * Keeps a cash desk's id at the service, as a webhook about a confirmed payment named it. One about
   * an invoice of another key may speak of another cash desk.
   */
  async noteShopId(
    { serviceUrl, cashDesk, keyFingerprint }: LedgerInvoice,
    shopId: string
  ): Promise<void> {
    const inForce = await this.#keyring.inForce(cashDesk)
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
    await pruneReadings(this.#sql)
    return prune(this.#sql, this.options.retention)
  }

  /**
   * Books a refund the merchant has to pay out by hand; the same refund is booked once.
   *
   * @returns false where the invoice's refunds would come to more than its money
   */
  async recordManualRefund(refund: {
    invoiceId: string
    refundId: string
    amount: Uzs
    currencyCode: string
  }): Promise<boolean> {
    return this.#sql.transaction((sql) => insertManualRefund(sql, refund))
  }
}
