import { MathBN } from "@medusajs/framework/utils"
import {
  misfitOf,
  roomOf,
  type Claim,
  type Invoice,
  type Misfit,
  type OwnerRecord,
  type Room,
} from "../modules/checkout-uz"
import {
  isBookedOn,
  type ContextCollection,
  type ContextOrder,
  type ContextPayment,
  type PaymentContext,
} from "./context"

const UZS = { currencyCode: "uzs" }
const OURS = /^pp_checkout-uz(_|$)/
/** Whether a provider is one of this plugin's, also one that has left the configuration. */
export function isOurs(providerId: string): boolean {
  return OURS.test(providerId)
}
/** Medusa's own provider for payment by hand: what it has authorized is a promise and no money. */
export const BY_HAND = "pp_system_default"

/** The books that a question about room is answered by. */
type Judged = { claim: Claim; invoices: readonly Invoice[] }

/** The room the owner has; `self` are the invoices in question, which are not in their own way. */
export function roomFor(
  { claim, invoices }: Judged,
  self: readonly Pick<Invoice, "id" | "spentBySession">[] = []
): Room {
  return roomOf(claim, invoices, self)
}

/** What is in the way of spending an amount in UZS on the owner; undefined where it fits. */
export function misfitFor(
  books: Judged,
  amount: string,
  self: readonly Pick<Invoice, "id" | "spentBySession">[] = []
): Misfit | undefined {
  return misfitOf(books.claim, roomFor(books, self), amount)
}

type Claimant = Pick<PaymentContext, "order" | "collections" | "canceled"> & {
  cart: PaymentContext["cart"]
  amount: string
}

/** What an owner asks for and what was paid and promised, by what was read of Medusa. */
export function claimOf(
  context: Claimant,
  owner: OwnerRecord,
  abandonedSessions: Set<string>
): Claim {
  const { order, cart } = context
  const payments = context.collections.flatMap((collection) => collection.payments)
  const uncaptured = uncapturedIn(payments, { isOfCart: cart !== undefined })
  const promised = order ? sumOf([uncaptured, unbookedIn(payments, order)]) : uncaptured
  // Of an order that stands, core cancels single collections: an edit puts a new one in their place.
  const allCanceled = context.canceled && context.collections.every((one) => one.canceled)
  const canceled = allCanceled || order?.canceled === true
  const currencies = [...context.collections, cart ?? UZS].map(({ currencyCode }) => currencyCode)
  const inUzs = currencies.every((code) => code === UZS.currencyCode)
  const common = { promised, canceled, inUzs, abandonedSessions }
  if (order) {
    const booked = payments.filter((payment) => isBookedOn(order, payment))
    return {
      ...common,
      asked: order.total,
      open: order.open,
      paid: order.paid,
      // Core makes the order first and authorizes last: an order nobody has heard of yet is the cart.
      exact: cart !== undefined && ![owner.unpaidOrderId, owner.placedOrderId].includes(order.id),
      bookedSessions: sessionsOf(booked),
    }
  }
  const asked = cart?.total ?? context.amount
  const captured = payments.filter(({ captureIds }) => captureIds.length > 0)
  const paid = sumOf(captured.map(({ net }) => net))
  return {
    ...common,
    asked,
    open: MathBN.sub(asked, paid).toFixed(),
    paid,
    exact: cart !== undefined,
    bookedSessions: sessionsOf(captured),
  }
}

/**
 * What other providers are to capture later, in UZS. An authorization by hand takes room from a
 * cart's own money only, and not of a payment link: a merchant makes one to have it paid in another way.
 */
export function uncapturedIn(
  payments: readonly ContextPayment[],
  { isOfCart }: Pick<ContextCollection, "isOfCart">
): string {
  const promises = payments.filter(
    ({ providerId, canceled }) =>
      !canceled && !isOurs(providerId) && (isOfCart || providerId !== BY_HAND)
  )
  return sumOf(
    promises.map(({ amount, captured }) => MathBN.max(MathBN.sub(amount, captured), 0).toFixed())
  )
}

/** What other providers have captured, in UZS, and core is about to book on the order: it does so a moment later. */
function unbookedIn(payments: readonly ContextPayment[], order: ContextOrder): string {
  const captured = payments.filter(
    (payment) => !isOurs(payment.providerId) && !isBookedOn(order, payment)
  )
  return sumOf(captured.map(({ net }) => net))
}

function sessionsOf(payments: readonly ContextPayment[]): Map<string, string> {
  return new Map(payments.map(({ sessionId, net }) => [sessionId, net]))
}

function sumOf(amounts: readonly string[]): string {
  return amounts.reduce((total, amount) => MathBN.add(total, amount), MathBN.convert(0)).toFixed()
}
