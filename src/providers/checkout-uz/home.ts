import type { IPaymentModuleService, RemoteQueryFunction } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { z } from "zod"
import type { Uzs } from "../../client"
import type { Invoice, InvoiceLabel } from "../../modules/checkout-uz"
import { medusaDecimal, medusaUzs, netOf } from "./amounts"

/** One payment session of a collection. */
export type HomeSession = {
  id: string
  providerId: string
  status: string
  amount: Uzs | undefined
  currencyCode: string
}

/** One payment of a collection. `net` is what was captured and not given back, in UZS. */
export type HomePayment = {
  id: string
  sessionId: string
  amount: string
  captured: string
  refunded: string
  net: string
  captureIds: string[]
  canceled: boolean
}

/** Where an invoice's money belongs in Medusa: its payment collection, with its cart and order. */
export type Home = {
  collectionId: string
  amount: Uzs
  currencyCode: string
  /** Cancelled with its order. */
  canceled: boolean
  sessions: HomeSession[]
  payments: HomePayment[]
  cart: HomeCart | undefined
  order: HomeOrder | undefined
}

/** `open` is what the order still asks for, in UZS; below zero where too much was paid. */
export type HomeOrder = {
  id: string
  canceled: boolean
  open: string
  /** The number people know the order by. */
  displayId?: number | undefined
  email?: string | undefined
}

export type HomeCart = {
  id: string
  email: string | undefined
  regionId: string | undefined
  /** Something in the cart has to be shipped and no way to ship it is chosen. */
  lacksShipping: boolean
}

const text = z.string()
const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? [])

const amountsSchema = z.object({ id: text, amount: z.unknown(), raw_amount: z.unknown() })
const collectionSchema = z.object({
  id: text,
  amount: z.unknown(),
  raw_amount: z.unknown(),
  currency_code: text,
  status: text,
  payment_sessions: list(
    amountsSchema.extend({ provider_id: text, status: text, currency_code: text })
  ),
  payments: list(
    amountsSchema.extend({
      payment_session_id: text,
      canceled_at: z.unknown(),
      captures: list(amountsSchema),
      refunds: list(amountsSchema),
    })
  ),
  cart: z
    .object({
      id: text,
      email: text.nullish(),
      region_id: text.nullish(),
      items: list(z.object({ requires_shipping: z.boolean().nullish() })),
      shipping_methods: list(z.object({ id: text })),
    })
    .nullish(),
  order: z
    .object({
      id: text,
      status: text,
      canceled_at: z.unknown(),
      summary: z.object({
        pending_difference: z.unknown(),
        raw_pending_difference: z.unknown(),
      }),
      display_id: z.number().nullish(),
      email: text.nullish(),
    })
    .nullish(),
})

const FIELDS = [
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
  // Never `payments.payment_session`: core then leaves out payments whose session it has deleted.
  "payments.payment_session_id",
  "payments.canceled_at",
  "payments.captures.id",
  "payments.captures.amount",
  "payments.captures.raw_amount",
  "payments.refunds.id",
  "payments.refunds.amount",
  "payments.refunds.raw_amount",
  "cart.id",
  "cart.email",
  "cart.region_id",
  "cart.items.requires_shipping",
  "cart.shipping_methods.id",
  "order.id",
  "order.status",
  "order.canceled_at",
  "order.summary.*",
  "order.display_id",
  "order.email",
]

/** Reads a payment collection's home afresh; undefined when Medusa no longer has the collection. */
export async function readHome(
  query: Omit<RemoteQueryFunction, symbol>,
  collectionId: string
): Promise<Home | undefined> {
  const { data } = await query.graph({
    entity: "payment_collection",
    fields: FIELDS,
    filters: { id: collectionId },
  })
  const [row] = z.array(collectionSchema).parse(data)
  return row && toHome(row)
}

/** What people know an invoice of this home by. A label alone: see {@link InvoiceLabel}. */
export function labelOf({ order, cart }: Home): InvoiceLabel {
  return {
    orderId: order?.id,
    orderNumber: order?.displayId,
    email: order?.email ?? cart?.email,
  }
}

/** Whether a completion was rolled back here: money came and went, and no order stands. */
export function wasRolledBack(home: Home): boolean {
  return !home.order && home.payments.some((payment) => payment.refunded !== "0")
}

/**
 * Whether an amount in UZS is more than the order of a payment link still asks for: it was edited,
 * or paid in another way, after the link was made. A checkout's own collection is judged by its own
 * amount, which core takes from the cart.
 */
