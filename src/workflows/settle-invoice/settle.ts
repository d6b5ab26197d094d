import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  isSpendable,
  reasonOf,
  resolutionsOf,
  type Invoice,
  type Misfit,
} from "../../modules/checkout-uz"
import { publishAlerts } from "../publish-alerts"
import { conclude } from "./conclude"
import { completeCart, finishPayment } from "./core-steps"
import type { SettleOutcome } from "./outcome"
import type { Preparation } from "./preparation"
import { prepare } from "./prepare"
import { workflowScope, type WorkflowScope } from "../scope"
import { LockTaken, ownerIdOf, planRest, underOwnerLock } from "../../payment-context"

/** A failed settlement is tried again after a quarter of the time since the money came. */
const RETRY_SHARE = 0.25
const FIRST_RETRY_SECONDS = 5
const LONGEST_RETRY_SECONDS = 6 * 60 * 60
/** Parts of a payment are looked at this often: what their cart or order asks for may have come with them meanwhile. */
const LONGEST_RETRY_OF_PARTS_SECONDS = 15 * 60
/** A server that died leaves its lock on the cart for two minutes. */
const LOCKED_RETRY_SECONDS = 15

/** How an invoice is settled. */
export type SettleOptions = {
  /**
   * `now`: somebody announced or asks for this payment; the service's answer is waited for.
   * `when_due`: somebody only looks; no waiting, and failed attempts keep their distance.
   */
  urgency: "now" | "when_due"
  /** A merchant asks for it: also an attempt that may burn an order number is made. */
  byMerchant?: boolean
}

/** The settlements under way in this process, by invoice. */
const underWay = new Map<string, Promise<SettleOutcome>>()

/**
 * Turns a paid invoice into a captured Medusa payment and, for a cart, an order: the one path on
 * which money moves. May be called any number of times, in parallel, on several servers. Within one
 * process, calls for the same invoice share an attempt.
 */
export async function settleInvoice(
  container: MedusaContainer,
  invoiceId: string,
  options: SettleOptions
): Promise<SettleOutcome> {
  for (;;) {
    const running = underWay.get(invoiceId)
    if (!running) return attempt(container, invoiceId, options)
    const outcome = await running
    // What a call that began before this one was told may be out of date: "not paid" is asked again.
    const isFinal = outcome.kind === "settled" || outcome.kind === "returned"
    if (isFinal || (outcome.kind === "blocked" && !options.byMerchant)) return outcome
    if (options.urgency === "when_due") return outcome
  }
}

async function attempt(
  container: MedusaContainer,
  invoiceId: string,
  options: SettleOptions
): Promise<SettleOutcome> {
  const scope = workflowScope(container)
  const settlement = settle(scope, invoiceId, options)
  underWay.set(invoiceId, settlement)
  try {
    const outcome = await settlement
    if (outcome.kind === "blocked" && outcome.reason && isLasting(outcome.reason)) {
      await publishHeld(scope)
    }
    return outcome
  } finally {
    underWay.delete(invoiceId)
  }
}

/** What is in the way is noted; where it cannot be published now, the next run of the job does it. */
async function publishHeld({ container, ledger, logger }: WorkflowScope): Promise<void> {
  try {
    await ledger.attention.noticeHeld()
    await publishAlerts(container)
  } catch (error) {
    logger.warn(`A payment that needs the merchant is published a little later: ${reasonOf(error)}`)
  }
}

function isLasting(reason: Misfit["reason"]): boolean {
  return !resolutionsOf(reason).includes("retry")
}

async function settle(
  scope: WorkflowScope,
  invoiceId: string,
  options: SettleOptions
): Promise<SettleOutcome> {
  const wait = options.urgency === "now"
  const verification = await scope.ledger.requests.verify(invoiceId, { wait })
  const { kind, invoice } = verification
  // Another amount was paid, and nobody could ask about it again: ever more rarely.
  if (kind !== "confirmed" && invoice.state === "paid") {
    await scope.ledger.spending.postpone(invoice.id, secondsUntilRetry(invoice))
  }
  switch (verification.kind) {
    case "unpaid":
    case "not_requested":
      return { kind: "not_paid", invoice: verification.invoice }
    case "unanswered":
      return verification
    case "confirmed":
      return settleConfirmed(scope, verification.invoice, options)
  }
}

async function settleConfirmed(
  scope: WorkflowScope,
  invoice: Invoice,
  options: SettleOptions
): Promise<SettleOutcome> {
  if (invoice.state === "settled" || invoice.state === "returned") {
    return { kind: invoice.state, invoice }
  }
  if (options.urgency === "when_due" && !isDue(invoice)) {
    return waiting(invoice)
  }
  if (!isSpendable(invoice)) {
    const said = `The service says that ${invoice.paidAmount ?? "another amount in"} UZS were paid, and ${invoice.invoiceAmount} UZS were asked for.`
    return block(scope, [invoice], { reason: "amount_mismatch", facts: {} }, new Error(said))
  }
  try {
    return await book(scope, invoice, options)
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    if (!(error instanceof LockTaken)) {
      return block(scope, [invoice], { reason: "not_completable", facts: {} }, error)
    }
    await scope.ledger.spending.postpone(invoice.id, LOCKED_RETRY_SECONDS)
    return { kind: "blocked", invoice, reason: undefined, error }
  }
}

