import type { MedusaContainer } from "@medusajs/framework/types"
import { reasonOf, type Audit, type Invoice } from "../../modules/checkout-uz"
import { readHome, type Home } from "../../providers/checkout-uz/home"
import { undoPayment } from "../settle-invoice/undo-payment"
import { settleScope, underHomeLock, type SettleScope } from "../settle-invoice/scope"

/**
 * Records that held money went back by hand, and undoes what Medusa still books for it.
 *
 * INVARIANT: nothing is settled with money already given back. It is marked first, after which
 * nobody can spend it, under the home's lock, in which nobody is settling it; what then still stands
 * in Medusa is undone, by a sweep a minute later if this server stops before.
 */
export async function returnByHand(
  scope: SettleScope,
  { id, paymentCollectionId }: Invoice,
  audit: Audit
): Promise<Invoice | undefined> {
  return underHomeLock(scope, paymentCollectionId, async () => {
    const now = await scope.ledger.findInvoice(id)
    if (now?.state !== "held") return undefined
    const returned = await scope.ledger.attention.markReturned(now, audit)
    if (!returned) return undefined
    try {
      await undoLocked(scope, returned)
      await scope.ledger.watch.stopLooking(returned)
    } catch (error) {
      scope.logger.error(
        `Invoice ${returned.number} is marked as returned, and what Medusa books for it is undone by a sweep in a minute: ${reasonOf(error)}`
      )
    }
    return returned
  })
}

/** Undoes what Medusa still books for money that was marked as returned, if anything. */
export async function undoReturned(container: MedusaContainer, invoiceId: string): Promise<void> {
  const scope = settleScope(container)
  const invoice = await scope.ledger.findInvoice(invoiceId)
  if (invoice?.state !== "returned") return
  await underHomeLock(scope, invoice.paymentCollectionId, () => undoLocked(scope, invoice))
}

async function undoLocked(scope: SettleScope, invoice: Invoice): Promise<void> {
  await undoBooking(scope, invoice)
  await deleteSessions(scope, invoice)
}

/** Refunds in Medusa what still stands there as a payment of this invoice's money. */
async function undoBooking(scope: SettleScope, invoice: Invoice): Promise<void> {
  const home = await readHome(scope.query, invoice.paymentCollectionId)
  const booked = home?.payments.find(({ sessionId }) => sessionId === invoice.spentBySession)
  if (home && booked) await undoPayment(scope, home, booked)
}

/** Deletes the sessions that were handed this invoice, or spent it, and carry no other money. */
async function deleteSessions(scope: SettleScope, invoice: Invoice): Promise<void> {
  const home = await readHome(scope.query, invoice.paymentCollectionId)
  for (const { id } of home?.sessions ?? []) {
    const bound = await scope.ledger.findInvoiceOfSession(id)
    const isIts = bound?.id === invoice.id || id === invoice.spentBySession
    if (isIts && !carriesMoney(home, id)) {
      await scope.payment.deletePaymentSession(id)
    }
  }
}

function carriesMoney(home: Home | undefined, id: string): boolean {
  return home?.payments.some(({ sessionId, net }) => sessionId === id && net !== "0") ?? false
}
