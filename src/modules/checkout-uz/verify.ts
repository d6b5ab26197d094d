import { setTimeout as delay } from "node:timers/promises"
import { MedusaError } from "@medusajs/framework/utils"
import { CheckoutUzError, type PaymentStatusRecord } from "../../client"
import type { Invoice } from "./invoice"
import { OPEN_STATES } from "./invoice-state"
import { raiseAlert } from "./store/alert"
import { claimAsk, databaseNow, recordAnswer, recordFailure, recordUnknown } from "./store/ask"
import { findById } from "./store/find"
import { moveInvoice } from "./store/move"
import type { Problem } from "./problem"
import { isRejection } from "./rejection"
import { serviceProblem } from "./service-problem"
import type { Sql } from "./store/sql"

/** Milliseconds between two calls about one invoice, over all servers of the store. */
const ASK_INTERVAL_MS = 2_000
/** Milliseconds to wait for a turn to ask before giving up. */
const WAIT_LIMIT_MS = 12_000

/** What is known about an invoice's money after verifying it. */
export type Verification =
  /** The service has confirmed the money, now or earlier; the invoice's state says what became of it. */
  | { kind: "confirmed"; invoice: Invoice }
  /** The service answered, in time for this question, that it is not paid. */
  | { kind: "unpaid"; invoice: Invoice; status: string }
  /** Somebody asked less than two seconds ago and this question did not want to wait. */
  | { kind: "not_asked"; invoice: Invoice }
  /**
   * No answer that says anything about the invoice; the sentence says why. `rejected`: the service
   * refuses the cash desk's key or this server's address. `problem`: the same for the merchant.
   */
  | {
      kind: "unanswered"
      invoice: Invoice
      message: string
      rejected?: boolean
      problem?: Problem | undefined
    }

export type VerifyDependencies = {
  sql: Sql
  /** Calls `/status_payment` about the invoice's number with a key of its cash desk. */
  askService: (invoice: Invoice) => Promise<PaymentStatusRecord>
  /** Tells the merchant's log. */
  warn: (message: string) => void
}

/**
 * Finds out whether an invoice is paid, the only way there is: our own call to `/status_payment`
 * about a number from our own records (service-api.md, `POST /status_payment`).
 *
 * Fresh: with `wait`, the answer is never that of a call that began before this question. Within
 * two seconds of the last call (see `ASK_INTERVAL_MS`) it waits for the next one, and many
 * questions at once share it. Without `wait` it is content with what is known.
 */
export async function verifyInvoice(
  dependencies: VerifyDependencies,
  id: string,
  { wait }: { wait: boolean }
): Promise<Verification> {
  const { sql } = dependencies
  const since = await databaseNow(sql)
  const giveUpAt = Date.now() + WAIT_LIMIT_MS
  for (;;) {
    const invoice = await findById(sql, id)
    if (!invoice) throw new Error(`There is no invoice ${id} in the ledger.`)
    const known = knownAlready(invoice, since)
    if (known) return known

    const claimed = await claimAsk(sql, id, ASK_INTERVAL_MS)
    if (claimed) return ask(dependencies, claimed)
    if (!wait) return { kind: "not_asked", invoice }
    if (Date.now() > giveUpAt) {
      return { kind: "unanswered", invoice, message: "It took too long to get a turn to ask." }
    }
    // A little chance, so that many who wait do not all come back in the same instant.
    await delay(50 + Math.random() * 100)
  }
}

function knownAlready(invoice: Invoice, since: Date): Verification | undefined {
  // A confirmed invoice is never asked about again: paid does not become unpaid.
  if (!OPEN_STATES.includes(invoice.state)) return { kind: "confirmed", invoice }
  const { answeredAt, answeredStatus } = invoice
  // Both are cut to milliseconds here, so only "later" is sure to mean that the call began later.
  if (answeredAt && answeredStatus !== undefined && answeredAt > since) {
    return { kind: "unpaid", invoice, status: answeredStatus }
  }
  return undefined
}

