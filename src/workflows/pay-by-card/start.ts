import type { MedusaContainer } from "@medusajs/framework/types"
import { isConfirmed } from "../../modules/checkout-uz"
import { loadPaymentContext } from "../../payment-context"
import type { PaymentSessionStatus } from "../payment-session-status"
import { workflowScope, type WorkflowScope } from "../scope"
import { findShortage, shortageOfUnplaced } from "../stock"
import { hasExpired, whyNotPayable } from "./eligibility"
import { maskedPhoneIn } from "./masked-phone"
import type { CardRefusal, CardStart } from "./outcomes"
import { attempt, findPayable, lookAgain, type Payable } from "./steps"

/**
 * Step 1 of paying a session's invoice by card: a code goes to the card's owner by SMS. The card is
 * passed on and kept nowhere.
 */
export async function startCardPayment(
  container: MedusaContainer,
  sessionId: string,
  card: { cardNumber: string; cardExpiry: string }
): Promise<CardStart> {
  const scope = workflowScope(container)
  const { ledger } = scope
  if (!(await ledger.settings.current()).cardPayments) return { kind: "switched_off" }
  const found = await findPayable(container, sessionId)
  if (found.kind === "not_payable") return nothingToPay(scope, sessionId, found.status)
  if (found.kind !== "payable") return found
  // INVARIANT: while the service is charging one card, or may be, it is not asked to charge another.
  const before = await ledger.cardPayments.progress(found.invoice)
  if (before === "accepted" || before === "being_judged") return { kind: "in_progress" }
  const soldOut = await shortageOf(scope, found)
  if (soldOut) return soldOut
  // By the database's clock: a server whose own is wrong refuses no valid card.
  const now = await ledger.unpaidOrders.now()
  if (hasExpired(card.cardExpiry, now)) return { kind: "expired" }
  const started = await attempt(scope, found.invoice, async (): Promise<CardStart> => {
    const { paymentToken, message } = await ledger.requests.payViaCard(found.invoice, card)
    const secondsLeft = await ledger.cardPayments.keep(found.invoice, paymentToken, now)
    if (secondsLeft === undefined) return { kind: "in_progress" }
    return { kind: "code_sent", message, secondsLeft, phone: maskedPhoneIn(message) }
  })
  if (started.kind !== "refused") return started
  const since = await lookAgain(container, sessionId, found.invoice)
  if (since?.isOver) return nothingToPay(scope, sessionId, since.status)
  // Refused perhaps for a code before whose answer was lost, and not for this card.
  const progress = await ledger.cardPayments.progress(found.invoice)
  return progress === undefined ? started : { kind: "in_progress" }
}

async function nothingToPay(
  { ledger }: WorkflowScope,
  sessionId: string,
  { status }: PaymentSessionStatus
): Promise<CardRefusal> {
  const own = await ledger.invoices.ofSession(sessionId)
  return { kind: whyNotPayable(status, own !== undefined && isConfirmed(own)) }
}

/** What of an unplaced cart has sold out: nobody is let pay for it where that can still be helped. */
async function shortageOf(
  scope: WorkflowScope,
  { invoice, status }: Extract<Payable, { kind: "payable" }>
): Promise<CardRefusal | undefined> {
  const { cartId, paymentCollectionId } = invoice
  if (cartId === undefined || status.status !== "pending") return undefined
  if ((await findShortage(scope, cartId)) === undefined) return undefined
  const shortage = await shortageOfUnplaced(scope, cartId, async () => {
    const context = await loadPaymentContext(scope, paymentCollectionId)
    return context?.cart !== undefined && !context.order
  })
  if (shortage === "taken") return { kind: "in_progress" }
  const { item: soldOut } = shortage
  return soldOut === undefined ? undefined : { kind: "not_completable", soldOut }
}
