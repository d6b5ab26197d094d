import type { AuthorizePaymentInput, AuthorizePaymentOutput } from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"
import { isConfirmed, OPEN_STATES, type Invoice } from "../../modules/checkout-uz"
import type { Collaborators } from "./collaborators"
import { readHome, wasRolledBack, type Home, type HomeSession } from "./home"
import { sessionData } from "./session-data"

/** How many open invoices of one collection a single completion asks about. */
const ASK_LIMIT = 5

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
  const { ledger, payment, query } = collaborators
  // INVARIANT: the session is the one Medusa names; `data.session_id` can be forged by a client.
  const sessionId = input.context?.idempotency_key
  if (sessionId === undefined) throw new Error("Medusa authorized a session without naming it.")

  const already = await ledger.findInvoiceSpentBy(sessionId)
  if (already && isConfirmed(already.state, already.holdReason)) return captured(already, sessionId)

  const { payment_collection_id: collectionId } = await payment.retrievePaymentSession(sessionId, {
    select: ["id", "payment_collection_id"],
  })
  const home = await readHome(query, collectionId)
  const session = home?.sessions.find(({ id }) => id === sessionId)
  if (!home || !session) throw new Error(`Payment session ${sessionId} has no collection.`)
  refuseClosedHome(home)

  const outcome = await spendFor(collaborators, cashDesk, home, session)
  switch (outcome.kind) {
    case "spent":
      return captured(outcome.invoice, sessionId)
    case "collection_full":
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "This order is already paid.")
    case "nothing_to_spend":
      if (ledger.options.orderPlacement === "before_payment") {
        return { status: "pending_authorization", data: input.data ?? {} }
      }
      throw new MedusaError(
        MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR,
        "The payment has not arrived yet. Pay on the payment page first, then the order is placed."
      )
  }
}

function captured(invoice: Invoice, sessionId: string): AuthorizePaymentOutput {
  return { status: "captured", data: sessionData(invoice, sessionId) }
}

function refuseClosedHome(home: Home): void {
  // INVARIANT: nothing is captured on a cancelled order; its money is held for the merchant.
  if (home.canceled || home.order?.canceled) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "This order was cancelled and can no longer be paid."
    )
  }
  // Captured here again, the order would read "refunded" and nobody would ship it. The settlement
  // gives the cart a fresh collection first.
  if (wasRolledBack(home)) {
    throw new MedusaError(
      MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR,
      "The payment has arrived and the order is being placed: try again in a few seconds."
    )
  }
}

/** Spends what the ledger knows to be paid; asks the service only when it knows of nothing. */
async function spendFor(
  collaborators: Collaborators,
  cashDesk: string,
  home: Home,
  session: HomeSession
) {
  const known = await spendKnown(collaborators, cashDesk, home, session)
  if (known.kind !== "nothing_to_spend") return known
  const paid = await askAboutOpenInvoices(collaborators, cashDesk, home, session)
  return paid ? spendKnown(collaborators, cashDesk, home, session) : known
}

async function spendKnown(
  { ledger, payment }: Collaborators,
  cashDesk: string,
  home: Home,
  session: HomeSession
) {
  const invoices = await ledger.findInvoicesOfCollection(home.collectionId)
  if (session.amount === undefined) throw new Error(`Session ${session.id} has no amount.`)
  const spenders = invoices.flatMap(({ spentBySession }) => spentBySession ?? [])
  const abandoned: string[] = []
  for (const spender of spenders) {
    if (await isAbandoned(payment, home, spender)) abandoned.push(spender)
  }
  return ledger.spend({
    sessionId: session.id,
    serviceUrl: ledger.options.baseUrl,
    cashDesk,
    currencyCode: session.currencyCode,
    sessionAmount: session.amount,
    paymentCollectionId: home.collectionId,
    collectionAmount: home.amount,
    payments: home.payments,
    abandonedSessions: abandoned,
  })
}

/** Medusa no longer has the session, and what was captured for it was given back. */
async function isAbandoned(
  payment: Collaborators["payment"],
  home: Home,
  sessionId: string
): Promise<boolean> {
  const [session] = await payment.listPaymentSessions({ id: [sessionId] }, { select: ["id"] })
  if (session) return false
  return home.payments
    .filter((row) => row.sessionId === sessionId)
    .every((row) => MathBN.eq(row.net, 0))
}

/** Whether one of the collection's open invoices turns out to be paid. The session's own is asked first. */
async function askAboutOpenInvoices(
  { ledger }: Collaborators,
  cashDesk: string,
  home: Home,
  session: HomeSession
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
    const { kind } = await ledger.verify(invoice.id, { wait: true })
    if (kind === "confirmed") return true
  }
  return false
}
