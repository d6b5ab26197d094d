import type { MedusaContainer } from "@medusajs/framework/types"
import type { Attention, Refund } from "../../contract"
import {
  RESOLUTIONS_OF,
  type Invoice,
  type ManualRefund,
  type Resolution,
} from "../../modules/checkout-uz"
import { settleScope } from "../settle-invoice/scope"
import { NOBODY, ownersOf, type Owners } from "./owners"

/** Paid money that waits for the merchant. Amounts in UZS, times in ISO 8601. */
type HeldPayment = Attention["held"][number]

/** Lists held payments, the latest first, and refunds to make by hand, the oldest first. */
export async function listAttention(
  container: MedusaContainer,
  page: { limit: number; offset: number }
): Promise<Attention> {
  const scope = settleScope(container)
  const { attention } = scope.ledger
  const held = await attention.heldInvoices(page)
  const refunds = await attention.openRefunds(page)
  const owners = await ownersOf(
    scope,
    [...held.rows, ...refunds.rows].map((row) => row.paymentCollectionId)
  )
  return {
    held: held.rows.map((invoice) => presentHeld(invoice, owners)),
    held_count: held.count,
    refunds: refunds.rows.map((refund) => presentRefund(refund, owners)),
    refunds_count: refunds.count,
    ...page,
  }
}

/** One refund with its order and customer, as the list shows it. */
export async function describeRefund(
  container: MedusaContainer,
  refund: ManualRefund
): Promise<Refund> {
  const owners = await ownersOf(settleScope(container), [refund.paymentCollectionId])
  return presentRefund(refund, owners)
}

/** One held, or formerly held, payment with its order and customer, as the list shows it. */
export async function describeHeld(
  container: MedusaContainer,
  invoice: Invoice
): Promise<HeldPayment & { state: string }> {
  const owners = await ownersOf(settleScope(container), [invoice.paymentCollectionId])
  return { ...presentHeld(invoice, owners), state: invoice.state }
}

function presentHeld(invoice: Invoice, owners: Owners): HeldPayment {
  const { holdReason: reason } = invoice
  const owner = owners.get(invoice.paymentCollectionId)
  return {
    id: invoice.id,
    number: invoice.number,
    cash_desk: invoice.cashDesk,
    reason: reason ?? "",
    amount: Number(invoice.invoiceAmount),
    paid_amount: otherAmount(invoice),
    currency_code: invoice.currencyCode,
    payment_system: invoice.paymentSystem ?? null,
    paid_at: invoice.paidAt?.toISOString() ?? null,
    last_error: invoice.lastError ?? null,
    actions: actionsFor(invoice),
    ...(owner ?? NOBODY),
    cart_id: owner?.cart_id ?? invoice.cartId ?? null,
  }
}

/** What the service said was paid, in UZS, where that is not what was asked for. */
export function otherAmount({ paidAmount, invoiceAmount }: Invoice): number | null {
  return paidAmount === undefined || paidAmount === invoiceAmount ? null : Number(paidAmount)
}

/** What a merchant can do about an invoice: see `POST /admin/checkout-uz/invoices/:id/resolve`. */
export function actionsFor({ state, holdReason }: Invoice): Resolution[] {
  return state === "held" && holdReason !== undefined ? [...RESOLUTIONS_OF[holdReason]] : []
}

/** A refund to pay out by hand. Amount in UZS, times in ISO 8601. */
export function presentRefund(refund: ManualRefund, owners: Owners): Refund {
  return {
    id: refund.id,
    amount: Number(refund.amount),
    currency_code: refund.currencyCode,
    invoice_id: refund.invoiceId,
    invoice_number: refund.invoiceNumber,
    created_at: refund.createdAt.toISOString(),
    completed_at: refund.completedAt?.toISOString() ?? null,
    completed_by: refund.completedBy ?? null,
    note: refund.note ?? null,
    ...(owners.get(refund.paymentCollectionId) ?? NOBODY),
  }
}
