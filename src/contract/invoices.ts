import { z } from "zod"
import { HOLD_REASONS, INVOICE_STATES, RESOLUTIONS } from "../modules/checkout-uz/invoice-state"
import {
  amountSchema,
  daySchema,
  momentSchema,
  pageSchema,
  problemSchema,
  userSchema,
} from "./common"

/** A word to look for. A NUL, which the database cannot hold, is no such word. */
const wordSchema = z
  .string()
  .max(200)
  .refine((text) => !text.includes("\u0000"), "must be plain text")

const several = <T extends z.ZodType<string>>(one: T) =>
  z.preprocess((value) => (typeof value === "string" ? value.split(",") : value), z.array(one))

/** What a list of invoices, or its export, is narrowed to. Several values are separated by commas. */
const filters = {
  /** An order's number, an invoice's number, or a part of an e-mail. */
  q: wordSchema.trim().optional(),
  state: several(z.enum(INVOICE_STATES)).optional(),
  cash_desk: several(wordSchema).optional(),
  payment_system: several(wordSchema).optional(),
  order_id: wordSchema.optional(),
  /** Days on which the invoice was made, both included. */
  from: daySchema.optional(),
  to: daySchema.optional(),
  order: z
    .enum([
      "created_at",
      "-created_at",
      "paid_at",
      "-paid_at",
      "amount",
      "-amount",
      "number",
      "-number",
    ])
    .default("-created_at"),
}
/** GET /admin/checkout-uz/invoices */
export const invoicesQuerySchema = pageSchema.extend(filters)
/** GET /admin/checkout-uz/invoices/export: CSV of everything that fits. */
export const exportQuerySchema = z.object(filters)

export const invoiceSchema = z.object({
  id: z.string(),
  /** The invoice's number at the service. */
  number: z.number().int(),
  state: z.enum(INVOICE_STATES),
  hold_reason: z.enum(HOLD_REASONS).nullable(),
  /** The customer moved on; it can be paid all the same. */
  superseded: z.boolean(),
  cash_desk: z.string(),
  provider_id: z.string(),
  /** What the service asks for. */
  amount: amountSchema,
  currency_code: z.string(),
  payment_system: z.string().nullable(),
  email: z.string().nullable(),
  order: z.object({ id: z.string(), display_id: z.number().int().nullable() }).nullable(),
  cart_id: z.string().nullable(),
  /** Null where the address is unsafe or the invoice can no longer be paid. */
  payment_url: z.string().nullable(),
  created_at: momentSchema,
  expires_at: momentSchema,
  paid_at: momentSchema.nullable(),
  /** The service's own words for it; the time zone is unknown. */
  paid_at_text: z.string().nullable(),
  settled_at: momentSchema.nullable(),
})
export type Invoice = z.infer<typeof invoiceSchema>

export const invoicesAnswerSchema = z.object({
  invoices: z.array(invoiceSchema),
  count: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
  /** What there is to filter by. */
  cash_desks: z.array(z.string()),
  payment_systems: z.array(z.string()),
})

const ownerFields = {
  order: z.object({ id: z.string(), display_id: z.number().int().nullable() }).nullable(),
  customer: z.object({ id: z.string().nullable(), email: z.string().nullable() }).nullable(),
  cart_id: z.string().nullable(),
}

/** A refund to pay out by hand. */
export const refundSchema = z.object({
  id: z.string(),
  amount: amountSchema,
  currency_code: z.string(),
  invoice_id: z.string(),
  invoice_number: z.number().int(),
  created_at: momentSchema,
  completed_at: momentSchema.nullable(),
  completed_by: z.string().nullable(),
  note: z.string().nullable(),
  ...ownerFields,
})
export type Refund = z.infer<typeof refundSchema>

/** GET /admin/checkout-uz/invoices/:id */
export const invoiceAnswerSchema = z.object({
  invoice: invoiceSchema.extend({
    uuid: z.string(),
    payment_collection_id: z.string(),
    /** What the service said was paid, where that differs. */
    paid_amount: amountSchema.nullable(),
    customer: ownerFields.customer,
    last_error: z.string().nullable(),
    next_check_at: momentSchema.nullable(),
    /** Since when the service says it does not know the invoice. */
    unknown_since: momentSchema.nullable(),
    actions: z.array(z.enum(RESOLUTIONS)),
    /** What happened to it, the latest last. */
    moves: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        reason: z.string().nullable(),
        actor: userSchema.nullable(),
        note: z.string().nullable(),
        at: momentSchema,
      })
    ),
    deliveries: z.array(
      z.object({
        id: z.string(),
        at: momentSchema,
        /** Whether it came to the invoice's own address. */
        token_matched: z.boolean(),
        /** The body as text, card numbers masked. */
        body: z.string(),
        /** Raw data of the payment system, where the body has it. */
        provider_details: z.record(z.string(), z.unknown()).nullable(),
      })
    ),
    refunds: z.array(refundSchema),
  }),
})
export type InvoiceDetail = z.infer<typeof invoiceAnswerSchema>["invoice"]

/** POST /admin/checkout-uz/invoices/:id/check */
export const checkAnswerSchema = invoiceAnswerSchema.extend({
  /** Why the service could not be asked; the invoice is as it was. */
  problem: problemSchema.nullable(),
})

/** GET /admin/checkout-uz/invoices/:id/receipt */
export const receiptAnswerSchema = z.object({
  /** Whatever the service answered, as names with values; null where there is no receipt. */
  receipt: z
    .array(
      z.object({
        /** The path inside the answer, such as `data.receipt_id`. */
        name: z.string(),
        value: z.string(),
        /** The value as an address that is safe to open. */
        link: z.string().nullable(),
      })
    )
    .nullable(),
  problem: problemSchema.nullable(),
})

/** In the merchant's own words, kept with who said it and when. */
const noteSchema = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .refine((text) => !text.includes("\u0000"), "must be plain text")

/**
 * POST /admin/checkout-uz/invoices/:id/resolve: what to do about held money. To call it returned,
 * say how and to whom it went back.
 */
export const resolveBodySchema = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal(RESOLUTIONS[0]), note: noteSchema.optional() }),
  z.strictObject({ action: z.literal(RESOLUTIONS[1]), note: noteSchema }),
])

/** POST /admin/checkout-uz/refunds/:id/complete */
export const completeRefundBodySchema = z.strictObject({ note: noteSchema.optional() })

/** Paid money that waits for the merchant. */
export const heldSchema = z.object({
  id: z.string(),
  number: z.number().int(),
  cash_desk: z.string(),
  reason: z.string(),
  amount: amountSchema,
  /** What the service said was paid, where that differs from `amount`. */
  paid_amount: amountSchema.nullable(),
  currency_code: z.string(),
  payment_system: z.string().nullable(),
  paid_at: momentSchema.nullable(),
  last_error: z.string().nullable(),
  actions: z.array(z.enum(RESOLUTIONS)),
  ...ownerFields,
})

/** What POST /admin/checkout-uz/invoices/:id/resolve answers. `reason` is empty where it is not held any more. */
export const resolveAnswerSchema = z.object({
  invoice: heldSchema.extend({ state: z.enum(INVOICE_STATES) }),
})

/** What POST /admin/checkout-uz/refunds/:id/complete answers. */
export const completeRefundAnswerSchema = z.object({ refund: refundSchema })

/** GET /admin/checkout-uz/attention */
export const attentionAnswerSchema = z.object({
  held: z.array(heldSchema),
  held_count: z.number().int(),
  refunds: z.array(refundSchema),
  refunds_count: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
})
export type Attention = z.infer<typeof attentionAnswerSchema>