async function book(
  scope: WorkflowScope,
  invoice: Invoice,
  options: SettleOptions
): Promise<SettleOutcome> {
  const { ledger } = scope
  const ownerId = await ownerIdOf(scope, invoice)
  const preparation = await underOwnerLock(scope, ownerId, async (): Promise<Preparation> => {
    const ready = await prepare(scope, invoice.id)
    // Core locks the cart of a collection by itself; where there is none, this lock has to do.
    if (ready.kind !== "finish" || ready.locksItself) return ready
    const obstacle = await finishPayment(scope, ready.sessionId, ready.amount)
    return conclude(scope, invoice.id, obstacle)
  })
  if (preparation.kind !== "finish" && preparation.kind !== "complete") {
    return outcomeOf(scope, invoice, preparation)
  }
  if (preparation.kind === "complete") {
    const always = options.byMerchant === true
    // The parts of one payment share the attempts of the first.
    const { id } = preparation.invoices[0] ?? invoice
    if (!(await ledger.spending.claimCompletion(id, { always }))) {
      return waiting(invoice)
    }
  }
  const obstacle =
    preparation.kind === "complete"
      ? await completeCart(scope, preparation.cartId)
      : await finishPayment(scope, preparation.sessionId, preparation.amount)
  const conclusion = await underOwnerLock(scope, ownerId, () =>
    conclude(scope, invoice.id, obstacle)
  )
  return outcomeOf(scope, invoice, conclusion)
}

async function outcomeOf(
  scope: WorkflowScope,
  invoice: Invoice,
  conclusion: Exclude<Preparation, { kind: "finish" | "complete" }>
): Promise<SettleOutcome> {
  switch (conclusion.kind) {
    case "over":
      return overOutcome(conclusion.invoice)
    case "awaiting":
      return awaitParts(scope, invoice, conclusion)
    case "blocked":
      return block(
        scope,
        [invoice, ...(conclusion.invoices ?? [])],
        conclusion.misfit,
        conclusion.error
      )
  }
}

function overOutcome(invoice: Invoice): SettleOutcome {
  if (invoice.state === "settled" || invoice.state === "returned") {
    return { kind: invoice.state, invoice }
  }
  return { kind: "not_paid", invoice }
}

function isDue(invoice: Invoice): boolean {
  if (invoice.settleAttempts === 0) return true
  return invoice.nextCheckAt !== undefined && invoice.nextCheckAt <= invoice.readAt
}

/** No attempt was made this time. What is in the way is the merchant's to read, and no customer's. */
function waiting(invoice: Invoice): SettleOutcome {
  const error = new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "The payment has arrived, and its order cannot be placed yet: the shop knows of it."
  )
  return { kind: "blocked", invoice, reason: invoice.blocker?.reason, error }
}

/** Notes that the other parts of a payment are due, and with an order that one has come for it. */
async function awaitParts(
  scope: WorkflowScope,
  invoice: Invoice,
  { arrived, hasOrder }: Extract<Preparation, { kind: "awaiting" }>
): Promise<SettleOutcome> {
  const { ledger } = scope
  const { invoices, amount, missing } = arrived
  const plan = planRest(arrived, ledger.options)
  const facts = {
    asked: amount,
    open: missing,
    arrived: plan.paidAmount,
    partsPaid: plan.paid,
    partsPlanned: plan.of,
  }
  const said = `${plan.paidAmount} of ${amount} UZS have come, ${plan.paid} of ${plan.of} parts`
  if (hasOrder) {
    for (const { id, cashDesk } of invoices) {
      const occasion = `part:${id}`
      await ledger.attention.raise({
        kind: "part_arrived",
        occasion,
        cashDesk,
        invoiceId: id,
        reason: `${said}.`,
      })
    }
  }
  const { partsWaitHours } = await ledger.settings.current()
  const waiting = { reason: "part_paid", facts, waitHours: partsWaitHours } as const
  return block(scope, [invoice, ...invoices], waiting, new Error(said))
}

/** Notes what is in the way of paid money, and leaves it for a later attempt, ever more rarely. */
async function block(
  scope: WorkflowScope,
  [invoice, ...others]: readonly [Invoice, ...Invoice[]],
  { reason, facts, waitHours = null }: Misfit & { waitHours?: number | null },
  error: Error
): Promise<SettleOutcome> {
  const otherParts = new Set(others.map(({ id }) => id).filter((id) => id !== invoice.id))
  const blocked = await scope.ledger.spending.block(
    {
      id: invoice.id,
      reason,
      facts,
      waitHours,
      retryInSeconds: isLasting(reason) ? null : secondsUntilRetry(invoice, reason),
      message: `Invoice ${invoice.number} is paid (${invoice.invoiceAmount} UZS) and not booked yet (${reason}): ${error.message}`,
    },
    [...otherParts]
  )
  const now = blocked ?? (await scope.ledger.invoices.find(invoice.id)) ?? invoice
  return now.state === "paid" ? { kind: "blocked", invoice: now, reason, error } : overOutcome(now)
}

function secondsUntilRetry({ waitingSince, readAt }: Invoice, reason?: Misfit["reason"]): number {
  const waited = waitingSince ? (readAt.getTime() - waitingSince.getTime()) / 1000 : 0
  const wait = Math.round(waited * RETRY_SHARE)
  const longest = reason === "part_paid" ? LONGEST_RETRY_OF_PARTS_SECONDS : LONGEST_RETRY_SECONDS
  return Math.min(Math.max(wait, FIRST_RETRY_SECONDS), longest)
}
