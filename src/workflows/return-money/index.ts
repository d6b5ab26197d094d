import type { MedusaContainer } from "@medusajs/framework/types"
import { inOneCase, reasonOf, type Audit, type Invoice } from "../../modules/checkout-uz"
import {
  arrivedMoney,
  loadPaymentContext,
  type PaymentContext,
  ownerIdOf,
  underOwnerLock,
  readOwnerBooks,
} from "../../payment-context"
import { workflowScope, type WorkflowScope } from "../scope"
import { settleIfBooked } from "../settle-invoice/conclude"
import { undoPayment } from "../settle-invoice/undo-payment"

/**
 * Ends an invoice whose paid money is not booked, with the other parts of its payment that wait as it does,
 * puts the money on the list of pay-outs, and undoes what Medusa may still book for it.
 *
 * INVARIANT: nothing is settled with money that is given back. The invoice ends first, after which
 * nobody can spend it, under the owner's lock, in which nobody is settling it; what then still stands
 * in Medusa is undone, by the comparison of the books where this server stops before.
 *
 * @returns undefined where the money was spent or settled meanwhile
 */
export async function returnMoney(
  scope: WorkflowScope,
  invoice: Invoice,
  audit: Audit
): Promise<Invoice | undefined> {
  return underOwnerLock(scope, await ownerIdOf(scope, invoice), async () => {
    const now = await scope.ledger.invoices.find(invoice.id)
    if (now?.state !== "paid") return undefined
    // INVARIANT: money that is booked on an order is not taken back from under it, also where the ledger
    // has not noted yet that it stands.
    const books = await readOwnerBooks(scope, now.paymentCollectionId)
    if (books && (await settleIfBooked(scope, books, now))) return undefined
    // What a part waited for has come in this moment: the payment is whole, and its customer has an order coming.
    if (books && now.blocker?.reason === "part_paid" && arrivedMoney(books, now).kind === "whole") {
      return undefined
    }
    const all = inOneCase(await scope.ledger.invoices.ofCollections([now.paymentCollectionId]), now)
    const others = all.filter(({ id }) => id !== now.id)
    const returned = await scope.ledger.payouts.returnMoney(now, audit, others)
    if (!returned) return undefined
    try {
      for (const one of [returned, ...others]) await undoLocked(scope, one)
    } catch (error) {
      scope.logger.error(
        `The money of invoice ${now.number} is to be sent back, and what Medusa books for it is undone in a few minutes: ${reasonOf(error)}`
      )
    }
    return returned
  })
}

/** Undoes what Medusa still books for money that is given back, if anything. */
export async function undoReturned(container: MedusaContainer, invoice: Invoice): Promise<void> {
  if (invoice.state !== "returned") return
  const scope = workflowScope(container)
  await underOwnerLock(scope, await ownerIdOf(scope, invoice), () => undoLocked(scope, invoice))
}

async function undoLocked(scope: WorkflowScope, invoice: Invoice): Promise<void> {
  const context = await loadPaymentContext(scope, invoice.paymentCollectionId)
  if (!context) return
  const booked = context.payments.find(({ sessionId }) => sessionId === invoice.spentBySession)
  if (booked) await undoPayment(scope, context, booked)
  await deleteSessions(scope, context, invoice)
}

/** Deletes the sessions that were handed this invoice, or spent it, and carry no other money. */
async function deleteSessions(
  scope: WorkflowScope,
  context: PaymentContext,
  invoice: Invoice
): Promise<void> {
  for (const { id } of context.sessions) {
    const bound = await scope.ledger.invoices.ofSession(id)
    const isIts =
      bound?.id === invoice.id || id === invoice.spentBySession || leadsOn(invoice, bound)
    // One that carries a payment keeps it; what was paid there has just been undone.
    if (isIts && !context.payments.some(({ sessionId }) => sessionId === id)) {
      await scope.payment.deletePaymentSession(id)
    }
  }
}

/** Whether a session goes on with a payment whose parts were given back: nobody is to pay the rest of it. */
function leadsOn({ part, blocker }: Invoice, bound: Invoice | undefined): boolean {
  return part !== undefined && bound?.part !== undefined && blocker?.reason === "part_paid"
}
