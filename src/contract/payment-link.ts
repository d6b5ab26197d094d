import { z } from "zod"
import { LINK_OBJECTIONS } from "./admin-refusals"
import { amountSchema } from "./common"
import { invoiceSchema } from "./invoices"

/** GET and POST /admin/checkout-uz/orders/:id/payment-link */
export const paymentLinkAnswerSchema = z.object({
  /** What the customer still owes on the order, in UZS, less the parts of it that have come. */
  open_amount: amountSchema,
  currency_code: z.string(),
  /** The providers a link can be made with; none where the order cannot be paid this way. */
  provider_ids: z.array(z.string()),
  /** One sentence where no link can be made, such as an amount beyond the service's limits. */
  reason_against: z.string().nullable(),
  /** The same in a word; a screen has its own sentence for it. */
  code_against: z.enum(LINK_OBJECTIONS).nullable(),
  /** The link that asks for exactly the open amount and can still be paid, or null. */
  invoice: invoiceSchema.nullable(),
  /** The language tag of the order, as the storefront set it. */
  locale: z.string().nullable(),
})
export type PaymentLink = z.infer<typeof paymentLinkAnswerSchema>

export const paymentLinkBodySchema = z.strictObject({ provider_id: z.string().optional() })
