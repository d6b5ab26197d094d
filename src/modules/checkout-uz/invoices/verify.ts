import { setTimeout as delay } from "node:timers/promises"
import { MedusaError } from "@medusajs/framework/utils"
import { CheckoutUzError, type PaymentStatusRecord } from "../../../client"
import { isExpired, type Invoice } from "./invoice"
import { isVerifiable, OPEN_STATES } from "./states"
import type { Problem } from "../cash-desks/problem"
import { isRejection } from "../cash-desks/rejection"
import { serviceProblem } from "../cash-desks/service-problem"
import { raiseAlert } from "../alerts/repository"
import {
  claimRequest,
  databaseNow,
  recordAnswer,
  recordFailure,
  recordUnknown,
} from "./request-log"
import { clearMismatch, recordOtherAmount } from "./blocking"
import { findById } from "./repository"
import { transitionInvoice } from "./transitions"
import { DatabaseError, type Sql } from "../database"

/** Milliseconds between two requests about one invoice, over all servers of the store. */
const REQUEST_INTERVAL_MS = 2_000
/** Milliseconds to wait for a turn before giving up. */
const WAIT_LIMIT_MS = 12_000

/** What is known about an invoice's money after verifying it. */
export type Verification =
  /**
   * The service says paid, now or earlier; the invoice's state and blocker say what became of it.
   * Whether its exact amount was confirmed is for `isConfirmed` to tell.
   */
  | { kind: "confirmed"; invoice: Invoice }
  /** The service answered, in time for this call, that it is not paid. */
  | { kind: "unpaid"; invoice: Invoice; status: string }
  /** The last request was less than two seconds ago and this call does not wait. */
  | { kind: "not_requested"; invoice: Invoice }
  | Unanswered

/** No answer that says anything about the invoice. */
export type Unanswered = {
  /** The service could not be asked, or not understood. */
  kind: "unanswered"
  /** Its row in the ledger, as it was before. */
  invoice: Invoice
  /** What was in the way, in English, for the log. */
  message: string
  /**
   * `refused`: the service refuses the key or this server's address. `paused`: it wants no requests
   * of the cash desk for a while.
   */
  cause: "refused" | "paused" | "failed"
  /** The same for the merchant. */
  problem?: Problem | undefined
}

export type VerifyDependencies = {
  sql: Sql
  /** Requests the status of the invoice's number with a key of its cash desk. */
  requestStatus: (invoice: Invoice) => Promise<PaymentStatusRecord>
  /** Writes to the merchant's log. */
  warn: (message: string) => void
}

/**
 * Finds out whether an invoice is paid, the only way there is: our own request to `/status_payment`
 * about a number from our own records (docs/service.md, 3.4).
 *
 * With `wait`, the answer is never that of a request that began before this call: within two seconds
 * of the last one it waits for the next, and many calls at once share it. Without `wait` it is content
 * with what is known.
 */
export async function verifyInvoice(
  dependencies: VerifyDependencies,
  known: Invoice,
  { wait }: { wait: boolean }
): Promise<Verification> {
  const { sql } = dependencies
  const since = known.readAt
  const giveUpAt = performance.now() + WAIT_LIMIT_MS
  let invoice = known
  for (;;) {
    const answer = knownAlready(invoice, since)
    if (answer) return answer
    const claimed = await claimRequest(sql, invoice.id, REQUEST_INTERVAL_MS)
    if (claimed) return request(dependencies, claimed)
    if (wait && performance.now() > giveUpAt) {
      const message = "It took too long to get a turn to ask."
      return { kind: "unanswered", invoice, message, cause: "failed" }
    }
    // A random part, so that not all that wait come back in the same instant.
    if (wait) await delay(50 + Math.random() * 100)
    const now = await findById(sql, invoice.id)
    if (!now) throw new Error(`There is no invoice ${invoice.id} in the ledger.`)
    if (!wait) return knownAlready(now, since) ?? { kind: "not_requested", invoice: now }
    invoice = now
  }
}

function knownAlready(invoice: Invoice, since: Date): Verification | undefined {
  // A confirmed invoice is never verified again: paid does not become unpaid.
  if (!isVerifiable(invoice)) return { kind: "confirmed", invoice }
  const { answeredAt, answeredStatus } = invoice
  // Both are cut to milliseconds here, so only "later" is sure to mean that the request began later.
  if (answeredAt && answeredStatus !== undefined && answeredAt > since) {
    return answeredStatus === "paid"
      ? { kind: "confirmed", invoice }
      : { kind: "unpaid", invoice, status: answeredStatus }
  }
  return undefined
}

async function request(dependencies: VerifyDependencies, invoice: Invoice): Promise<Verification> {
  try {
    return await resolve(dependencies, invoice, await dependencies.requestStatus(invoice))
  } catch (error) {
    if (!saysNothing(error)) throw error
    return reportFailure(dependencies, invoice, error)
  }
}

