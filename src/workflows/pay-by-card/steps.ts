import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { CheckoutUzError } from "../../client"
import { isConfirmed, paymentAmount, type Invoice } from "../../modules/checkout-uz"
import { misfitFor, readOwnerBooks } from "../../payment-context"
import { paymentSessionStatus, type PaymentSessionStatus } from "../payment-session-status"
import { settleInvoice } from "../settle-invoice"
import { workflowScope, type WorkflowScope } from "../scope"
import { isCustomersMistake } from "./eligibility"
import type { CardRefusal } from "./outcomes"

export type Payable =
  | { kind: "payable"; invoice: Invoice; status: PaymentSessionStatus }
  | { kind: "unknown_session" | "cart_changed" }
  | { kind: "not_payable"; status: PaymentSessionStatus }

/** A card pays only what the payment page could still be shown for. */
export async function findPayable(container: MedusaContainer, sessionId: string): Promise<Payable> {
  const scope = workflowScope(container)
  const status = await paymentSessionStatus(container, sessionId)
  const invoice = await scope.ledger.invoices.ofSession(sessionId)
  if (!status || !invoice) return { kind: "unknown_session" }
  if (status.payment_url !== null) return { kind: "payable", invoice, status }
  const books = isOpen(status) && (await readOwnerBooks(scope, invoice.paymentCollectionId))
  const misfit = books ? misfitFor(books, paymentAmount(invoice)) : undefined
  return misfit?.reason === "cart_changed"
    ? { kind: "cart_changed" }
    : { kind: "not_payable", status }
}

/** Does one step within the limit. It is never repeated: a second SMS, or a second charge, is the customer's to ask for. */
export async function attempt<T extends { kind: string }>(
  { ledger, logger }: WorkflowScope,
  invoice: Invoice,
  step: () => Promise<T>
): Promise<T | CardRefusal> {
  const permit = await ledger.limits.cardAttempt(invoice.id)
  if (permit.kind === "limited") {
    return { kind: "too_many_attempts", retryAfterSeconds: permit.retryAfterSeconds }
  }
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof CheckoutUzError) && !(error instanceof MedusaError)) throw error
    if (error instanceof CheckoutUzError && isCustomersMistake(error)) {
      logCustomersMistake(logger, invoice, error)
      return { kind: "refused", words: error.serviceText }
    }
    // The merchant's configuration is not a customer's business: it is in the log.
    ledger.reportServiceFailure(error)
    return { kind: "unavailable" }
  }
}

/** Nothing for the merchant to mend; without the service's words, which may be about the card. */
export function logCustomersMistake(
  logger: WorkflowScope["logger"],
  { number }: Invoice,
  { operation }: CheckoutUzError
): void {
  logger.debug(`Invoice ${number}: ${operation} was refused.`)
}

/**
 * How things stand once the service has said what it has to say. `isOver`: there is nothing left to pay of what
 * the step was for, also where the next part of the payment is due.
 *
 * INVARIANT: it waits for its turn to ask. The same invoice's page may have been paid in another tab, or the
 * code taken before: a customer who was told "refused" would pay once more.
 */
export async function lookAgain(
  container: MedusaContainer,
  sessionId: string,
  { id }: Invoice
): Promise<{ status: PaymentSessionStatus; isOver: boolean } | undefined> {
  const { invoice } = await settleInvoice(container, id, { urgency: "now" })
  const status = await paymentSessionStatus(container, sessionId)
  return status && { status, isOver: !isOpen(status) || isConfirmed(invoice) }
}

function isOpen({ status }: PaymentSessionStatus): boolean {
  return status === "pending" || status === "awaiting_payment"
}
