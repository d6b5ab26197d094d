import { z } from "zod"

// What a payment context is read from: the rows of Medusa's, and which of their fields to ask for.

const text = z.string()

/** Rows of one relation: Medusa leaves it out or writes null where there are none. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item.nullable())
    .nullish()
    .transform((items) => (items ?? []).filter((entry) => entry !== null))

const optionalUnknown = z.unknown().optional()
export const amountsSchema = z.object({
  id: text,
  amount: optionalUnknown,
  raw_amount: optionalUnknown,
})
export const paymentsFields = {
  ...amountsSchema.shape,
  currency_code: text,
  status: text,
  payment_sessions: listOf(
    amountsSchema.extend({ provider_id: text, status: text, currency_code: text })
  ),
  payments: listOf(
    amountsSchema.extend({
      payment_session_id: text,
      provider_id: text,
      canceled_at: optionalUnknown,
      captures: listOf(amountsSchema),
      refunds: listOf(amountsSchema),
    })
  ),
}
const addressSchema = z.object({
  first_name: text.nullish(),
  last_name: text.nullish(),
  phone: text.nullish(),
})
export const buyerSchema = z.object({
  email: text.nullish(),
  shipping_address: addressSchema.nullish(),
  billing_address: addressSchema.nullish(),
})
const BUYER_FIELDS = [
  "email",
  ...["shipping_address", "billing_address"].flatMap((address) =>
    ["first_name", "last_name", "phone"].map((field) => `${address}.${field}`)
  ),
]
/** The fields of a cart or an order that {@link buyerOf} reads. */
export const buyerFieldsOf = (owner: "cart" | "order") =>
  BUYER_FIELDS.map((field) => `${owner}.${field}`)

export const cartSchema = z.object({
  id: text,
  ...buyerSchema.shape,
  region_id: text.nullish(),
  currency_code: text,
  total: optionalUnknown,
  items: listOf(z.object({ requires_shipping: z.boolean().nullish() })),
  shipping_methods: listOf(z.object({ id: text })),
})
export const orderSchema = z.object({
  id: text,
  status: text,
  canceled_at: optionalUnknown,
  total: optionalUnknown,
  summary: z.object({ pending_difference: optionalUnknown, transaction_total: optionalUnknown }),
  transactions: listOf(
    amountsSchema.extend({ reference: text.nullish(), reference_id: text.nullish() })
  ),
  display_id: z.number().nullish(),
  ...buyerSchema.shape,
  cart: z.object({ id: text }).nullish(),
  payment_collections: listOf(
    z.object({ ...paymentsFields, cart: z.object({ id: text }).nullish() })
  ),
})
export const collectionSchema = z.object({
  ...paymentsFields,
  cart: cartSchema.nullish(),
  order: orderSchema.nullish(),
})

const PAYMENTS_FIELDS = [
  "id",
  "amount",
  "raw_amount",
  "currency_code",
  "status",
  "payment_sessions.id",
  "payment_sessions.provider_id",
  "payment_sessions.status",
  "payment_sessions.amount",
  "payment_sessions.raw_amount",
  "payment_sessions.currency_code",
  "payments.id",
  "payments.amount",
  "payments.raw_amount",
  "payments.provider_id",
  // Never `payments.payment_session`: core then leaves out payments whose session it has deleted.
  "payments.payment_session_id",
  "payments.canceled_at",
  "payments.captures.id",
  "payments.captures.amount",
  "payments.captures.raw_amount",
  "payments.refunds.id",
  "payments.refunds.amount",
  "payments.refunds.raw_amount",
]
export const ORDER_FIELDS = [
  "id",
  "status",
  "canceled_at",
  "display_id",
  ...BUYER_FIELDS,
  // Only read with `total` does core subtract requested returns from what is open.
  "total",
  "summary.*",
  "transactions.id",
  "transactions.amount",
  "transactions.raw_amount",
  "transactions.reference",
  "transactions.reference_id",
  "cart.id",
  "payment_collections.cart.id",
  ...PAYMENTS_FIELDS.map((field) => `payment_collections.${field}`),
]
export const CONTEXT_FIELDS = [
  ...PAYMENTS_FIELDS,
  "cart.id",
  ...buyerFieldsOf("cart"),
  "cart.region_id",
  "cart.currency_code",
  "cart.total",
  "cart.items.requires_shipping",
  "cart.shipping_methods.id",
  ...ORDER_FIELDS.map((field) => `order.${field}`),
]
