import { MathBN } from "@medusajs/framework/utils"
import type { HoldReason, Invoice } from "../../modules/checkout-uz"
import {
  deleteOtherSessions,
  exceedsOrder,
  findOurSession,
  readHome,
  wasRolledBack,
  type Home,
  type HomePayment,
} from "../../providers/checkout-uz/home"
import { labelHome } from "./label-home"
import { giveFreshCollection, keepOneCollection } from "./fresh-collection"
import { isProviderOffered } from "./provider-offered"
import { underHomeLock, type SettleScope } from "./scope"
import { undoPayment } from "./undo-payment"

/** Where paid money goes: a session to complete with, or the reason there is none. */
export type Preparation =
  | { kind: "ready"; home: Home; sessionId: string }
  | { kind: "hold"; reason: HoldReason }
  /** Something failed that may work at the next attempt. */
  | { kind: "later"; error: Error }

/**
 * Gets the home of a paid invoice ready to be completed: one session of ours, and no other beside
 * it that core could take instead. Under the home's lock, so that two servers do not each make one.
 */
export async function prepareHome(scope: SettleScope, invoice: Invoice): Promise<Preparation> {
  try {
    return await underHomeLock(scope, invoice.paymentCollectionId, () =>
      prepareLocked(scope, invoice.id)
    )
  } catch (error) {
    return { kind: "later", error: error instanceof Error ? error : new Error(String(error)) }
  }
}

async function prepareLocked(scope: SettleScope, invoiceId: string): Promise<Preparation> {
  const invoice = await scope.ledger.findInvoice(invoiceId)
  const found = invoice && (await readHome(scope.query, invoice.paymentCollectionId))
  if (!found) return { kind: "hold", reason: "session_gone" }
  await labelHome(scope, found)

  // A row made for a cart whose cart is gone: nobody would ship what the money paid for.
  if (invoice.cartId !== undefined && !found.cart && !found.order) {
    return { kind: "hold", reason: "session_gone" }
  }
  // The same for an order, such as a draft that was deleted while its payment link was open.
  const madeForOrder = invoice.cartId === undefined && invoice.orderId !== undefined
  if (madeForOrder && !found.order) {
    return { kind: "hold", reason: "session_gone" }
  }
  // Paid without a cart and refunded by somebody: no completion was rolled back that could come again.
  if (!found.cart && !found.order && wasRolledBack(found)) {
    return { kind: "hold", reason: "session_gone" }
  }
  const own = found.payments.find(({ sessionId }) => sessionId === invoice.spentBySession)
  if (own?.refunded !== undefined && own.refunded !== "0" && own.net === "0" && !found.order) {
    // Core booked the roll-back and stopped before it told the provider.
    await scope.ledger.spending.release(own.sessionId)
  }
  const booked = own !== undefined && own.net !== "0"
  // INVARIANT: nothing is captured on a cancelled order.
  if ((found.canceled || found.order?.canceled) && !booked) {
    return { kind: "hold", reason: "order_canceled" }
  }
  if (booked && found.order?.canceled) {
    // Captured in the instant the order was cancelled: it becomes a refund to make by hand.
    await undoPayment(scope, found, own)
    return { kind: "ready", home: found, sessionId: own.sessionId }
  }
  if (booked && isStranded(found, own)) {
    // Through the provider, which frees the money: then it is like any completion rolled back.
    await undoPayment(scope, found, own)
    return prepareLocked(scope, invoiceId)
  }
  if (booked) return { kind: "ready", home: found, sessionId: own.sessionId }

  // A completion was rolled back: captured in the same collection again, the order would read
  // "refunded" and nobody would ship it.
  const home = found.cart && wasRolledBack(found) ? await giveFreshCollection(scope, found) : found
  await keepOneCollection(scope, home)
  if (isFull(home, invoice)) return { kind: "hold", reason: "second_payment" }
  if (!(await isProviderOffered(scope, home, invoice.providerId))) {
    return { kind: "hold", reason: "provider_off" }
  }
  const sessionId = await findOrMakeSession(scope, home, invoice)
  if (sessionId === undefined) return { kind: "hold", reason: "session_gone" }
  if (home.cart && !home.order) await deleteOtherSessions(scope.payment, home, sessionId)
  return { kind: "ready", home, sessionId }
}

/**
 * Whether core rolled a completion back and the refund that goes with it failed: the payment is
 * booked, and no completion can stand on it, as it is cancelled or its session was replaced.
 */
function isStranded(home: Home, own: HomePayment): boolean {
  if (!home.cart || home.order) return false
  return own.canceled || !home.sessions.some(({ id }) => id === own.sessionId)
}

/**
 * Whether another invoice's money took this one's place while both were being settled: two pages
 * of one cart paid in the same instant share one session, and core captures it once.
 */
export async function lostItsPlace(scope: SettleScope, invoiceId: string): Promise<boolean> {
  const invoice = await scope.ledger.findInvoice(invoiceId)
  if (!invoice || invoice.spentBySession !== undefined) return false
  return underHomeLock(scope, invoice.paymentCollectionId, async () => {
    const found = await readHome(scope.query, invoice.paymentCollectionId)
    return found !== undefined && isFull(found, invoice)
  })
}

/**
 * Whether the collection's money is complete without this invoice's. An order may also stand on
 * another payment that is authorized and to be captured later, such as on delivery, or ask for less
 * than it did when the invoice was made.
 */
function isFull(home: Home, invoice: Invoice): boolean {
  if (home.order && MathBN.gt(invoice.sessionAmount, home.amount)) return true
  if (exceedsOrder(home, invoice.sessionAmount)) return true
  const taken = home.payments.reduce(
    (sum, payment) => MathBN.add(sum, home.order ? promised(payment, invoice) : payment.net),
    MathBN.convert(0)
  )
  return MathBN.gt(taken, 0) && MathBN.gt(MathBN.add(taken, invoice.sessionAmount), home.amount)
}

function promised(payment: HomePayment, { spentBySession }: Invoice): string {
  const isOpen = !payment.canceled && payment.captured === "0"
  return isOpen && payment.sessionId !== spentBySession ? payment.amount : payment.net
}

/**
 * Our session in the collection; one made for the money where the amount still fits. A payment link's
 * money may be a part of what its order asks for since it was edited: there is room, so it counts.
 */
async function findOrMakeSession(
  scope: SettleScope,
  home: Home,
  invoice: Invoice
): Promise<string | undefined> {
  const session = findOurSession(home, invoice, scope.ledger.providerEntries)
  if (session) return session.id
  const fits = home.amount === invoice.sessionAmount || (home.order !== undefined && !home.cart)
  if (!fits || home.currencyCode !== invoice.currencyCode) return undefined
  const made = await scope.payment.createPaymentSession(home.collectionId, {
    provider_id: invoice.providerId,
    amount: invoice.sessionAmount,
    currency_code: invoice.currencyCode,
    data: {},
  })
  return made.id
}
