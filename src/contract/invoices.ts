import { z } from "zod"
import {
  BLOCKER_REASONS,
  INVOICE_STATES,
  LACKS,
  RESOLUTIONS,
  STANDINGS,
} from "../modules/checkout-uz/invoices/states"
import {
  amountSchema,
  daySchema,
  momentSchema,
  pageSchema,
  problemSchema,
  textSchema,
  userSchema,
} from "./common"
import { spreadsheetFormSchema } from "./spreadsheet"

const LONGEST_WORD = 200
/** What is looked for. */
const wordSchema = textSchema(LONGEST_WORD)

const several = <T extends z.ZodType<string>>(one: T) =>
  z.preprocess((value) => (typeof value === "string" ? value.split(",") : value), z.array(one))

/** What a list of invoices, or its export, is narrowed to. Several values are separated by commas. */
const filters = {
  /** An order's number, an invoice's number, or a part of the customer's e-mail, name or phone. */
  q: textSchema(LONGEST_WORD, z.string().trim()).optional(),
  state: several(z.enum(INVOICE_STATES)).optional(),
  standing: several(z.enum(STANDINGS)).optional(),
  cash_desk: several(wordSchema).optional(),
  /** Keys of payment systems; `unnamed` is for what was paid through one that nobody named. */
  payment_system: several(wordSchema).optional(),
  order_id: wordSchema.optional(),
  /** Days on which the invoice was made, both included. */
  from: daySchema.optional(),
  to: daySchema.optional(),
  /** Days on which it was paid, both included: those that the overview counts its payment on. */
  paid_from: daySchema.optional(),
  paid_to: daySchema.optional(),
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
export const exportQuerySchema = spreadsheetFormSchema.extend(filters)

/** What is behind a blocker; null for what does not apply. */
export const blockerFacts = {
  /** What the cart or order comes to. */
  asked: amountSchema.nullable(),
  /** What it still asks for. */
  open: amountSchema.nullable(),
  /** What was paid for it by other money. */
  paid_elsewhere: amountSchema.nullable(),
  /** What has come of a payment in parts, in how many of them, and of how many. */
  arrived: amountSchema.nullable(),
  parts_paid: z.number().int().nullable(),
  parts_planned: z.number().int().nullable(),
  /** What another payment has promised and not paid, such as cash on delivery. */
  promised: amountSchema.nullable(),
  /** What keeps Medusa from making an order of the cart, */
  lacks: z.enum(LACKS).nullable(),
  /** and where that is stock, the title of what is sold out. */
  sold_out: z.string().nullable(),
}

/** Why paid money is not booked yet. */
export const blockerSchema = z.object({
  reason: z.enum(BLOCKER_REASONS),
  ...blockerFacts,
  since: momentSchema,
})
export type Blocker = z.infer<typeof blockerSchema>
export type BlockerReason = Blocker["reason"]

const orderSchema = z.object({
  id: z.string(),
  /** The number people know it by. */
  display_id: z.number().int().nullable(),
  /** A draft has a page of its own in the admin. */
  is_draft: z.boolean(),
})

/** One part of a payment in parts, or one invoice that a pay-out takes money of. */
export const partOfMoneySchema = z.object({
  invoice_id: z.string(),
  invoice_number: z.number().int(),
  amount: amountSchema,
  payment_system: z.string().nullable(),
})

export const invoiceSchema = z.object({
  id: z.string(),
  /** The invoice's number at the service. */
  number: z.number().int(),
  state: z.enum(INVOICE_STATES),
  /** What has become of its money, refunds and returns included. */
  standing: z.enum(STANDINGS),
  /** What is in the way of its paid money, as far as is known. */
  blocker: blockerSchema.nullable(),
  /** Since when it is paid and not booked. */
  waiting_since: momentSchema.nullable(),
  cash_desk: z.string(),
  provider_id: z.string(),
  /** What the service asks for. */
  amount: amountSchema,
  /**
   * Which part of a payment above the service's limit it is, of how many, and what the whole payment comes
   * to; null for an invoice that is a payment by itself.
   */
  part: z
    .object({ position: z.number().int(), count: z.number().int(), plan_amount: amountSchema })
    .nullable(),
  /** What the customer has paid; null where nothing was. */
  paid: amountSchema.nullable(),
  /** What was given back of it, or is to be: refunds and returns. */
  given_back: amountSchema,
  /** What of that is still to be sent. */
  to_send: amountSchema,
  currency_code: z.string(),
  /** Of Medusa: the parts of one payment share it. */
  payment_collection_id: z.string(),
  payment_system: z.string().nullable(),
  email: z.string().nullable(),
  customer_name: z.string().nullable(),
  /** Digits, with a plus where the customer wrote one. */
  customer_phone: z.string().nullable(),
  order: orderSchema.nullable(),
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
  /** More fit than `count`: of what a search by words finds, no more than 10,000 are counted. */
  more: z.boolean(),
  limit: z.number().int(),
  offset: z.number().int(),
  /** What there is to filter by. */
  cash_desks: z.array(z.string()),
  payment_systems: z.array(z.string()),
})

export const ownerFields = {
  order: orderSchema.nullable(),
  customer: z
    .object({
      id: z.string().nullable(),
      email: z.string().nullable(),
      name: z.string().nullable(),
      phone: z.string().nullable(),
    })
    .nullable(),
  cart_id: z.string().nullable(),
  /** What was bought, or was to be. */
  items: z.array(z.object({ title: z.string(), quantity: z.number() })),
}

/** Money that the merchant sends back by hand, since the service has no operation for it. */
export const payoutSchema = z.object({
  id: z.string(),
  /** A refund of Medusa's, or money that stood on nothing and is returned. */
  kind: z.enum(["refund", "return"]),
  amount: amountSchema,
  currency_code: z.string(),
  invoice_id: z.string(),
  invoice_number: z.number().int(),
  /** Through what it came, and goes back. */
  payment_system: z.string().nullable(),
  /** Out of which invoices it is paid, the largest share first: one, or several parts of a payment. */
  shares: z.array(partOfMoneySchema),
  created_at: momentSchema,
  /** When the merchant said that it was sent. Until then no money has moved. */
  completed_at: momentSchema.nullable(),
  completed_by: z.string().nullable(),
  completed_by_user: userSchema.nullable(),
  /** How it was sent, in the merchant's own words. */
  note: z.string().nullable(),
  /** Of a payment that is returned: who decided so, when, and why in their own words; null of a refund. */
  returned: z
    .object({ by: userSchema.nullable(), at: momentSchema, note: z.string().nullable() })
    .nullable(),
  ...ownerFields,
})
export type Payout = z.infer<typeof payoutSchema>

/** GET /admin/checkout-uz/invoices/:id */
export const invoiceAnswerSchema = z.object({
  invoice: invoiceSchema.extend({
    uuid: z.string(),
    /** What the service said was paid, where that differs. */
    paid_amount: amountSchema.nullable(),
    customer: ownerFields.customer,
    items: ownerFields.items,
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
    payouts: z.array(payoutSchema),
    /** The other parts of its payment, paid or not, in their order. */
    other_parts: z.array(invoiceSchema),
    /** Of these and itself, those that a merchant decides about as one with it; none for a single invoice. */
    parts: z.array(partOfMoneySchema),
  }),
})
export type InvoiceDetail = z.infer<typeof invoiceAnswerSchema>["invoice"]

/** POST /admin/checkout-uz/invoices/:id/check */
export const checkAnswerSchema = invoiceAnswerSchema.extend({
  /** Why the service could not be asked; the invoice is as it was. */
  problem: problemSchema.nullable(),
})

/** One thing a fiscal receipt says. */
export const receiptRowSchema = z.object({
  /** The path inside the service's answer, such as `data.receipt_id`. */
  name: z.string(),
  value: z.string(),
  /** The value as an address that is safe to open. */
  link: z.string().nullable(),
})
export type ReceiptRow = z.infer<typeof receiptRowSchema>

/** GET /admin/checkout-uz/invoices/:id/receipt */
export const receiptAnswerSchema = z.object({
  /** Whatever the service answered, as names with values; null where there is no receipt. */
  receipt: z.array(receiptRowSchema).nullable(),
  problem: problemSchema.nullable(),
})