/** A failed request, a missing API key, or a database that refused the answer. */
function saysNothing(error: unknown): error is CheckoutUzError | MedusaError | DatabaseError {
  return (
    error instanceof CheckoutUzError ||
    error instanceof MedusaError ||
    error instanceof DatabaseError
  )
}

/**
 * INVARIANT: an error says nothing about the invoice. A refused key or an unknown number is an alert
 * for the merchant and never "unpaid".
 */
async function reportFailure(
  { sql, warn }: VerifyDependencies,
  invoice: Invoice,
  error: CheckoutUzError | MedusaError | DatabaseError
): Promise<Verification> {
  const message = `Invoice ${invoice.number} of cash desk "${invoice.cashDesk}" could not be checked: ${error.message}`
  const isService = error instanceof CheckoutUzError
  const paused = isService && error.code === "rate_limited"
  // A pause is logged once, where it begins.
  if (!paused) warn(message)
  try {
    await recordFailure(sql, invoice.id, message)
    if (isService && error.code === "not_found") await reportUnknown(sql, invoice, message)
  } catch (refusal) {
    warn(`That could not be noted either: ${String(refusal)}`)
  }
  return {
    kind: "unanswered",
    invoice,
    message,
    cause: paused ? "paused" : isService && isRejection(error) ? "refused" : "failed",
    problem: serviceProblem(error, invoice.cashDesk),
  }
}

/** One alert a day for all invoices made with one key: a changed key can make them all unknown. */
async function reportUnknown(sql: Sql, invoice: Invoice, message: string): Promise<void> {
  const { cashDesk, keyFingerprint, serviceUrl } = invoice
  const today = (await databaseNow(sql)).toISOString().slice(0, 10)
  await recordUnknown(sql, invoice.id)
  await raiseAlert(sql, {
    kind: "invoice_unknown",
    occasion: `unknown:${serviceUrl}:${cashDesk}:${keyFingerprint}:${today}`,
    cashDesk,
    invoiceId: invoice.id,
    reason: message,
  })
}

/** Turns a well-formed answer into a transition. */
async function resolve(
  dependencies: VerifyDependencies,
  invoice: Invoice,
  record: PaymentStatusRecord
): Promise<Verification> {
  const { sql, warn } = dependencies
  // INVARIANT (the money rule): money is confirmed by our own request, about our own number, answered with
  // that number, the word "paid" in data.status and the invoice's exact amount, and by nothing else.
  // Another amount is recorded, and never spent.
  if (record.number !== invoice.number) {
    const message = `The service answered about invoice ${record.number} when asked about ${invoice.number}.`
    warn(message)
    await recordFailure(sql, invoice.id, message)
    return { kind: "unanswered", invoice, message, cause: "failed" }
  }
  const requestedAt = invoice.requestedAt ?? invoice.readAt
  if (record.status !== "paid") {
    const answer = { id: invoice.id, requestedAt, status: record.status }
    const answered = await recordAnswer(sql, answer)
    const expired =
      invoice.state === "pending" && isExpired(invoice)
        ? await transitionInvoice(sql, { id: invoice.id, to: "expired" })
        : undefined
    const now = expired ?? answered ?? (await findById(sql, invoice.id)) ?? invoice
    return isVerifiable(now)
      ? { kind: "unpaid", invoice: now, status: record.status }
      : { kind: "confirmed", invoice: now }
  }
  const changed =
    record.amount === invoice.invoiceAmount
      ? await confirm(sql, invoice, record)
      : await recordMismatch(dependencies, invoice, record, requestedAt)
  // Where another server was first, its transition is the truth.
  return { kind: "confirmed", invoice: changed ?? (await findById(sql, invoice.id)) ?? invoice }
}

function confirm(
  sql: Sql,
  { id, state }: Invoice,
  { paidAt }: PaymentStatusRecord
): Promise<Invoice | undefined> {
  if (state === "paid") return clearMismatch(sql, { id, paidAtText: paidAt })
  return transitionInvoice(sql, {
    id,
    to: "paid",
    from: OPEN_STATES,
    confirmation: { paidAtText: paidAt, otherAmount: undefined },
  })
}

/** Paid with another amount than requested: nothing is captured, and it is verified again. */
async function recordMismatch(
  { sql, warn }: VerifyDependencies,
  invoice: Invoice,
  record: PaymentStatusRecord,
  requestedAt: Date
): Promise<Invoice | undefined> {
  await recordAnswer(sql, { id: invoice.id, requestedAt, status: record.status })
  if (invoice.state === "paid") {
    return recordOtherAmount(sql, { id: invoice.id, amount: record.amount })
  }
  warn(
    `Invoice ${invoice.number} asked for ${invoice.invoiceAmount} UZS and the service says ` +
      `${record.amount} UZS were paid: nothing was captured. Compare it in the service's dashboard.`
  )
  return transitionInvoice(sql, {
    id: invoice.id,
    to: "paid",
    from: OPEN_STATES,
    confirmation: { paidAtText: record.paidAt, otherAmount: record.amount },
  })
}
