import { setTimeout as delay } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { CheckoutUzError } from "../../client"
import {
  isConfirmed,
  type ClaimedToken,
  type Invoice,
  type TokenClaim,
} from "../../modules/checkout-uz"
import { misfitFor, readOwnerBooks, underOwnerLock, whereFree } from "../../payment-context"
import { paymentSessionStatus, type PaymentSessionStatus } from "../payment-session-status"
import { settleInvoice } from "../settle-invoice"
import { workflowScope, type WorkflowScope } from "../scope"
import { findShortage } from "../stock"
import { hasExpired, isCustomersMistake, isUnknownToken, whyNotPayable } from "./eligibility"
import { maskedPhoneIn } from "./masked-phone"

/** Why a step of a card payment was not made. */
export type CardRefusal =
  | { kind: "unknown_session" }
  /** The merchant has switched card payments in the shop off. */
  | { kind: "switched_off" }
  /** There is nothing to pay by card. */
  | { kind: "already_paid" | "not_payable" }
  /** The cart comes to something else than the session asks for. */
  | { kind: "cart_changed" }
  /** Something in the cart has sold out, and no order has it reserved. */
  | { kind: "not_completable"; soldOut: string }
  /** A code was taken, or may have been: what becomes of it, the payment session's status will say. */
  | { kind: "in_progress" }
  | { kind: "too_many_attempts"; retryAfterSeconds: number }
  /** By its expiry, the card cannot pay any more: nobody was asked. */
  | { kind: "expired" }
  /** The service, or the card's bank, says no. `words` are the service's own, if it has any. */
  | { kind: "refused"; words: string | undefined }
  /** Nobody could be asked, or did not answer. */
  | { kind: "unavailable" }

/** What step 1 came to. The message is the service's own, for the customer. */
export type CardStart =
  | {
      kind: "code_sent"
      message: string
      /** For which the service still takes the code. */
      secondsLeft: number
      /** The phone it went to, masked, where the message names one. */
      phone: string | undefined
    }
  | CardRefusal

/** Why a code pays nothing. */
export type CodeRefusal =
  /** Another can be tried, so many times. */
  | { kind: "code_refused"; triesLeft: number; words: string | undefined }
  /** So was the last that could be tried: a new one is sent. */
  | { kind: "codes_used_up"; words: string | undefined }
  /** It came too late, or none was sent. */
  | { kind: "code_expired" }

/** What step 2 came to: where the payment session stands. */
export type CardConfirmation =
  { kind: "status"; status: PaymentSessionStatus } | CodeRefusal | CardRefusal

/**
 * Step 1 of paying a session's invoice by card: a code goes to the card's owner by SMS. The card is
 * passed on and kept nowhere.
 */
export async function startCardPayment(
  container: MedusaContainer,
  sessionId: string,
  card: { cardNumber: string; cardExpiry: string }
): Promise<CardStart> {
  const scope = workflowScope(container)
  const { ledger } = scope
  if (!(await ledger.settings.current()).cardPayments) return { kind: "switched_off" }
  const found = await findPayable(container, sessionId)
  if (found.kind === "not_payable") return nothingToPay(scope, sessionId, found.status)
  if (found.kind !== "payable") return found
  // INVARIANT: while the service is charging one card, or may be, it is not asked to charge another.
  const before = await ledger.cardPayments.progress(found.invoice)
  if (before === "accepted" || before === "being_judged") return { kind: "in_progress" }
  const soldOut = await shortageOf(container, sessionId, found)
  if (soldOut) return soldOut
  // By the database's clock: a server whose own is wrong refuses no valid card.
  const now = await ledger.unpaidOrders.now()
  if (hasExpired(card.cardExpiry, now)) return { kind: "expired" }
  const started = await attempt(scope, found.invoice, async (): Promise<CardStart> => {
    const { paymentToken, message } = await ledger.requests.payViaCard(found.invoice, card)
    const secondsLeft = await ledger.cardPayments.keep(found.invoice, paymentToken, now)
    if (secondsLeft === undefined) return { kind: "in_progress" }
    return { kind: "code_sent", message, secondsLeft, phone: maskedPhoneIn(message) }
  })
  if (started.kind !== "refused") return started
  const status = await lookAgain(container, sessionId, found.invoice)
  if (status && !isOpen(status)) return nothingToPay(scope, sessionId, status)
  // Refused perhaps for a code before whose answer was lost, and not for this card.
  const progress = await ledger.cardPayments.progress(found.invoice)
  return progress === undefined ? started : { kind: "in_progress" }
}

