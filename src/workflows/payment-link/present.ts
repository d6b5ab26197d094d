import type { PaymentLink } from "../../contract"
import type { Invoice } from "../../modules/checkout-uz"
import type { LinkVerdict } from "./judge"
import type { LinkLook, LinkOrder } from "./look"

/** How a payment link stands, as the admin is told. Amounts in UZS, times in ISO 8601. */
export function presentLink({ order }: LinkLook, verdict: LinkVerdict): PaymentLink {
  const [invoice] = verdict.live
  return {
    open_amount: Number(order.open),
    currency_code: order.currencyCode,
    provider_ids: verdict.providerIds,
    reason_against: verdict.reasonAgainst ?? null,
    invoice: invoice ? presentInvoice(invoice, order) : null,
  }
}

function presentInvoice(invoice: Invoice, order: LinkOrder): NonNullable<PaymentLink["invoice"]> {
  return {
    id: invoice.id,
    number: invoice.number,
    state: invoice.state,
    hold_reason: invoice.holdReason ?? null,
    superseded: invoice.superseded,
    cash_desk: invoice.cashDesk,
    provider_id: invoice.providerId,
    amount: Number(invoice.invoiceAmount),
    currency_code: invoice.currencyCode,
    payment_system: invoice.paymentSystem ?? null,
    email: order.email,
    order: { id: order.id, display_id: order.displayId },
    cart_id: invoice.cartId ?? null,
    payment_url: invoice.paymentUrl,
    created_at: invoice.createdAt.toISOString(),
    expires_at: invoice.expiresAt.toISOString(),
    paid_at: invoice.paidAt?.toISOString() ?? null,
    paid_at_text: invoice.paidAtText ?? null,
    settled_at: invoice.settledAt?.toISOString() ?? null,
  }
}
