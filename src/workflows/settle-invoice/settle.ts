import type { MedusaContainer } from "@medusajs/framework/types"
import { isSpendable, type HoldReason, type Invoice } from "../../modules/checkout-uz"
import { readHome, type Home } from "../../providers/checkout-uz/home"
import { announceAlerts } from "../announce-alerts"
import { completeCart, finishPayment, settleIfStanding } from "./finish"
import type { SettleOutcome } from "./outcome"
import { lostItsPlace, prepareHome } from "./prepare-home"
import { settleScope, underHomeLock, type SettleScope } from "./scope"

/** A failed settlement is tried again after a quarter of the time since the money came. */
const RETRY_SHARE = 0.25
const FIRST_RETRY_SECONDS = 5
const LONGEST_RETRY_SECONDS = 6 * 60 * 60
/** So long after the money came it waits for the merchant; what heals is still tried, rarely. */
const PATIENCE_SECONDS = 2 * 24 * 60 * 60

export type SettleOptions = {
  /**
   * `now`: somebody announced or asks for this payment; the service's answer is waited for.
   * `when_due`: somebody only looks; no waiting, and failed attempts keep their distance.
   */
  urgency: "now" | "when_due"
}

/**
 * Turns a paid invoice into a captured Medusa payment and, for a cart, an order: the one path on
 * which money moves. May be called any number of times, in parallel, on several servers.
 */
export async function settleInvoice(
  container: MedusaContainer,
  invoiceId: string,
  { urgency }: SettleOptions
): Promise<SettleOutcome> {
  const outcome = await settle(settleScope(container), invoiceId, urgency)
  if (outcome.kind === "held") await announceAlerts(container)
  return outcome
}

async function settle(
  scope: SettleScope,
  invoiceId: string,
  urgency: SettleOptions["urgency"]
): Promise<SettleOutcome> {
  const verification = await scope.ledger.asking.verify(invoiceId, { wait: urgency === "now" })
  switch (verification.kind) {
    case "unpaid":
    case "not_asked":
      return { kind: "not_paid", invoice: verification.invoice }
    case "unanswered":
      return verification
    case "confirmed":
      return settleConfirmed(scope, verification.invoice, urgency)
  }
}

async function settleConfirmed(
  scope: SettleScope,
  invoice: Invoice,
  urgency: SettleOptions["urgency"]
): Promise<SettleOutcome> {
  if (invoice.state === "settled") return { kind: "settled", invoice }
  if (!isSpendable(invoice.state, invoice.holdReason)) {
    return { kind: "held", invoice, reason: invoice.holdReason }
  }
  if (urgency === "when_due" && !isDue(invoice)) {
    return { kind: "later", invoice, error: new Error("The next attempt is not due yet.") }
  }
  try {
    return await bringHome(scope, invoice)
  } catch (error) {
    // A server that died leaves its lock on the cart for two minutes: what cannot be looked at now
    // is looked at soon, and not only when the claim of whoever tried runs out.
    return postpone(scope, invoice, error instanceof Error ? error : new Error(String(error)))
  }
}

async function bringHome(scope: SettleScope, invoice: Invoice): Promise<SettleOutcome> {
  const standing = await settleIfStanding(scope, invoice.id)
  if (standing) return { kind: "settled", invoice: standing }

  const preparation = await prepareHome(scope, invoice)
  if (preparation.kind === "hold") return hold(scope, invoice, preparation.reason)
  if (preparation.kind === "later") return postpone(scope, invoice, preparation.error)

  const { home, sessionId } = preparation
  const obstacle = home.cart && !home.order ? await completeCart(scope, home.cart.id) : undefined
  const completed = await settleIfStanding(scope, invoice.id)
  if (completed) return { kind: "settled", invoice: completed }

  const now = await readHome(scope.query, home.collectionId)
  // A cart without an order is never captured ahead of its order: tried so, a completion that then
  // fails is refunded, and the order placed later reads "refunded" for ever.
  const unfinished =
    now?.cart && !now.order ? obstacle : await finish(scope, now ?? home, sessionId, invoice)

  const settled = await settleIfStanding(scope, invoice.id)
  if (settled) return { kind: "settled", invoice: settled }
  if (await lostItsPlace(scope, invoice.id)) return hold(scope, invoice, "second_payment")
  return postpone(scope, invoice, unfinished ?? obstacle)
}

/**
 * Two payment links of one order have collections of their own, and only the order knows what is
 * still open: one after the other, so that the second sees what the first has paid. Where a cart
 * is, core locks it.
 */
async function finish(
  scope: SettleScope,
  home: Home,
  sessionId: string,
  invoice: Invoice
): Promise<Error | undefined> {
  const finishing = () => finishPayment(scope, sessionId, invoice)
  return home.cart ? finishing() : underHomeLock(scope, home.collectionId, finishing)
}

function isDue(invoice: Invoice): boolean {
  if (invoice.settleAttempts === 0) return true
  return invoice.nextCheckAt === undefined || invoice.nextCheckAt <= new Date()
}

async function hold(
  scope: SettleScope,
  invoice: Invoice,
  reason: HoldReason
): Promise<SettleOutcome> {
  const { ledger } = scope
  const held = await ledger.spending.hold(invoice, reason)
  const now = held ?? (await ledger.findInvoice(invoice.id)) ?? invoice
  if (now.state === "settled") return { kind: "settled", invoice: now }
  if (now.state !== "held") {
    // Somebody else spent the money in the same instant: the next attempt sees what became of it.
    return postpone(scope, now, undefined)
  }
  if (!held && isSpendable(now.state, now.holdReason)) {
    await tryAgainLater(scope, now, `held: ${reason}`)
  }
  return { kind: "held", invoice: now, reason: now.holdReason ?? reason }
}

/** Leaves paid money for a later attempt, ever more rarely, and at last for the merchant. */
async function postpone(
  scope: SettleScope,
  invoice: Invoice,
  cause: Error | undefined
): Promise<SettleOutcome> {
  const { ledger, logger } = scope
  const error = cause ?? new Error("The order is not complete yet.")
  // By age and not by count: anybody can make us try, with a webhook or a request.
  if (invoice.state === "paid" && ageInSeconds(invoice) > PATIENCE_SECONDS) {
    return hold(scope, invoice, "cart_not_completed")
  }
  const message = `Invoice ${invoice.number} is paid and could not be settled: ${error.message}`
  const retryInSeconds = await tryAgainLater(scope, invoice, message)
  logger.warn(`${message} It is tried again in ${retryInSeconds} s.`)
  return { kind: "later", invoice: (await ledger.findInvoice(invoice.id)) ?? invoice, error }
}

/** @returns the seconds until then */
async function tryAgainLater(
  { ledger }: SettleScope,
  invoice: Invoice,
  message: string
): Promise<number> {
  const wait = Math.round(ageInSeconds(invoice) * RETRY_SHARE)
  const retryInSeconds = Math.min(Math.max(wait, FIRST_RETRY_SECONDS), LONGEST_RETRY_SECONDS)
  await ledger.recordSettleFailure({ id: invoice.id, message, retryInSeconds })
  return retryInSeconds
}

/** Seconds since the service first confirmed the money. */
function ageInSeconds({ paidAt }: Invoice): number {
  return paidAt === undefined ? 0 : Math.max(0, (Date.now() - paidAt.getTime()) / 1000)
}
