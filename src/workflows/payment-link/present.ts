import type { PaymentLink } from "../../contract"
import type { AddressRules } from "../../providers/checkout-uz/safe-addresses"
import { presentInvoice } from "../invoices/present"
import type { LinkVerdict } from "./eligibility"
import type { LinkContext } from "./load"

/** How a payment link stands, as the admin is told. Amounts in UZS, times in ISO 8601. */
export function presentLink(
  { order }: LinkContext,
  verdict: LinkVerdict,
  rules: AddressRules
): PaymentLink {
  const [invoice] = verdict.live
  // Its order is known here at first hand; the invoice's own label may be older.
  const label = { email: order.email, order: { id: order.id, display_id: order.displayId } }
  return {
    open_amount: Number(order.open),
    currency_code: order.currencyCode,
    provider_ids: verdict.providerIds,
    reason_against: verdict.reasonAgainst ?? null,
    invoice: invoice ? { ...presentInvoice(invoice, rules), ...label } : null,
  }
}
