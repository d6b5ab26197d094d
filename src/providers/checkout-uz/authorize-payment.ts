import type { AuthorizePaymentInput, AuthorizePaymentOutput } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  isVerifiable,
  isConfirmed,
  NOTHING_MISSING,
  type Invoice,
  type Misfit,
  type SpendOutcome,
} from "../../modules/checkout-uz"
import {
  type Collaborators,
  wasRolledBack,
  type ContextSession,
  misfitFor,
  readOwnerBooks,
  readSession,
  type OwnerBooks,
} from "../../payment-context"
import { misfitError } from "./problems"
import { WAITING } from "./refusals"
import { progressOf, sessionData } from "./session-data"

/** How many open invoices of one collection a single completion asks about. */
const ASK_LIMIT = 2
/** How often Medusa is read anew where other payments of the owner come in between. */
const READ_LIMIT = 40

/**
 * Authorizes a payment session: finds a paid invoice of the session's payment collection, or the parts that
 * come to its amount, spends them and answers `captured`. Without these the money has not come yet.
 *
 * @throws MedusaError (payment requires more) while the money has not come, with
 *   `orderPlacement: "after_payment"`; (not allowed) where the owner does not ask for this money
 */
export async function authorizePayment(
  collaborators: Collaborators,
  cashDesk: string,
  input: AuthorizePaymentInput
): Promise<AuthorizePaymentOutput> {
  // INVARIANT: the session is the one Medusa names; `data.session_id` can be forged by a client.
  const sessionId = input.context?.idempotency_key
  if (sessionId === undefined) throw new Error("Medusa authorized a session without naming it.")
  const { payment_collection_id: collectionId } = await readSession(collaborators, sessionId)
  const session = { sessionId, collectionId, cashDesk }

  const known = await spendFor(collaborators, session)
  if (known.outcome.kind === "spent") return captured(collaborators, known.outcome, sessionId)
  if (known.outcome.kind === "no_room") throw misfitError(known.outcome.misfit)
  if (await askAboutOpenInvoices(collaborators, session, known.books)) {
    // A request takes its time, in which an order can be cancelled or another payment booked.
    const { outcome } = await spendFor(collaborators, session)
    if (outcome.kind === "spent") return captured(collaborators, outcome, sessionId)
    if (outcome.kind === "no_room") throw misfitError(outcome.misfit)
  }
  return withoutMoney(collaborators, known.books, input)
}

/**
 * INVARIANT: a choice that changes while carts are under way moves no money. An order that is placed
 * unpaid has its reminder from here, whatever is chosen when its payment comes; one that is no longer
 * to be placed unpaid fails here, where core's completion undoes the order and has captured nothing.
 */
async function withoutMoney(
  { ledger }: Collaborators,
  { context }: OwnerBooks,
  { data }: AuthorizePaymentInput
): Promise<AuthorizePaymentOutput> {
  const { orderPlacement } = await ledger.settings.current()
  if (orderPlacement !== "before_payment") {
    throw new MedusaError(MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR, WAITING.payment_awaited)
  }
  if (context.order) await ledger.spending.noteUnpaidOrder(context.ownerId, context.order.id)
  await ledger.unpaidOrders.remindOf(context.collectionId)
  return { status: "pending_authorization", data: data ?? {} }
}

function captured(
  { ledger }: Collaborators,
  { invoices }: Extract<SpendOutcome, { kind: "spent" }>,
  sessionId: string
): AuthorizePaymentOutput {
  const [first, ...others] = invoices
  const progress = progressOf({ invoices: [...invoices], missing: NOTHING_MISSING }, ledger.options)
  const data = sessionData({ invoice: others.at(-1) ?? first, progress }, sessionId)
  return { status: "captured", data }
}

type Session = { sessionId: string; collectionId: string; cashDesk: string }
type Attempt = { books: OwnerBooks; outcome: Exclude<SpendOutcome, { kind: "stale" }> }

