import type { MedusaContainer } from "@medusajs/framework/types"
import type { Audit, Invoice } from "../../modules/checkout-uz"
import { readHome, type Home } from "../../providers/checkout-uz/home"
import { undoPayment } from "../settle-invoice/undo-payment"
import { settleScope, underHomeLock, type SettleScope } from "../settle-invoice/scope"
import type { HoldResolution } from "."

/** Times to try again where the money is spent in the same instant. */
const ATTEMPTS = 3

/**
 * Records that held money went back by hand.
 *
 * INVARIANT: what Medusa still books for it is undone first and looked for once more afterwards,
 * under the home's lock, so that nothing can be settled with money already given back.
 */
export async function returnByHand(
  scope: SettleScope,
  invoiceId: string,
  audit: Audit
): Promise<HoldResolution> {
  const seen = await scope.ledger.findInvoice(invoiceId)
  if (!seen) return { kind: "unknown" }
  return underHomeLock(scope, seen.paymentCollectionId, async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await undoBooking(scope, invoiceId)
      const now = await scope.ledger.findInvoice(invoiceId)
      if (now?.state !== "held") break
      const returned = await scope.ledger.attention.markReturned(now, audit)
      if (!returned) continue
      await undoBooking(scope, invoiceId)
      await deleteSessions(scope, returned)
      return { kind: "resolved", invoice: returned }
    }
    const invoice = (await scope.ledger.findInvoice(invoiceId)) ?? seen
    const sentence = `Invoice ${invoice.number} is being settled at this moment: look at it again in a few seconds.`
    return { kind: "not_possible", invoice, sentence }
  })
}

/**
 * Undoes what Medusa booked for money that was marked as returned in the same instant. Only a store
 * whose locks do not keep its servers apart comes here.
 */
export async function undoReturned(container: MedusaContainer, invoiceId: string): Promise<void> {
  const scope = settleScope(container)
  const invoice = await scope.ledger.findInvoice(invoiceId)
  if (invoice?.state !== "returned") return
  await underHomeLock(scope, invoice.paymentCollectionId, () => undoBooking(scope, invoiceId))
}

/** Refunds in Medusa what still stands there as a payment of this invoice's money. */
async function undoBooking(scope: SettleScope, invoiceId: string): Promise<void> {
  const invoice = await scope.ledger.findInvoice(invoiceId)
  const home = invoice && (await readHome(scope.query, invoice.paymentCollectionId))
  const booked = home?.payments.find(({ sessionId }) => sessionId === invoice?.spentBySession)
  if (home && booked) await undoPayment(scope, home, booked)
}

/** Deletes the sessions that were handed this invoice and carry no other money. */
async function deleteSessions(scope: SettleScope, invoice: Invoice): Promise<void> {
  const home = await readHome(scope.query, invoice.paymentCollectionId)
  for (const { id } of home?.sessions ?? []) {
    const bound = await scope.ledger.findInvoiceOfSession(id)
    if (bound?.id === invoice.id && !carriesMoney(home, id)) {
      await scope.payment.deletePaymentSession(id)
    }
  }
}

function carriesMoney(home: Home | undefined, id: string): boolean {
  return home?.payments.some(({ sessionId, net }) => sessionId === id && net !== "0") ?? false
}