async function ask(dependencies: VerifyDependencies, invoice: Invoice): Promise<Verification> {
  try {
    return await weigh(dependencies, invoice, await dependencies.askService(invoice))
  } catch (error) {
    // A MedusaError here is the sentence about a missing API key.
    if (!(error instanceof CheckoutUzError) && !(error instanceof MedusaError)) throw error
    // INVARIANT: an error says nothing about the invoice. A refused key or an unknown number is an
    // alert for the merchant and never "unpaid".
    const message = `Invoice ${invoice.number} of cash desk "${invoice.cashDesk}" could not be checked: ${error.message}`
    dependencies.warn(message)
    await recordFailure(dependencies.sql, invoice.id, message)
    if (error instanceof CheckoutUzError && error.code === "not_found") {
      await noteUnknown(dependencies.sql, invoice, message)
    }
    const rejected = error instanceof CheckoutUzError && isRejection(error)
    const problem = serviceProblem(error, invoice.cashDesk)
    return { kind: "unanswered", invoice, message, rejected, problem }
  }
}

/** One alert a day for all invoices made with one key: a changed key can make them all unknown. */
async function noteUnknown(sql: Sql, invoice: Invoice, message: string): Promise<void> {
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

/** Turns a well-formed answer into a move of the ledger. */
async function weigh(
  { sql, warn }: VerifyDependencies,
  invoice: Invoice,
  record: PaymentStatusRecord
): Promise<Verification> {
  // INVARIANT (the money rule): paid means our own call, about our own number, answered with that
  // number, the word "paid" in data.status and the invoice's exact amount. Everything else is not.
  if (record.number !== invoice.number) {
    const message = `The service answered about invoice ${record.number} when asked about ${invoice.number}.`
    warn(message)
    await recordFailure(sql, invoice.id, message)
    return { kind: "unanswered", invoice, message }
  }
  if (record.status !== "paid") {
    const askedAt = invoice.askedAt ?? (await databaseNow(sql))
    await recordAnswer(sql, { id: invoice.id, askedAt, status: record.status })
    if (invoice.state === "pending" && invoice.expiresAt < askedAt) {
      await moveInvoice(sql, { id: invoice.id, to: "lapsed" })
    }
    const now = (await findById(sql, invoice.id)) ?? invoice
    return OPEN_STATES.includes(now.state)
      ? { kind: "unpaid", invoice: now, status: record.status }
      : { kind: "confirmed", invoice: now }
  }
  const moved =
    record.amount === invoice.invoiceAmount
      ? await moveInvoice(sql, {
          id: invoice.id,
          to: "paid",
          from: OPEN_STATES,
          changes: { paidAtText: record.paidAt },
        })
      : await holdMismatch(sql, warn, invoice, record)
  // Somebody else may have moved it in the same instant: then theirs is the truth.
  const now = moved ?? (await findById(sql, invoice.id)) ?? invoice
  return { kind: "confirmed", invoice: now }
}

/**
 * Asks again about money that is held because the service named another amount: a merchant has had
 * it looked into.
 *
 * @returns the invoice as it is then; it can be settled where the service now names the exact amount
 * @throws CheckoutUzError, or MedusaError (invalid data) without an API key
 */
export async function recheckMismatch(
  { sql, askService }: VerifyDependencies,
  invoice: Invoice
): Promise<Invoice> {
  const record = await askService(invoice)
  // INVARIANT (the money rule): the same three conditions as for any other payment.
  const confirmed =
    record.number === invoice.number &&
    record.status === "paid" &&
    record.amount === invoice.invoiceAmount
  const moved = confirmed
    ? await moveInvoice(sql, {
        id: invoice.id,
        to: "held",
        from: ["held"],
        heldFor: "amount_mismatch",
        silent: true,
        // Held on, but from now on like any money whose order is still to be placed.
        holdReason: "cart_not_completed",
        changes: { paidAmount: record.amount, paidAtText: record.paidAt },
      })
    : undefined
  return moved ?? (await findById(sql, invoice.id)) ?? invoice
}

function holdMismatch(
  sql: Sql,
  warn: (message: string) => void,
  invoice: Invoice,
  record: PaymentStatusRecord
): Promise<Invoice | undefined> {
  warn(
    `Invoice ${invoice.number} asked for ${invoice.invoiceAmount} UZS and the service says ` +
      `${record.amount} UZS were paid: held, nothing was captured. Compare it in the service's dashboard.`
  )
  return moveInvoice(sql, {
    id: invoice.id,
    to: "held",
    from: OPEN_STATES,
    holdReason: "amount_mismatch",
    changes: { paidAmount: record.amount, paidAtText: record.paidAt },
  })
}