/** Spends what the ledger knows to be paid, if there is room for it. */
async function spendFor(collaborators: Collaborators, session: Session): Promise<Attempt> {
  for (let attempt = 0; attempt < READ_LIMIT; attempt += 1) {
    const books = await readOwnerBooks(collaborators, session.collectionId)
    if (!books) throw new Error(`Payment session ${session.sessionId} has no collection.`)
    // INVARIANT: nothing is captured on an order that was cancelled before it was read, also not for the
    // session that has spent. Cancelled in the very moment of the capture, it gets a pay-out.
    if (books.claim.canceled) {
      const misfit: Misfit = { reason: "order_canceled", facts: {} }
      return { books, outcome: { kind: "no_room", misfit } }
    }
    const outcome = await spendKnown(collaborators, session, books)
    if (outcome.kind !== "stale") return { books, outcome }
  }
  throw new MedusaError(
    MedusaError.Types.CONFLICT,
    "Other payments of this order are being booked at this moment: try again in a few seconds."
  )
}

/**
 * INVARIANT: nothing is captured beside what a completion took back, also not by one that was begun before it was:
 * the order would read "refunded", and nobody would ship it. The settlement gives the cart a fresh collection first.
 *
 * @param money what would be spent
 * @throws MedusaError (payment requires more)
 */
function refuseBesideRollBack(
  { context, claim }: OwnerBooks,
  sessionId: string,
  money: readonly Invoice[]
): void {
  const isPlaced = context.order !== undefined && !claim.exact
  const isSpent = money.every(({ spentBySession }) => spentBySession === sessionId)
  if (isPlaced || isSpent || !wasRolledBack(context)) return
  throw new MedusaError(MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR, WAITING.order_coming)
}

function spendKnown(
  { ledger }: Collaborators,
  { sessionId, cashDesk }: Session,
  books: OwnerBooks
): Promise<SpendOutcome> {
  const { context, owner, claim } = books
  const session = sessionOf(books, sessionId)
  const { amount } = session
  if (amount === undefined) throw new Error(`Session ${sessionId} has no amount.`)
  return ledger.spending.spend({
    sessionId,
    cashDesk,
    serviceUrl: ledger.options.baseUrl,
    currencyCode: session.currencyCode,
    amount,
    paymentCollectionId: context.collectionId,
    owner: {
      id: context.ownerId,
      version: owner.version,
      collectionIds: context.collections.map(({ collectionId }) => collectionId),
    },
    misfit: (invoices, candidates) => {
      refuseBesideRollBack(books, sessionId, candidates)
      return misfitFor({ ...books, invoices: [...invoices] }, amount, candidates)
    },
    abandonedSessions: claim.abandonedSessions,
  })
}

function sessionOf({ context }: OwnerBooks, sessionId: string): ContextSession {
  const session = context.sessions.find(({ id }) => id === sessionId)
  if (!session) throw new Error(`Payment session ${sessionId} is not in its collection any more.`)
  return session
}

/** Whether one of the collection's open invoices turns out to be paid. The session's own is asked first. */
async function askAboutOpenInvoices(
  { ledger }: Collaborators,
  { sessionId, cashDesk, collectionId }: Session,
  books: OwnerBooks
): Promise<boolean> {
  const session = sessionOf(books, sessionId)
  const own = await ledger.invoices.ofSession(sessionId)
  const open = books.invoices
    .filter(
      (invoice) =>
        isVerifiable(invoice) &&
        invoice.paymentCollectionId === collectionId &&
        invoice.cashDesk === cashDesk &&
        (invoice.part !== undefined || invoice.sessionAmount === session.amount) &&
        invoice.currencyCode === session.currencyCode
    )
    .sort((a, b) => Number(b.id === own?.id) - Number(a.id === own?.id))
  for (const { id } of open.slice(0, ASK_LIMIT)) {
    const { kind, invoice } = await ledger.requests.verify(id, { wait: true })
    if (kind === "confirmed" && isConfirmed(invoice)) return true
  }
  return false
}
