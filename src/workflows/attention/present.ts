import type { z } from "zod"
import type { Blocker, Held, Payout, resolveAnswerSchema, Unanswered } from "../../contract"
import {
  inOneCase,
  isHeld,
  resolutionsOf,
  type Invoice,
  type Payout as PayoutRow,
  type Resolution,
  type UnansweredCreation,
} from "../../modules/checkout-uz"
import type { People } from "../people"
import { NOBODY, ownerOf, type Owners } from "./owners"

/** Paid money that waits without a known reason stands on no order yet: that is what its merchant sees. */
const UNKNOWN_REASON = "not_completable"

/** Paid money that waits for the merchant. Amounts in UZS, times in ISO 8601. */
export function presentHeld(
  invoice: Invoice,
  owners: Owners,
  siblings: readonly Invoice[] = []
): Held {
  const { blocker, waitingSince, paidAt, createdAt } = invoice
  return {
    ...presentMoney(invoice, owners, siblings),
    reason: blocker?.reason ?? UNKNOWN_REASON,
    since: (waitingSince ?? blocker?.since ?? paidAt ?? createdAt).toISOString(),
  }
}

/** The same for what may have gone on since: settled, to be sent back, or just being tried again. */
export function presentResolved(
  invoice: Invoice,
  owners: Owners,
  siblings: readonly Invoice[] = []
): z.output<typeof resolveAnswerSchema>["invoice"] {
  return {
    ...presentMoney(invoice, owners, siblings),
    state: invoice.state,
    reason: presentBlocker(invoice)?.reason ?? null,
    since: invoice.waitingSince?.toISOString() ?? null,
  }
}

/** `siblings`: every invoice of its payment collection, where it is a part of a payment. */
function presentMoney(
  invoice: Invoice,
  owners: Owners,
  siblings: readonly Invoice[]
): Omit<Held, "reason" | "since"> {
  const parts = partsInCase(invoice, siblings)
  const owner = ownerOf(owners, invoice)
  return {
    id: invoice.id,
    number: invoice.number,
    cash_desk: invoice.cashDesk,
    ...factsOf(invoice),
    attempts: invoice.settleAttempts,
    next_attempt_at: invoice.nextCheckAt?.toISOString() ?? null,
    amount:
      parts.length > 0
        ? parts.reduce((sum, { amount }) => sum + amount, 0)
        : Number(invoice.invoiceAmount),
    parts,
    paid_amount: otherAmount(invoice),
    currency_code: invoice.currencyCode,
    payment_system: invoice.paymentSystem ?? null,
    paid_at: invoice.paidAt?.toISOString() ?? null,
    last_error: invoice.lastError ?? null,
    actions: actionsFor(invoice),
    ...owner,
    cart_id: owner.cart_id ?? invoice.cartId ?? null,
  }
}

/** Of a payment in parts those that its merchant decides about together. */
export function partsInCase(invoice: Invoice, siblings: readonly Invoice[]): Held["parts"] {
  return invoice.part ? inOneCase(siblings, invoice).map(presentPart) : []
}

function presentPart({ id, number, invoiceAmount, paymentSystem }: Invoice): Held["parts"][number] {
  return {
    invoice_id: id,
    invoice_number: number,
    amount: Number(invoiceAmount),
    payment_system: paymentSystem ?? null,
  }
}

/** What is in the way of paid money; of what is returned, it only was. */
export function presentBlocker(invoice: Invoice): Blocker | null {
  const { state, blocker, waitingSince } = invoice
  if (state !== "paid") return null
  if (blocker) {
    return { reason: blocker.reason, ...factsOf(invoice), since: blocker.since.toISOString() }
  }
  if (!isHeld(invoice) || !waitingSince) return null
  return { reason: UNKNOWN_REASON, ...factsOf(invoice), since: waitingSince.toISOString() }
}

