import { z } from "zod"
import {
  BLOCKER_REASONS,
  INVOICE_STATES,
  RESOLUTIONS,
} from "../modules/checkout-uz/invoices/states"
import { amountSchema, momentSchema, textSchema } from "./common"
import { blockerFacts, ownerFields, partOfMoneySchema, payoutSchema } from "./invoices"

/** In the merchant's own words, kept with who said it and when. */
const noteSchema = textSchema(1000, z.string().trim().min(1))

/**
 * POST /admin/checkout-uz/invoices/:id/resolve: what to do about paid money that is not booked.
 * `mark_returned` ends the invoice, with the other parts that wait as it does, and puts its money on the list
 * of pay-outs; it moves no money. `wait` gives the other parts of a payment more time.
 */
export const resolveBodySchema = z.strictObject({
  action: z.enum(RESOLUTIONS),
  note: noteSchema.optional(),
})

/** POST /admin/checkout-uz/refunds/:id/complete: a pay-out, of whichever kind, was sent. */
export const completePayoutBodySchema = z.strictObject({ note: noteSchema.optional() })

/** Paid money that waits for the merchant. It goes on healing meanwhile where it can. */
export const heldSchema = z.object({
  id: z.string(),
  number: z.number().int(),
  cash_desk: z.string(),
  reason: z.enum(BLOCKER_REASONS),
  ...blockerFacts,
  /** Since when it is not booked. */
  since: momentSchema,
  /** How often it was tried. */
  attempts: z.number().int(),
  /** Null where it is not tried again by itself. */
  next_attempt_at: momentSchema.nullable(),
  /** What has come: of a payment in parts, all of those that wait together. */
  amount: amountSchema,
  /** These parts, in the order in which they came; none for a payment by a single invoice. */
  parts: z.array(partOfMoneySchema),
  /** What the service said was paid, where that differs from `amount`. */
  paid_amount: amountSchema.nullable(),
  currency_code: z.string(),
  payment_system: z.string().nullable(),
  paid_at: momentSchema.nullable(),
  last_error: z.string().nullable(),
  actions: z.array(z.enum(RESOLUTIONS)),
  ...ownerFields,
})
export type Held = z.infer<typeof heldSchema>

/** What POST /admin/checkout-uz/invoices/:id/resolve answers. */
export const resolveAnswerSchema = z.object({
  invoice: heldSchema.extend({
    state: z.enum(INVOICE_STATES),
    /** Null where nothing is in the way, or it is not known yet. */
    reason: heldSchema.shape.reason.nullable(),
    since: momentSchema.nullable(),
  }),
})

/** What POST /admin/checkout-uz/refunds/:id/complete answers. */
export const completePayoutAnswerSchema = z.object({ payout: payoutSchema })

/** An invoice the service was asked to make and did not answer about: it may exist there. */
export const unansweredSchema = z.object({
  id: z.string(),
  cash_desk: z.string(),
  amount: amountSchema,
  currency_code: z.literal("uzs"),
  requested_at: momentSchema,
  ...ownerFields,
  /** Numbers of invoices over this amount that the service's history has and nobody recorded here. */
  candidates: z.array(z.number().int()),
  /** The one of them that is paid, as the history says. */
  paid_candidate: z.number().int().nullable(),
})
export type Unanswered = z.infer<typeof unansweredSchema>

/** What POST /admin/checkout-uz/unanswered-invoices/:id/dismiss answers. */
export const dismissAnswerSchema = z.object({ dismissed: z.literal(true) })

/** GET /admin/checkout-uz/attention */
export const attentionAnswerSchema = z.object({
  held: z.array(heldSchema),
  held_count: z.number().int(),
  payouts: z.array(payoutSchema),
  payouts_count: z.number().int(),
  unanswered: z.array(unansweredSchema),
  unanswered_count: z.number().int(),
  /** How many things of all three there is something to do about. */
  to_do_count: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
})
export type Attention = z.infer<typeof attentionAnswerSchema>
