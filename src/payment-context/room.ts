import { MathBN } from "@medusajs/framework/utils"
import {
  misfitOf,
  NO_RECORD,
  roomOf,
  type Claim,
  type Invoice,
  type Misfit,
  type OwnerRecord,
  type Room,
} from "../modules/checkout-uz"
import type { Collaborators } from "./collaborators"
import { loadOrderContext, loadPaymentContext, netOfPayment } from "./load"
import type {
  PaymentContext,
  ContextCollection,
  ContextOrder,
  ContextPayment,
  OrderContext,
} from "./context"

const UZS = { currencyCode: "uzs" }
const OURS = /^pp_checkout-uz(_|$)/
/** Whether a provider is one of this plugin's, also one that has left the configuration. */
export function isOurs(providerId: string): boolean {
  return OURS.test(providerId)
}
/** Medusa's own provider for payment by hand: what it has authorized is a promise and no money. */
export const BY_HAND = "pp_system_default"

/** What an owner of money asks for, by Medusa's books and the ledger's. */
export type OwnerBooks = {
  context: PaymentContext
  /** What the ledger knew of the owner before Medusa was read. */
  owner: OwnerRecord
  /** Every invoice ever made for one of the owner's payment collections. */
  invoices: Invoice[]
  claim: Claim
}

/**
 * Reads the books of whom the money of a payment collection is for: with {@link roomFor} and
 * {@link misfitFor}, the one way to ask what paid money may be booked for.
 *
 * @returns undefined where Medusa no longer has the collection
 */
export async function readOwnerBooks(
  collaborators: Collaborators,
  collectionId: string
): Promise<OwnerBooks | undefined> {
  const { spending } = collaborators.ledger
  const known = await spending.ofCollection(collectionId)
  const { invoices: own } = known
  let { ownerId, owner } = known
  for (;;) {
    // INVARIANT: where there is an invoice to spend, the owner's version is read before Medusa is. Spent or
    // booked since then, it is another one, and nothing is spent on what was read here.
    const context = await loadPaymentContext(collaborators, collectionId)
    if (!context) return undefined
    if (context.ownerId === ownerId) return withClaim(collaborators, context, { owner, own })
    // Without an invoice there is nothing to spend, and no version to compare.
    if (own.length === 0) return withClaim(collaborators, context, { owner: undefined, own })
    ownerId = context.ownerId
    owner = await spending.owner(ownerId)
  }
}

/** The books as a page is shown by them. Without the owner's version nothing can be spent on them. */
export type ShownBooks = Omit<OwnerBooks, "owner">

/**
 * The same to show a payment page by: the ledger's books and Medusa's are read beside each other, since the
 * customer waits for both.
 *
 * @returns undefined where Medusa no longer has the collection
 */
export async function readShownBooks(
  collaborators: Collaborators,
  collectionId: string
): Promise<ShownBooks | undefined> {
  const [{ invoices: own, ownerId, owner }, context] = await Promise.all([
    collaborators.ledger.spending.ofCollection(collectionId),
    loadPaymentContext(collaborators, collectionId),
  ])
  const known = context?.ownerId === ownerId ? owner : undefined
  return context && withClaim(collaborators, context, { owner: known, own })
}

async function withClaim(
  { ledger, payment }: Pick<Collaborators, "ledger" | "payment">,
  context: PaymentContext,
  read: { owner: OwnerRecord | undefined; own: Invoice[] }
): Promise<OwnerBooks> {
  const { order, ownerId } = context
  // Of a cart without an order, only a spend looks at it: where anything was spent meanwhile, that reads anew.
  const owner = read.owner ?? (order ? await ledger.spending.owner(ownerId) : NO_RECORD)
  const ids = context.collections.map(({ collectionId }) => collectionId)
  const invoices = ids.length === 1 ? read.own : await ledger.invoices.ofCollections(ids)
  const abandoned = await abandonedSpenders(payment, context.collections, invoices)
  return { context, owner, invoices, claim: claimOf(context, owner, abandoned) }
}