/** What is behind what is in the way of paid money, amounts in UZS; all of it null where nothing is. */
export function factsOf(invoice: Invoice | undefined): Omit<Blocker, "reason" | "since"> {
  const facts = invoice?.state === "paid" ? invoice.blocker?.facts : undefined
  const { asked, open, paidElsewhere, promised, lacks, soldOut } = facts ?? {}
  const { arrived, partsPaid, partsPlanned } = facts ?? {}
  return {
    arrived: numberOrNull(arrived),
    parts_paid: partsPaid ?? null,
    parts_planned: partsPlanned ?? null,
    lacks: lacks ?? null,
    sold_out: soldOut ?? null,
    asked: numberOrNull(asked),
    open: numberOrNull(open),
    paid_elsewhere: numberOrNull(paidElsewhere),
    promised: numberOrNull(promised),
  }
}

function numberOrNull(decimal: string | undefined): number | null {
  return decimal === undefined ? null : Number(decimal)
}

/** What the service said was paid, in UZS, where that is not what was asked for. */
export function otherAmount({ paidAmount, invoiceAmount }: Invoice): number | null {
  return paidAmount === undefined || paidAmount === invoiceAmount ? null : Number(paidAmount)
}

/** What a merchant can do about an invoice: see `POST /admin/checkout-uz/invoices/:id/resolve`. */
export function actionsFor({ state, blocker }: Invoice): Resolution[] {
  return state === "paid" ? [...resolutionsOf(blocker?.reason ?? UNKNOWN_REASON)] : []
}

/** Money to be sent back by hand. Amount in UZS, times in ISO 8601. */
export function presentPayout(payout: PayoutRow, owners: Owners, people: People): Payout {
  return {
    id: payout.id,
    kind: payout.refundId === undefined ? "return" : "refund",
    amount: Number(payout.amount),
    currency_code: payout.currencyCode,
    invoice_id: payout.invoiceId,
    invoice_number: payout.invoiceNumber,
    payment_system: payout.paymentSystem ?? null,
    shares: payout.shares.map(({ invoiceId, invoiceNumber, amount, paymentSystem }) => ({
      invoice_id: invoiceId,
      invoice_number: invoiceNumber,
      amount: Number(amount),
      payment_system: paymentSystem,
    })),
    created_at: payout.createdAt.toISOString(),
    completed_at: payout.completedAt?.toISOString() ?? null,
    completed_by: payout.completedBy ?? null,
    completed_by_user: people(payout.completedBy),
    note: payout.note ?? null,
    returned: payout.refundId === undefined ? presentReturn(payout, people) : null,
    ...ownerOf(owners, payout),
  }
}

/** The pay-out was made in the moment in which its money was returned. */
function presentReturn(payout: PayoutRow, people: People): Payout["returned"] {
  const { returnedBy, returnNote, createdAt } = payout
  return { by: people(returnedBy), at: createdAt.toISOString(), note: returnNote ?? null }
}

/** The ids of who did something about pay-outs. */
export function actorsOf(payouts: readonly PayoutRow[]): (string | undefined)[] {
  return payouts.flatMap(({ completedBy, returnedBy }) => [completedBy, returnedBy])
}

/** An invoice that may exist at the service. Amount in UZS, times in ISO 8601. */
export function presentUnanswered(creation: UnansweredCreation, owners: Owners): Unanswered {
  const { order, customer, cart_id, items } = owners.get(creation.paymentCollectionId) ?? NOBODY
  const { orderId } = creation
  return {
    id: creation.id,
    cash_desk: creation.cashDesk,
    amount: Number(creation.invoiceAmount),
    currency_code: "uzs",
    requested_at: creation.requestedAt.toISOString(),
    order:
      order ?? (orderId === undefined ? null : { id: orderId, display_id: null, is_draft: false }),
    customer,
    cart_id: cart_id ?? creation.cartId ?? null,
    items,
    candidates: creation.candidates,
    paid_candidate: creation.paidCandidate ?? null,
  }
}
