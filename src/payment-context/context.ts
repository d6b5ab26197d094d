import type { Uzs } from "../client"
import type { InvoiceLabel } from "../modules/checkout-uz"
import type { Buyer } from "./buyer"

/** One payment session of a collection. */
export type ContextSession = {
  id: string
  providerId: string
  status: string
  amount: Uzs | undefined
  currencyCode: string
}

/** One payment of a collection. `net` is what was captured and not given back, in UZS. */
export type ContextPayment = {
  id: string
  sessionId: string
  providerId: string
  amount: string
  captured: string
  refunded: string
  net: string
  captureIds: string[]
  /** What was given back of it, each with its amount in UZS, the oldest first. */
  refunds: { id: string; amount: string }[]
  canceled: boolean
}

/** A payment collection with what was started and paid in it. Amounts in UZS. */
export type ContextCollection = {
  collectionId: string
  amount: Uzs
  currencyCode: string
  /** Cancelled with its order. */
  canceled: boolean
  sessions: ContextSession[]
  payments: ContextPayment[]
  /** Whether it is a cart's, and not one of a payment link or an edit of an order. */
  isOfCart: boolean
}

/** Where an invoice's money belongs in Medusa: its payment collection, with its cart and order. */
export type PaymentContext = ContextCollection & {
  cart: ContextCart | undefined
  order: ContextOrder | undefined
  /** Whom money in it is for: the cart, also after its order, else the order, else the collection. */
  ownerId: string
  /** All payment collections of the order, this one included. */
  collections: ContextCollection[]
}

/** An order with all of its payment collections. */
export type OrderContext = Pick<PaymentContext, "ownerId" | "collections"> & { order: ContextOrder }

export type ContextOrder = {
  id: string
  canceled: boolean
  /** What it comes to, in UZS. */
  total: string
  /** What it still asks for by what is booked, in UZS; below zero where too much was paid. */
  open: string
  /** What is booked on it, in UZS. */
  paid: string
  /** The captures that are booked on it. */
  bookedCaptureIds: ReadonlySet<string>
  /** What is booked on it as given back, in UZS: by the refund's id, or where core refunds several at once the payment's. */
  bookedRefunds: readonly { referenceId: string; amount: string }[]
  /** The number people know the order by. */
  displayId?: number | undefined
  buyer: Buyer
}

export type ContextCart = {
  id: string
  buyer: Buyer
  regionId: string | undefined
  currencyCode: string
  /** What it comes to, in UZS. */
  total: string
  isEmpty: boolean
  /** Something in the cart has to be shipped and no way to ship it is chosen. */
  lacksShipping: boolean
}

/** What people know an invoice of this payment context by; see {@link InvoiceLabel}. */
export function labelOf({ order, cart }: PaymentContext): InvoiceLabel {
  return {
    orderId: order?.id,
    orderNumber: order?.displayId,
    email: order?.buyer.email ?? cart?.buyer.email,
    customerName: order?.buyer.name ?? cart?.buyer.name,
    customerPhone: order?.buyer.phone ?? cart?.buyer.phone,
  }
}

/** Whether what was captured of a payment is booked on an order. */
export function isBookedOn(
  { bookedCaptureIds }: Pick<ContextOrder, "bookedCaptureIds">,
  { captureIds }: Pick<ContextPayment, "captureIds">
): boolean {
  return captureIds.length > 0 && captureIds.every((id) => bookedCaptureIds.has(id))
}

/**
 * Whether a completion was rolled back here: money came and went, and no order was paid with it, also not one
 * that core has made meanwhile.
 */
export function wasRolledBack({ order, payments }: PaymentContext): boolean {
  return payments.some(
    (payment) => payment.refunded !== "0" && !(order && isBookedOn(order, payment))
  )
}
