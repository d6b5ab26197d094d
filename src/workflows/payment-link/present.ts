import type { PaymentLink } from "../../contract"
import type { CheckoutUzModuleService } from "../../modules/checkout-uz"
import { presentInvoice } from "../invoices/present"
import type { LinkVerdict } from "./eligibility"
import type { LinkContext } from "./load"

/** How a payment link stands, as the admin is told. Amounts in UZS, times in ISO 8601. */
export async function presentLink(
  { queries, options }: CheckoutUzModuleService,
  { order }: LinkContext,
  verdict: LinkVerdict
): Promise<PaymentLink> {
  const [invoice] = verdict.live
  const money = invoice && (await queries.moneyOf([invoice])).get(invoice.id)
  // Its order is known here at first hand; the invoice's own label may be older.
  const { email, name, phone } = order.buyer
  const label = {
    email: email ?? null,
    customer_name: name ?? null,
    customer_phone: phone ?? null,
    order: { id: order.id, display_id: order.displayId, is_draft: order.isDraft },
  }
  return {
    open_amount: Number(order.missing),
    currency_code: order.currencyCode,
    provider_ids: verdict.providerIds,
    reason_against: verdict.objection?.message ?? null,
    code_against: verdict.objection?.code ?? null,
    invoice: invoice ? { ...presentInvoice(invoice, money, options), ...label } : null,
    locale: order.locale,
  }
}
