import { MathBN } from "@medusajs/framework/utils"
import { NO_RECORD, type Claim, type Invoice, type OwnerRecord } from "../modules/checkout-uz"
import type { Collaborators } from "./collaborators"
import type { OrderContext, PaymentContext } from "./context"
import { loadContextOfSession, loadOrderContext, loadPaymentContext, netOfPayment } from "./load"
import { claimOf } from "./room"

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
  const [known, context] = await Promise.all([
    collaborators.ledger.spending.ofCollection(collectionId),
    loadPaymentContext(collaborators, collectionId),
  ])
  return context && shownBooks(collaborators, context, known)
}

/** The same for the collection of a payment session. */
export async function readShownBooksOfSession(
  collaborators: Collaborators,
  sessionId: string
): Promise<ShownBooks | undefined> {
  const context = await loadContextOfSession(collaborators, sessionId)
  if (!context) return undefined
  const known = await collaborators.ledger.spending.ofCollection(context.collectionId)
  return shownBooks(collaborators, context, known)
}

type KnownOfCollection = Awaited<ReturnType<Collaborators["ledger"]["spending"]["ofCollection"]>>

function shownBooks(
  collaborators: Collaborators,
  context: PaymentContext,
  { invoices: own, ownerId, owner }: KnownOfCollection
): Promise<ShownBooks> {
  const read = { owner: context.ownerId === ownerId ? owner : undefined, own }
  return withClaim(collaborators, context, read)
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
