import { createHash } from "node:crypto"
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible"
import type { PluginOptions } from "./settings/options"
import { reasonOf, type Sql } from "./database"

const WINDOW_SECONDS = 60

/** Whether something may be done now. */
export type Permit = { kind: "allowed" } | { kind: "limited"; retryAfterSeconds: number }

export type LimitDependencies = {
  sql: Sql
  limits: PluginOptions["limits"]
  /** Tells the developer's log. */
  warn: (message: string) => void
}

/** The limits of a store, counted in its database for all of its servers together. */
export type Limits = ReturnType<typeof openLimits>

/**
 * Opens the limits. A minute begins with the first use of a key, and each question takes one use.
 *
 * INVARIANT: no limit stands between money and its order. They are asked before a call out that
 * nothing but an unproven webhook gives a reason for, before a store request, before a card or its
 * code is passed on, and before a new invoice; never by the sweep, a webhook with the invoice's
 * token, or a completion.
 */
export function openLimits({ sql, limits, warn }: LimitDependencies) {
  const open = (name: string, points: number, whenUnknown: Permit) => {
    const limiter = new RateLimiterPostgres({
      storeClient: sql,
      storeType: "knex",
      tableName: "checkout_uz_rate_limit",
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: WINDOW_SECONDS,
      // Who has used up the minute is turned away without another statement.
      inMemoryBlockOnConsumed: points,
    })
    return async (...key: string[]): Promise<Permit> => {
      try {
        await limiter.consume(digest(key))
        return { kind: "allowed" }
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) {
          const seconds = Math.ceil(refusal.msBeforeNext / 1000)
          return { kind: "limited", retryAfterSeconds: Math.max(1, seconds) }
        }
        warn(`The limit "${name}" could not be counted: ${reasonOf(refusal)}`)
        return whenUnknown
      }
    }
  }
  const letPass: Permit = { kind: "allowed" }
  const refuse: Permit = { kind: "limited", retryAfterSeconds: WINDOW_SECONDS }

  // Uncounted, a forged flood would call out without end. Refused, a true webhook loses seconds:
  // its invoice is at the head of the queue, and the sweep asks no limit.
  const webhookCall = open("webhook", limits.webhookCallsPerMinute, refuse)
  // Uncounted, a customer who comes back from paying is still answered, and a cart still paid:
  // these limits spare the server and the service, and guard no money.
  const storeSession = open("session", limits.storePerSession, letPass)
  const storeAddress = open("address", limits.storePerAddress, letPass)
  const cardAttempt = open("card", limits.cardAttempts, refuse)
  const newInvoice = open("collection", limits.invoicesPerCollection, letPass)

  return {
    /** A call out about an invoice of the desk for which a webhook without its token is the reason. */
    webhookCall: (desk: { serviceUrl: string; cashDesk: string }) =>
      webhookCall(desk.serviceUrl, desk.cashDesk),
    /** A store request about a payment session. */
    storeSession: (sessionId: string) => storeSession(sessionId),
    /** A store request from a network address. */
    storeAddress: (address: string) => storeAddress(address),
    /** A card, or a code for one, tried on an invoice: so that nobody tries out stolen cards here. */
    cardAttempt: (invoiceId: string) => cardAttempt(invoiceId),
    /** A new invoice (`POST /create_payment`) for a payment collection. */
    newInvoice: (paymentCollectionId: string) => newInvoice(paymentCollectionId),
  }
}

/** The table's keys are short: what strangers send there is kept as its SHA-256. */
function digest(key: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(key)).digest("base64url")
}
