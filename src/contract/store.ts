import { z } from "zod"
import { paymentMethodSchema } from "./cash-desks"
import { amountSchema, momentSchema, textSchema } from "./common"
import { receiptRowSchema } from "./invoices"
import { STORE_REFUSALS } from "./store-refusals"

/** GET /store/checkout-uz/payment-methods */
export const paymentMethodsQuerySchema = z.object({ region_id: textSchema(200, z.string().min(1)) })
export const paymentMethodsAnswerSchema = z.object({
  payment_methods: z.array(paymentMethodSchema),
})

/** What has become of a payment session: for the page a customer returns to after paying. */
export const paymentSessionAnswerSchema = z.object({
  id: z.string(),
  status: z.enum([
    "pending",
    "paid",
    "order_placed",
    "awaiting_payment",
    "expired",
    "held",
    "canceled",
  ]),
  amount: amountSchema,
  currency_code: z.string(),
  /** Null for what is paid or can no longer be sold. */
  payment_url: z.string().nullable(),
  /** An address per payment system. */
  pay_via: z.record(z.string(), z.string()),
  custom_payment_pages: z.array(z.object({ domain: z.string(), url: z.string() })),
  expires_at: momentSchema,
  /** How far a payment above the service's limit has come; null for one that is paid at once. */
  parts: z
    .object({
      /** In how many parts it is paid, and how many of them have come. */
      of: z.number().int(),
      paid: z.number().int(),
      paid_amount: amountSchema,
      /** What the part that is due comes to; null where all have come. */
      amount: amountSchema.nullable(),
    })
    .nullable(),
  /** For a short time after the order: the address with the session's id passed through other companies. */
  order_id: z.string().optional(),
})
export type PaymentSessionAnswer = z.infer<typeof paymentSessionAnswerSchema>

/** What is entered for a card payment is repeated in no answer, not even as the name of a field. */
const SAID = {
  error: ({ code }: { code?: string | undefined }) =>
    code === "unrecognized_keys" ? "has a field that does not belong there" : undefined,
}

/** POST /store/checkout-uz/payment-sessions/:id/card, as docs/service.md, 5.2, has it. */
export const cardBodySchema = z.strictObject(
  {
    card_number: z
      .string()
      .transform((text) => text.replace(/[\s-]/g, ""))
      .refine((digits) => /^\d{16}$/.test(digits), "must be the card's 16 digits"),
    card_expiry: z.string().regex(/^(0[1-9]|1[0-2])\/\d\d$/, "must have the form MM/YY"),
  },
  SAID
)
export const cardAnswerSchema = z.object({
  /** The service's own words for the customer. */
  message: z.string(),
  /** How long the code is taken. */
  seconds_left: z.number().int(),
  /** The phone the code went to, masked, where the service's words name one. */
  phone: z.string().nullable(),
})

/** POST /store/checkout-uz/payment-sessions/:id/card/confirm. A code is usually six digits, and need not be (docs/service.md, 5.4). */
export const confirmBodySchema = z.strictObject(
  {
    sms_code: z
      .string()
      .trim()
      .regex(/^\w{1,20}$/, "must be the code from the SMS"),
  },
  SAID
)

/** GET /store/checkout-uz/orders/:id/receipt */
export const orderReceiptQuerySchema = z.object({
  /** Proves that a guest is who placed the order. */
  payment_session_id: z
    .string()
    .regex(/^\w{1,64}$/, "must be a payment session's id")
    .optional(),
})
export const orderReceiptAnswerSchema = z.object({ receipt: z.array(receiptRowSchema) })

/** What a store route answers with where it cannot do what was asked. */
export const storeRefusalSchema = z.object({
  code: z.enum(Object.keys(STORE_REFUSALS)),
  type: z.string(),
  /** In the customer's language. */
  message: z.string(),
  /** `invalid_request` alone: what is wrong where, for the shop's developer. */
  detail: z.string().optional(),
  /** `card_refused`, `code_refused` and `code_expired`: the service's own words, if it had any. */
  service_message: z.string().nullish(),
  /** `code_refused` alone: how many more codes can be tried before a new one has to be sent. */
  tries_left: z.number().int().positive().optional(),
})
