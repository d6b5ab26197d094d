import type { AuthorizePaymentInput, AuthorizePaymentOutput } from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"
import { isConfirmed, OPEN_STATES, type Invoice } from "../../modules/checkout-uz"
import type { Collaborators } from "./collaborators"
import {
  exceedsOrder,
  netOfPayment,
  readHome,
  wasRolledBack,
  type Home,
  type HomeSession,
} from "./home"
import { sessionData } from "./session-data"

/** How many open invoices of one collection a single completion asks about. */
const ASK_LIMIT = 2

/**
 * Authorizes a payment session: finds a paid invoice of the session's payment collection, spends
 * it and answers `captured`. Without one the money has not come yet.
 *
 * @throws MedusaError (payment requires more) while the money has not come, with
 *   `orderPlacement: "after_payment"`; (not allowed) on a cancelled order or one that is paid
 */
export async function authorizePayment(
  collaborators: Collaborators,
  cashDesk: string,
  input: AuthorizePaymentInput
): Promise<AuthorizePaymentOutput> {
  const { ledger } = collaborators
  // INVARIANT: the session is the one Medusa names; `data.session_id` can be forged by a client.
  const sessionId = input.context?.idempotency_key
  if (sessionId === undefined) throw new Error("Medusa authorized a session without naming it.")

  const first = await lookAt(collaborators, sessionId)
  // INVARIANT: nothing is captured on a cancelled order; its money is held for the merchant.
  refuseCanceled(first.home)
  const already = await ledger.findInvoiceSpentBy(sessionId)
  if (already && isConfirmed(already.state, already.holdReason)) return captured(already, sessionId)
  refuseRolledBack(first.home)
  refuseOverpaid(first)

  const outcome = await spendFor(collaborators, cashDesk, first)
  switch (outcome.kind) {
    case "spent":
      return captured(outcome.invoice, sessionId)
    case "collection_full":
      throw alreadyPaid()
    case "nothing_to_spend": {
      // INVARIANT: a choice that changes while carts are under way moves no money. An order that is
      // placed unpaid has its reminder from here, whatever is chosen when its payment comes; one that
      // is no longer to be placed unpaid fails here, the last step of core's completion, which undoes
      // the order and has captured nothing.
      const { orderPlacement } = await ledger.settings.current()
      if (orderPlacement === "before_payment") {
        await ledger.unpaidOrders.remindOf(first.home.collectionId)
        return { status: "pending_authorization", data: input.data ?? {} }
      }
      throw new MedusaError(
        MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR,
        "The payment has not arrived yet. Pay on the payment page first, then the order is placed."
      )
    }
  }
}

function captured(invoice: Invoice, sessionId: string): AuthorizePaymentOutput {
  return { status: "captured", data: sessionData(invoice, sessionId) }
}

type SessionAtHome = { home: Home; session: HomeSession }

async function lookAt(
  { payment, query }: Collaborators,
  sessionId: string
): Promise<SessionAtHome> {
  const { payment_collection_id: collectionId } = await payment.retrievePaymentSession(sessionId, {
    select: ["id", "payment_collection_id"],
  })
  const home = await readHome(query, collectionId)
  const session = home?.sessions.find(({ id }) => id === sessionId)
  if (!home || !session) throw new Error(`Payment session ${sessionId} has no collection.`)
  return { home, session }
}

function refuseCanceled(home: Home): void {
  if (!home.canceled && !home.order?.canceled) return
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "This order was cancelled and can no longer be paid."
  )
}

/**
 * Captured here again, the order would read "refunded" and nobody would ship it. The settlement
 * gives the cart a fresh collection first.
 */
function refuseRolledBack(home: Home): void {
  if (!wasRolledBack(home)) return
  throw new MedusaError(
    MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR,
    "The payment has arrived and the order is being placed: try again in a few seconds."
  )
}

/**
 * INVARIANT: a payment link captures no more than its order still asks for. The order may have been
 * paid in another payment collection, or edited, since the link was made.
 */
function refuseOverpaid({ home, session }: SessionAtHome): void {
  if (session.amount !== undefined && exceedsOrder(home, session.amount)) throw alreadyPaid()
}

function alreadyPaid(): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, "This order is already paid.")
}

/** Spends what the ledger knows to be paid; asks the service only when it knows of nothing. */
async function spendFor(collaborators: Collaborators, cashDesk: string, first: SessionAtHome) {
  const known = await spendKnown(collaborators, cashDesk, first)
  if (known.kind !== "nothing_to_spend") return known
  const paid = await askAboutOpenInvoices(collaborators, cashDesk, first)
  if (!paid) return known
  // Asking takes its time, in which an order can be cancelled or another payment booked.
  const now = await lookAt(collaborators, first.session.id)
  refuseCanceled(now.home)
  refuseOverpaid(now)
  return spendKnown(collaborators, cashDesk, now)
}

async function spendKnown(
  { ledger, payment }: Collaborators,
  cashDesk: string,
  { home, session }: SessionAtHome
) {
  const invoices = await ledger.findInvoicesOfCollection(home.collectionId)
  if (session.amount === undefined) throw new Error(`Session ${session.id} has no amount.`)
  const abandoned: string[] = []
  for (const { spentBySession: spender } of invoices) {
    if (spender !== undefined && (await isAbandoned(payment, spender))) abandoned.push(spender)
  }
  return ledger.spending.spend({
    sessionId: session.id,
    cashDesk,
    serviceUrl: ledger.options.baseUrl,
    currencyCode: session.currencyCode,
    sessionAmount: session.amount,
    paymentCollectionId: home.collectionId,
    collectionAmount: home.amount,
    payments: home.payments,
    abandonedSessions: abandoned,
  })
}

/**
 * Medusa no longer has the session, and what was captured for it was given back. Asked in this
 * order and afresh: a session's payment is there before the session can go.
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

/** Whether one of the collection's open invoices turns out to be paid. The session's own is asked first. */
async function askAboutOpenInvoices(
  { ledger }: Collaborators,
  cashDesk: string,
  { home, session }: SessionAtHome
): Promise<boolean> {
  const invoices = await ledger.findInvoicesOfCollection(home.collectionId)
  const own = await ledger.findInvoiceOfSession(session.id)
  const open = invoices
    .filter(
      (invoice) =>
        OPEN_STATES.includes(invoice.state) &&
        invoice.cashDesk === cashDesk &&
        invoice.sessionAmount === session.amount &&
        invoice.currencyCode === session.currencyCode
    )
    .sort((a, b) => Number(b.id === own?.id) - Number(a.id === own?.id))
  for (const invoice of open.slice(0, ASK_LIMIT)) {
    const { kind } = await ledger.asking.verify(invoice.id, { wait: true })
    if (kind === "confirmed") return true
  }
  return false
}
