import { MathBN } from "@medusajs/framework/utils"
import { z } from "zod"
import { buyerOf } from "./buyer"
import type { Collaborators } from "./collaborators"
import { medusaDecimal, medusaUzs, netOf } from "./amounts"
import type {
  PaymentContext,
  ContextCart,
  ContextCollection,
  ContextOrder,
  OrderContext,
} from "./context"
import {
  amountsSchema,
  listOf,
  type cartSchema,
  type collectionSchema,
  type orderSchema,
  type paymentsFields,
} from "./medusa-rows"
import {
  readCollection,
  readCollectionOfSession,
  readOrder,
  type MedusaReader,
} from "./read-medusa"

/** Reads a payment collection's payment context afresh; undefined when Medusa no longer has the collection. */
export async function loadPaymentContext(
  on: MedusaReader,
  collectionId: string
): Promise<PaymentContext | undefined> {
  const row = await readCollection(on, collectionId)
  return row && toContext(row)
}

/** The same by one of its payment sessions. */
export async function loadContextOfSession(
  on: MedusaReader & Pick<Collaborators, "payment">,
  sessionId: string
): Promise<PaymentContext | undefined> {
  const row = await readCollectionOfSession(on, sessionId)
  return row && toContext(row)
}

/** Reads an order afresh; undefined where Medusa has none with this id. */
export async function loadOrderContext(
  on: MedusaReader,
  orderId: string
): Promise<OrderContext | undefined> {
  const row = await readOrder(on, orderId)
  if (!row) return undefined
  const collections = row.payment_collections.map((one) => toCollection(one))
  return { order: toOrder(row), ownerId: row.cart?.id ?? row.id, collections }
}

function toContext(row: z.output<typeof collectionSchema>): PaymentContext {
  const cart = row.cart ? toCart(row.cart) : undefined
  const order = row.order ? toOrder(row.order) : undefined
  const own = toCollection(row)
  const others = (row.order?.payment_collections ?? []).filter(({ id }) => id !== row.id)
  return {
    ...own,
    cart,
    order,
    ownerId: row.order?.cart?.id ?? order?.id ?? cart?.id ?? row.id,
    collections: [own, ...others.map((one) => toCollection(one))],
  }
}

function toCollection(
  row: z.output<z.ZodObject<typeof paymentsFields>> & { cart?: { id: string } | null | undefined }
): ContextCollection {
  const amount = medusaUzs(row.raw_amount ?? row.amount)
  if (amount === undefined) throw new Error(`Payment collection ${row.id} has no readable amount.`)
  return {
    collectionId: row.id,
    amount,
    currencyCode: row.currency_code.toLowerCase(),
    canceled: row.status === "canceled",
    isOfCart: Boolean(row.cart),
    sessions: row.payment_sessions.map((session) => ({
      id: session.id,
      providerId: session.provider_id,
      status: session.status,
      amount: medusaUzs(session.raw_amount ?? session.amount),
      currencyCode: session.currency_code.toLowerCase(),
    })),
    payments: row.payments.map((payment) => {
      const captured = payment.captures.map(amountOf)
      const refunds = payment.refunds.map((row) => ({ id: row.id, amount: amountOf(row) }))
      const refunded = refunds.map(({ amount }) => amount)
      return {
        id: payment.id,
        sessionId: payment.payment_session_id,
        providerId: payment.provider_id,
        amount: amountOf(payment),
        captured: netOf(captured, []),
        refunded: netOf(refunded, []),
        net: netOf(captured, refunded),
        captureIds: payment.captures.map(({ id }) => id),
        // Ids of Medusa's are in the order in which they were made.
        refunds: refunds.sort((one, other) => (one.id < other.id ? -1 : 1)),
        canceled: Boolean(payment.canceled_at),
      }
    }),
  }
}

function toOrder(order: z.output<typeof orderSchema>): ContextOrder {
  const difference = decimalOf(order.summary.pending_difference, `order ${order.id}, open`)
  const summed = decimalOf(order.summary.transaction_total ?? 0, `order ${order.id}, paid`)
  const paid = netOf(order.transactions.map(amountOf), [])
  return {
    id: order.id,
    canceled: order.status === "canceled" || Boolean(order.canceled_at),
    total: decimalOf(order.total, `order ${order.id}, total`),
    // Summary and transactions are read one after the other. What is open follows the transactions,
    // so that a payment booked in between is counted once, and neither twice nor never.
    open: MathBN.sub(MathBN.add(difference, summed), paid).toFixed(),
    paid,
    bookedCaptureIds: new Set(
      order.transactions.flatMap(({ reference, reference_id }) =>
        reference === "capture" && reference_id ? [reference_id] : []
      )
    ),
    bookedRefunds: order.transactions.flatMap((row) =>
      row.reference === "refund" && row.reference_id
        ? [{ referenceId: row.reference_id, amount: netOf([], [amountOf(row)]) }]
        : []
    ),
    displayId: order.display_id ?? undefined,
    buyer: buyerOf(order),
  }
}

function toCart(cart: z.output<typeof cartSchema>): ContextCart {
  const shippable = cart.items.some((item) => item.requires_shipping ?? false)
  return {
    id: cart.id,
    buyer: buyerOf(cart),
    regionId: cart.region_id ?? undefined,
    currencyCode: cart.currency_code.toLowerCase(),
    total: decimalOf(cart.total, `cart ${cart.id}, total`),
    isEmpty: cart.items.length === 0,
    lacksShipping: shippable && cart.shipping_methods.length === 0,
  }
}

const moneyOfPaymentSchema = z.object({
  captures: listOf(amountsSchema),
  refunds: listOf(amountsSchema),
})

/** What a payment of Medusa's captured and did not give back, in UZS. */
export function netOfPayment(payment: unknown): string {
  const { captures, refunds } = moneyOfPaymentSchema.parse(payment)
  return netOf(captures.map(amountOf), refunds.map(amountOf))
}

function amountOf(row: z.output<typeof amountsSchema>): string {
  return decimalOf(row.raw_amount ?? row.amount, `row ${row.id}`)
}

function decimalOf(value: unknown, place: string): string {
  const decimal = medusaDecimal(value)
  if (decimal === undefined) throw new Error(`There is no readable amount in ${place}.`)
  return decimal
}
