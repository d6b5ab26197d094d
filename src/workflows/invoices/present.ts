import type { z } from "zod"
import type { invoiceSchema } from "../../contract"
import { isExpired, type Invoice, type InvoiceMoney } from "../../modules/checkout-uz"
import { safePaymentUrl, type AddressRules } from "../../providers/checkout-uz/safe-addresses"
import { presentBlocker } from "../attention/present"

/** An invoice as the admin's lists show it. Amounts in UZS, times in ISO 8601. `drafts`: which orders are drafts. */
export function presentInvoice(
  invoice: Invoice,
  money: InvoiceMoney | undefined,
  rules: AddressRules,
  drafts: ReadonlySet<string> = new Set()
): z.output<typeof invoiceSchema> {
  const { orderId } = invoice
  if (!money) throw new Error(`Invoice ${invoice.number} was read and its money was not.`)
  return {
    id: invoice.id,
    number: invoice.number,
    state: invoice.state,
    standing: money.standing,
    blocker: presentBlocker(invoice),
    waiting_since: invoice.waitingSince?.toISOString() ?? null,
    cash_desk: invoice.cashDesk,
    provider_id: invoice.providerId,
    amount: Number(invoice.invoiceAmount),
    part: invoice.part
      ? {
          position: invoice.part.position,
          count: invoice.part.count,
          plan_amount: Number(invoice.part.planAmount),
        }
      : null,
    paid: money.paid === undefined ? null : Number(money.paid),
    given_back: Number(money.givenBack),
    to_send: Number(money.toSend),
    currency_code: invoice.currencyCode,
    payment_collection_id: invoice.paymentCollectionId,
    payment_system: invoice.paymentSystem ?? null,
    email: invoice.email ?? null,
    customer_name: invoice.customerName ?? null,
    customer_phone: invoice.customerPhone ?? null,
    order:
      orderId === undefined
        ? null
        : {
            id: orderId,
            display_id: invoice.orderNumber ?? null,
            is_draft: drafts.has(orderId),
          },
    cart_id: invoice.cartId ?? null,
    payment_url: canBeSold(invoice) ? (safePaymentUrl(invoice.paymentUrl, rules) ?? null) : null,
    created_at: invoice.createdAt.toISOString(),
    expires_at: invoice.expiresAt.toISOString(),
    paid_at: invoice.paidAt?.toISOString() ?? null,
    paid_at_text: invoice.paidAtText ?? null,
    settled_at: invoice.settledAt?.toISOString() ?? null,
  }
}

/** The address of what is paid, or past its lifetime, sends nobody to pay. */
function canBeSold(invoice: Invoice): boolean {
  return invoice.state === "pending" && !isExpired(invoice)
}