async function nothingToPay(
  { ledger }: WorkflowScope,
  sessionId: string,
  { status }: PaymentSessionStatus
): Promise<CardRefusal> {
  const own = await ledger.invoices.ofSession(sessionId)
  return { kind: whyNotPayable(status, own !== undefined && isConfirmed(own)) }
}

/**
 * Step 2: the code from the SMS. Also where card payments were switched off in between: the
 * customer has the code.
 *
 * INVARIANT: whatever the service answers here, also nothing, the payment counts only once our own
 * question about the invoice says so.
 */
export async function confirmCardPayment(
  container: MedusaContainer,
  sessionId: string,
  smsCode: string
): Promise<CardConfirmation> {
  const scope = workflowScope(container)
  const found = await findPayable(container, sessionId)
  // Confirmed twice, by a double click: the second learns what became of the first.
  if (found.kind === "not_payable") return { kind: "status", status: found.status }
  if (found.kind !== "payable") return found
  const confirmed = await attempt(scope, found.invoice, () =>
    passOnCode(scope, found.invoice, smsCode)
  )
  if (confirmed.kind === "too_many_attempts") return confirmed
  const status = await lookAgain(container, sessionId, found.invoice)
  if (!status) return { kind: "unknown_session" }
  return confirmed.kind !== "asked" && isOpen(status) ? confirmed : { kind: "status", status }
}

/**
 * How things stand once the service has said what it has to say.
 *
 * INVARIANT: it waits for its turn to ask. The same invoice's page may have been paid in another tab, or the
 * code taken before: a customer who was told "refused" would pay once more.
 */
async function lookAgain(
  container: MedusaContainer,
  sessionId: string,
  { id }: Invoice
): Promise<PaymentSessionStatus | undefined> {
  await settleInvoice(container, id, { urgency: "now" })
  return paymentSessionStatus(container, sessionId)
}

function isOpen({ status }: PaymentSessionStatus): boolean {
  return status === "pending" || status === "awaiting_payment"
}

/** Milliseconds for which a confirmation waits for another one's answer, and between two looks. */
const TURN_LIMIT_MS = 15_000
const TURN_LOOK_MS = 200

/** Takes the token once no other confirmation has it: what that one's code came to decides about this one. */
async function claimInTurn({ ledger }: WorkflowScope, invoice: Invoice): Promise<ClaimedToken> {
  const giveUpAt = performance.now() + TURN_LIMIT_MS
  for (;;) {
    const claimed = await ledger.cardPayments.claim(invoice)
    const isJudged = claimed.kind !== "busy" || claimed.progress !== "being_judged"
    if (isJudged || performance.now() >= giveUpAt) return claimed
    await delay(TURN_LOOK_MS)
  }
}

/** `asked`: this confirmation, or another one before it, reached the service. */
async function passOnCode(
  scope: WorkflowScope,
  invoice: Invoice,
  smsCode: string
): Promise<{ kind: "asked" } | CodeRefusal> {
  // The same code once more, by a double click: no other of the tries is spent on it.
  if (beingPassedOn.get(invoice.id) === smsCode) return { kind: "asked" }
  beingPassedOn.set(invoice.id, smsCode)
  try {
    return await passOnInTurn(scope, invoice, smsCode)
  } finally {
    if (beingPassedOn.get(invoice.id) === smsCode) beingPassedOn.delete(invoice.id)
  }
}

/** The codes that this process is passing on, by invoice: in its memory alone. */
const beingPassedOn = new Map<string, string>()

async function passOnInTurn(
  scope: WorkflowScope,
  invoice: Invoice,
  smsCode: string
): Promise<{ kind: "asked" } | CodeRefusal> {
  const { ledger } = scope
  const claimed = await claimInTurn(scope, invoice)
  if (claimed.kind === "none") return { kind: "code_expired" }
  if (claimed.kind === "busy") return { kind: "asked" }
  try {
    const { paymentToken } = claimed
    await ledger.requests.confirmCardPayment(invoice, { paymentToken, smsCode })
  } catch (error) {
    if (error instanceof CheckoutUzError && isCustomersMistake(error)) {
      return refuseCode(scope, { invoice, claim: claimed, error })
    }
    // Turned away, or never sent, as without a key.
    const isOver = error instanceof CheckoutUzError && !error.outcomeUnknown
    if (isOver || error instanceof MedusaError) {
      await ledger.cardPayments.giveBack(invoice, claimed.claimed)
    } else if (error instanceof CheckoutUzError && error.httpStatus !== undefined) {
      await ledger.cardPayments.lose(invoice, claimed.claimed)
    }
    // Without any answer it may still be judged: no other card is charged beside it for a minute.
    throw error
  }
  await ledger.cardPayments.accept(invoice, claimed.claimed)
  return { kind: "asked" }
}