export function exceedsOrder({ cart, order }: Home, amount: string): boolean {
  return order !== undefined && !cart && MathBN.gt(amount, order.open)
}

/**
 * Deletes the sessions of a collection that could be completed instead of ours, of any provider.
 * Core completes an arbitrary session of those it finds. Sessions that carry a payment stay.
 */
export async function deleteOtherSessions(
  payment: IPaymentModuleService,
  home: Home,
  keepSessionId: string
): Promise<void> {
  const withPayment = new Set(home.payments.map(({ sessionId }) => sessionId))
  const others = home.sessions.filter(({ id }) => id !== keepSessionId && !withPayment.has(id))
  for (const { id } of others) await payment.deletePaymentSession(id)
}

/** Session states core still completes. */
const PROCESSABLE = ["pending", "requires_more", "authorized", "captured", "pending_authorization"]

/**
 * The session of a collection that an invoice's money can stand for: the one that spent it, else
 * one of our providers on the same cash desk with the same amount and currency.
 */
export function findOurSession(
  home: Home,
  invoice: Invoice,
  entries: readonly { providerId: string; cashDesk: string }[]
): HomeSession | undefined {
  const providerIds = entries
    .filter((entry) => entry.cashDesk === invoice.cashDesk)
    .map((entry) => entry.providerId)
  const fitting = home.sessions.filter(
    (session) =>
      providerIds.includes(session.providerId) &&
      session.amount === invoice.sessionAmount &&
      session.currencyCode === invoice.currencyCode &&
      PROCESSABLE.includes(session.status)
  )
  return fitting.find(({ id }) => id === invoice.spentBySession) ?? fitting.at(0)
}

function toHome(row: z.infer<typeof collectionSchema>): Home {
  const amount = medusaUzs(row.raw_amount ?? row.amount)
  if (amount === undefined) throw new Error(`Payment collection ${row.id} has no readable amount.`)
  return {
    collectionId: row.id,
    amount,
    currencyCode: row.currency_code.toLowerCase(),
    canceled: row.status === "canceled",
    sessions: row.payment_sessions.map((session) => ({
      id: session.id,
      providerId: session.provider_id,
      status: session.status,
      amount: medusaUzs(session.raw_amount ?? session.amount),
      currencyCode: session.currency_code.toLowerCase(),
    })),
    payments: row.payments.map((payment) => {
      const captured = payment.captures.map(amountOf)
      const refunded = payment.refunds.map(amountOf)
      return {
        id: payment.id,
        sessionId: payment.payment_session_id,
        amount: amountOf(payment),
        captured: netOf(captured, []),
        refunded: netOf(refunded, []),
        net: netOf(captured, refunded),
        captureIds: payment.captures.map(({ id }) => id),
        canceled: Boolean(payment.canceled_at),
      }
    }),
    cart: row.cart ? toCart(row.cart) : undefined,
    order: row.order ? toOrder(row.order) : undefined,
  }
}

function toOrder(order: NonNullable<z.infer<typeof collectionSchema>["order"]>): HomeOrder {
  const { raw_pending_difference: raw, pending_difference: plain } = order.summary
  const open = medusaDecimal(raw ?? plain)
  if (open === undefined) throw new Error(`Order ${order.id} does not say what it still asks for.`)
  return {
    id: order.id,
    canceled: order.status === "canceled" || Boolean(order.canceled_at),
    open,
    displayId: order.display_id ?? undefined,
    email: order.email ?? undefined,
  }
}

function toCart(cart: NonNullable<z.infer<typeof collectionSchema>["cart"]>): HomeCart {
  const shippable = cart.items.some((item) => item.requires_shipping ?? false)
  return {
    id: cart.id,
    email: cart.email ?? undefined,
    regionId: cart.region_id ?? undefined,
    lacksShipping: shippable && cart.shipping_methods.length === 0,
  }
}

/** What a payment of Medusa's captured and did not give back, in UZS. */
export function netOfPayment(payment: unknown): string {
  const { captures, refunds } = z
    .object({ captures: list(amountsSchema), refunds: list(amountsSchema) })
    .parse(payment)
  return netOf(captures.map(amountOf), refunds.map(amountOf))
}

function amountOf(row: z.infer<typeof amountsSchema>): string {
  const amount = medusaDecimal(row.raw_amount ?? row.amount)
  if (amount === undefined) throw new Error(`Row ${row.id} has no readable amount.`)
  return amount
}