/** The same for an order, which may have no payment collection yet. */
export type OrderBooks = OrderContext & Pick<OwnerBooks, "invoices" | "claim">

/**
 * Reads the books of an order, as a payment link for it sees them.
 *
 * @returns undefined where Medusa has no such order
 */
export async function readOrderBooks(
  collaborators: Collaborators,
  orderId: string
): Promise<OrderBooks | undefined> {
  const { ledger, payment } = collaborators
  const context = await loadOrderContext(collaborators, orderId)
  if (!context) return undefined
  const invoices = await ledger.invoices.ofCollections(
    context.collections.map(({ collectionId }) => collectionId)
  )
  const abandoned = await abandonedSpenders(payment, context.collections, invoices)
  const owner = await ledger.spending.owner(context.ownerId)
  const asLink = { ...context, cart: undefined, canceled: false, amount: "0" }
  return { ...context, invoices, claim: claimOf(asLink, owner, abandoned) }
}

/** The room the owner has; `self` are the invoices in question, which are not in their own way. */
export function roomFor(
  { claim, invoices }: Pick<OwnerBooks, "claim" | "invoices">,
  self: readonly Pick<Invoice, "id" | "spentBySession">[] = []
): Room {
  return roomOf(claim, invoices, self)
}

/** What is in the way of spending an amount in UZS on the owner; undefined where it fits. */
export function misfitFor(
  books: Pick<OwnerBooks, "claim" | "invoices">,
  amount: string,
  self: readonly Pick<Invoice, "id" | "spentBySession">[] = []
): Misfit | undefined {
  return misfitOf(books.claim, roomFor(books, self), amount)
}

type Claimant = Pick<PaymentContext, "order" | "collections" | "canceled"> & {
  cart: PaymentContext["cart"]
  amount: string
}

function claimOf(context: Claimant, owner: OwnerRecord, abandonedSessions: Set<string>): Claim {
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
    const booked = payments.filter(
      ({ captureIds }) =>
        captureIds.length > 0 && captureIds.every((id) => order.bookedCaptureIds.has(id))
    )
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
    ({ providerId, captureIds }) =>
      !isOurs(providerId) && !captureIds.every((id) => order.bookedCaptureIds.has(id))
  )
  return sumOf(captured.map(({ net }) => net))
}

/** The sessions that have spent an invoice of the owner and whose money is free again. */
async function abandonedSpenders(
  payment: Collaborators["payment"],
  collections: PaymentContext["collections"],
  invoices: readonly Invoice[]
): Promise<Set<string>> {
  const present = new Set(collections.flatMap(({ sessions }) => sessions.map(({ id }) => id)))
  const abandoned = new Set<string>()
  for (const { spentBySession: id } of invoices) {
    if (id !== undefined && !present.has(id) && (await isAbandoned(payment, id))) abandoned.add(id)
  }
  return abandoned
}

/**
 * Medusa no longer has the session, and its payments net to zero. Asked in this order and afresh: a
 * session's payment is there before the session can go.
 */
async function isAbandoned(payment: Collaborators["payment"], sessionId: string): Promise<boolean> {
  const [session] = await payment.listPaymentSessions({ id: [sessionId] }, { select: ["id"] })
  if (session) return false
  const payments = await payment.listPayments(
    { payment_session_id: [sessionId] },
    { relations: ["captures", "refunds"] }
  )
  return payments.every((row) => MathBN.eq(netOfPayment(row), 0))
}

function sessionsOf(payments: readonly ContextPayment[]): Map<string, string> {
  return new Map(payments.map(({ sessionId, net }) => [sessionId, net]))
}

function sumOf(amounts: readonly string[]): string {
  return amounts.reduce((total, amount) => MathBN.add(total, amount), MathBN.convert(0)).toFixed()
}
