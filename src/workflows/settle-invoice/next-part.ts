import { reasonOf, wasDuePartMade, type Invoice } from "../../modules/checkout-uz"
import {
  findOurSession,
  type ContextSession,
  type OwnerBooks,
  type PartArrived,
} from "../../payment-context"
import { handOutInvoice } from "../../providers/checkout-uz/hand-out"
import { sessionData } from "../../providers/checkout-uz/session-data"
import type { WorkflowScope } from "../scope"
import type { Preparation } from "./preparation"
import { isProviderOffered } from "./provider-offered"

/**
 * Parts of a payment have come: the customer's session is handed the next one, which is made only now, so
 * that nobody pays it before its turn and its lifetime is the customer's. Where there is no session over what
 * is asked for now, the next one that is started gets it. Call it under the owner's lock.
 *
 * INVARIANT: it is made once. An attempt that comes later makes no part anew that nobody paid in its time: its
 * customer, or the merchant's link, does. The merchant would never see the case, which is due once the last one
 * is over.
 */
export async function handOutNextPart(
  scope: WorkflowScope,
  books: OwnerBooks,
  invoice: Invoice,
  arrived: PartArrived
): Promise<Preparation> {
  const { context } = books
  const session = findOurSession(
    context,
    { ...invoice, amount: arrived.amount },
    scope.ledger.providerEntries
  )
  const isMade = wasDuePartMade(books.invoices, arrived)
  if (session && !isMade && (await isProviderOffered(scope, context, session.providerId))) {
    try {
      await handOut(scope, books, { session, invoice, arrived })
    } catch (error) {
      // The money that has come is safe; the page is asked for again when the customer comes back.
      scope.logger.warn(
        `The next part of the payment of invoice ${invoice.number} could not be made: ${reasonOf(error)}`
      )
    }
  }
  return { kind: "awaiting", arrived, hasOrder: context.order !== undefined }
}

async function handOut(
  scope: WorkflowScope,
  books: OwnerBooks,
  { session, invoice, arrived }: { session: ContextSession; invoice: Invoice; arrived: PartArrived }
): Promise<void> {
  const { id, providerId } = session
  const { cashDesk, currencyCode, returnAddress } = invoice
  const { amount } = arrived
  const handedOut = await handOutInvoice(
    scope,
    books,
    { id, providerId, context: books.context },
    { cashDesk, currencyCode, returnAddress, amount }
  )
  await scope.payment.updatePaymentSession({
    id,
    amount,
    currency_code: currencyCode,
    data: sessionData(handedOut, id),
  })
}
