import { randomUUID } from "node:crypto"
import type { Tiyin } from "./money"
import { done, refuse, type Outcome } from "./outcome"
import type { CashDesk, Invoice, State } from "./state"
import type { Instant } from "./time"

export type NewInvoice = {
  tiyin: Tiyin
  description: string | null
  webhookUrl: string | null
  returnUrl: string | null
}

/** Nothing -> `pending` (docs/service.md, 4.1). */
export const createInvoice = (
  state: State,
  desk: CashDesk,
  wanted: NewInvoice,
  now: Instant
): Invoice => {
  const invoice: Invoice = {
    ...wanted,
    number: state.nextInvoiceNumber,
    uuid: randomUUID(),
    cashDeskId: desk.id,
    createdAt: now,
    lifetimeSeconds: desk.settings.lifetimeSeconds,
    processing: false,
    payment: null,
  }
  state.nextInvoiceNumber += 1
  state.invoices.set(invoice.number, invoice)
  state.invoicesByUuid.set(invoice.uuid, invoice)
  return invoice
}

/** What was paid for an invoice; while nothing was, what it asks for. */
export const takenTiyin = (invoice: Invoice): Tiyin => invoice.payment?.tiyin ?? invoice.tiyin

export const expiresAt = (invoice: Invoice): Instant =>
  invoice.createdAt + invoice.lifetimeSeconds * 1000

/** Where an invoice stands, for people: what its page shows, and every list of the sandbox. */
export type Stage = "pending" | "processing" | "paid" | "expired"

/** A card that was accepted in time is not lost when the time runs out meanwhile. */
export const stageOf = (invoice: Invoice, now: Instant): Stage => {
  if (invoice.payment) return "paid"
  if (invoice.processing) return "processing"
  return now >= expiresAt(invoice) ? "expired" : "pending"
}

/** The status word the service answers; what it is after the lifetime is a setting. */
export const statusOf = (desk: CashDesk, invoice: Invoice, now: Instant): string => {
  const stage = stageOf(invoice, now)
  if (stage === "paid") return "paid"
  return stage === "expired" ? desk.settings.statusAfterLifetime : "pending"
}

/** Another cash desk's invoices do not exist (docs/service.md, 1.6). */
export const findInvoice = (
  state: State,
  desk: CashDesk,
  by: { number: number } | { uuid: string }
): Outcome<Invoice> => {
  const invoice =
    "uuid" in by ? state.invoicesByUuid.get(by.uuid.toLowerCase()) : state.invoices.get(by.number)
  return invoice?.cashDeskId === desk.id
    ? done(invoice)
    : refuse("not_found", "There is no such invoice.")
}

/** Whether money may be taken for the invoice now. */
export const payable = (desk: CashDesk, invoice: Invoice, now: Instant): Outcome<Invoice> => {
  const stage = stageOf(invoice, now)
  if (stage === "paid") return refuse("refused", "The invoice is already paid.", "invoice_paid")
  if (stage === "processing") {
    return refuse("refused", "The invoice is being paid by card.", "invoice_processing")
  }
  if (stage === "expired" && !desk.settings.acceptLatePayment) {
    return refuse("refused", "The invoice's lifetime is over.", "invoice_lapsed")
  }
  return done(invoice)
}

/** How an invoice is paid: as much as it asks for, unless said otherwise. */
export type Paid = { system: string; maskedCard?: string; tiyin?: Tiyin | undefined }

/**
 * `pending` -> `paid` (docs/service.md, 4.1).
 *
 * MONEY: an invoice is paid at most once, however many pages, cards and control calls try: the
 * check and the booking happen in one synchronous step, and the books get the invoice only here.
 */
export const markPaid = (
  state: State,
  desk: CashDesk,
  invoice: Invoice,
  paid: Paid,
  now: Instant
): Outcome<Invoice> => {
  const allowed = payable(desk, invoice, now)
  if (!allowed.ok) return allowed
  book(state, desk, invoice, paid, now)
  return done(invoice)
}

/**
 * `pending` -> `processing`: from here on nothing else can pay the invoice. Returns what completes the
 * payment, whenever that is.
 */
export const startProcessing = (state: State, desk: CashDesk, invoice: Invoice, paid: Paid) => {
  invoice.processing = true
  return (at: Instant): void => {
    invoice.processing = false
    book(state, desk, invoice, paid, at)
  }
}

const book = (state: State, desk: CashDesk, invoice: Invoice, paid: Paid, now: Instant): void => {
  invoice.payment = {
    system: paid.system,
    paidAt: now,
    tiyin: paid.tiyin ?? invoice.tiyin,
    transaction: state.nextTransaction,
    maskedCard: paid.maskedCard ?? null,
  }
  state.nextTransaction += 1
  desk.paid.push(invoice)
}
