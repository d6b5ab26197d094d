import { createHash } from "node:crypto"
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible"
import type { PluginOptions } from "./settings/options"
import { reasonOf, rowsOfPlanned, type Sql } from "./database"

const WINDOW_SECONDS = 60
/** A receipt appears minutes after its payment: asked more often, it comes no sooner. */
const RECEIPTS_PER_MINUTE = 6

/** Whether something may be done now. */
export type Permit = { kind: "allowed" } | { kind: "limited"; retryAfterSeconds: number }

const ALLOW: Permit = { kind: "allowed" }
const REFUSE: Permit = { kind: "limited", retryAfterSeconds: WINDOW_SECONDS }

export type RateLimitDependencies = {
  sql: Sql
  limits: PluginOptions["limits"]
  warn: (message: string) => void
}

/**
 * The limits of a store, counted in its database for all of its servers together. A minute begins
 * with the first use of a key, and each call of a method is one use.
 *
 * INVARIANT: no limit stands between money and its order. They are asked before a request that
 * nothing but an unproven webhook gives a reason for, before a store request, before a card or its
 * code is passed on, and before a new invoice; never by the sweep, a webhook with the invoice's
 * token, or a completion.
 */
export class RateLimits {
  readonly #warn: (message: string) => void
  readonly #webhookCall: RateLimiterPostgres
  readonly #storeSession: RateLimiterPostgres
  readonly #storeAddress: RateLimiterPostgres
  readonly #cardAttempt: RateLimiterPostgres
  readonly #newInvoice: RateLimiterPostgres
  readonly #receipt: RateLimiterPostgres

  constructor({ sql, limits, warn }: RateLimitDependencies) {
    this.#warn = warn
    this.#webhookCall = openLimiter(sql, "webhook", limits.webhookCallsPerMinute)
    this.#storeSession = openLimiter(sql, "session", limits.storePerSession)
    this.#storeAddress = openLimiter(sql, "address", limits.storePerAddress)
    this.#cardAttempt = openLimiter(sql, "card", limits.cardAttempts)
    this.#newInvoice = openLimiter(sql, "collection", limits.invoicesPerCollection)
    this.#receipt = openLimiter(sql, "receipt", RECEIPTS_PER_MINUTE)
  }

  /** A request about an invoice of the cash desk for which a webhook without its token is the reason. */
  webhookCall({ serviceUrl, cashDesk }: { serviceUrl: string; cashDesk: string }): Promise<Permit> {
    // Uncounted, a forged flood would cause requests without end. Refused, a true webhook loses
    // seconds: its invoice is at the head of the queue, and the sweep asks no limit.
    return this.#consume(this.#webhookCall, [serviceUrl, cashDesk], REFUSE)
  }

  // Uncounted, a customer who comes back from paying is still answered, and a cart still paid: the
  // limits that allow spare the server and the service, and guard no money.

  /** A store request about a payment session, or an order. */
  storeSession(sessionId: string): Promise<Permit> {
    return this.#consume(this.#storeSession, [sessionId], ALLOW)
  }

  /** A store request from a network address. */
  storeAddress(address: string): Promise<Permit> {
    return this.#consume(this.#storeAddress, [address], ALLOW)
  }

  /** A card, or a code for one, tried on an invoice: so that nobody tries out stolen cards here. */
  cardAttempt(invoiceId: string): Promise<Permit> {
    return this.#consume(this.#cardAttempt, [invoiceId], REFUSE)
  }

  /** A new invoice (`POST /create_payment`) for a payment collection. */
  newInvoice(paymentCollectionId: string): Promise<Permit> {
    return this.#consume(this.#newInvoice, [paymentCollectionId], ALLOW)
  }

  /** A customer's question to the service for an invoice's receipt (`POST /get_fiscal`). */
  receipt(invoiceId: string): Promise<Permit> {
    return this.#consume(this.#receipt, [invoiceId], ALLOW)
  }

  /** Counts one use of a key; `otherwise` is the answer where it cannot be counted. */
  async #consume(
    limiter: RateLimiterPostgres,
    key: readonly string[],
    otherwise: Permit
  ): Promise<Permit> {
    try {
      await limiter.consume(digest(key))
      return ALLOW
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) {
        const seconds = Math.ceil(refusal.msBeforeNext / 1000)
        return { kind: "limited", retryAfterSeconds: Math.max(1, seconds) }
      }
      this.#warn(`The limit "${limiter.keyPrefix}" could not be counted: ${reasonOf(refusal)}`)
      return otherwise
    }
  }
}

function openLimiter(sql: Sql, name: string, points: number): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: planning(sql),
    storeType: "pool",
    tableName: "checkout_uz_rate_limit",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: WINDOW_SECONDS,
    // Whoever has used up the minute is refused without another statement.
    inMemoryBlockOnConsumed: points,
  })
}

/**
 * What the limiter runs its statements on. Under the names that it gives them a pooler which hands each transaction
 * another connection (PgBouncer) would lose them, and no card could be paid with: see {@link rowsOfPlanned}.
 */
function planning(sql: Sql) {
  return {
    query: async ({
      text,
      values,
    }: {
      text: string
      values: readonly (string | number | null)[]
    }) => {
      const bindings = values.map((value, at) => [`v${at + 1}`, value] as const)
      const statement = text.replaceAll(/\$(\d+)/g, ":v$1")
      return { rows: await rowsOfPlanned(sql, statement, Object.fromEntries(bindings)) }
    },
  }
}

/** The table's keys are short: what strangers send there is kept as its SHA-256. */
function digest(key: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(key)).digest("base64url")
}