async function refuseCode(
  { ledger, logger }: WorkflowScope,
  { invoice, claim, error }: { invoice: Invoice; claim: TokenClaim; error: CheckoutUzError }
): Promise<CodeRefusal> {
  logCustomersMistake(logger, invoice, error)
  if (isUnknownToken(error)) {
    await ledger.cardPayments.forget(invoice, claim.claimed)
    return { kind: "code_expired" }
  }
  const triesLeft = await ledger.cardPayments.countRefusal(invoice, claim)
  const words = error.serviceText
  return triesLeft > 0
    ? { kind: "code_refused", triesLeft, words }
    : { kind: "codes_used_up", words }
}

type Payable =
  | { kind: "payable"; invoice: Invoice; status: PaymentSessionStatus }
  | { kind: "unknown_session" | "cart_changed" }
  | { kind: "not_payable"; status: PaymentSessionStatus }

/** A card pays only what the payment page could still be shown for. */
async function findPayable(container: MedusaContainer, sessionId: string): Promise<Payable> {
  const scope = workflowScope(container)
  const status = await paymentSessionStatus(container, sessionId)
  const invoice = await scope.ledger.invoices.ofSession(sessionId)
  if (!status || !invoice) return { kind: "unknown_session" }
  if (status.payment_url !== null) return { kind: "payable", invoice, status }
  const books = isOpen(status) && (await readOwnerBooks(scope, invoice.paymentCollectionId))
  const misfit = books ? misfitFor(books, invoice.sessionAmount) : undefined
  return misfit?.reason === "cart_changed"
    ? { kind: "cart_changed" }
    : { kind: "not_payable", status }
}

/** What of an unplaced cart has sold out: nobody is let pay for it where that can still be helped. */
async function shortageOf(
  container: MedusaContainer,
  sessionId: string,
  { invoice: { cartId }, status }: Extract<Payable, { kind: "payable" }>
): Promise<CardRefusal | undefined> {
  const scope = workflowScope(container)
  if (cartId === undefined || status.status !== "pending") return undefined
  if ((await findShortage(scope, cartId)) === undefined) return undefined
  // Under the lock no completion is half done: the cart's own order may have taken the last one.
  const shortage = await underOwnerLock(scope, cartId, async () => {
    const now = await paymentSessionStatus(container, sessionId)
    const soldOut = now?.status === "pending" ? await findShortage(scope, cartId) : undefined
    return { soldOut }
  }).catch(whereFree)
  if (shortage === "taken") return { kind: "in_progress" }
  const { soldOut } = shortage
  return soldOut === undefined ? undefined : { kind: "not_completable", soldOut }
}

/** Does one step within the limit. It is never repeated: a second SMS, or a second charge, is the customer's to ask for. */
async function attempt<T extends { kind: string }>(
  { ledger, logger }: WorkflowScope,
  invoice: Invoice,
  step: () => Promise<T>
): Promise<T | CardRefusal> {
  const permit = await ledger.limits.cardAttempt(invoice.id)
  if (permit.kind === "limited") {
    return { kind: "too_many_attempts", retryAfterSeconds: permit.retryAfterSeconds }
  }
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof CheckoutUzError) && !(error instanceof MedusaError)) throw error
    if (error instanceof CheckoutUzError && isCustomersMistake(error)) {
      logCustomersMistake(logger, invoice, error)
      return { kind: "refused", words: error.serviceText }
    }
    // The merchant's configuration is not a customer's business: it is in the log.
    ledger.reportServiceFailure(error)
    return { kind: "unavailable" }
  }
}

/** Nothing for the merchant to mend; without the service's words, which may be about the card. */
function logCustomersMistake(
  logger: WorkflowScope["logger"],
  { number }: Invoice,
  { operation }: CheckoutUzError
): void {
  logger.debug(`Invoice ${number}: ${operation} was refused.`)
}
