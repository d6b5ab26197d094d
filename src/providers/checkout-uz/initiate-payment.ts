import type { InitiatePaymentInput, InitiatePaymentOutput } from "@medusajs/framework/types"
import { isInvoiceable, MAX_INVOICE_AMOUNT, MIN_INVOICE_AMOUNT, type Uzs } from "../../client"
import { findReusable, type Intent, type PluginOptions } from "../../modules/checkout-uz"
import {
  invoiceAmount,
  lackOf,
  medusaUzs,
  misfitFor,
  readOwnerBooks,
  readSession,
  type Collaborators,
  type Lack,
  type OwnerBooks,
} from "../../payment-context"
import { createInvoice, type Session } from "./create-invoice"
import { misfitError } from "./problems"
import { refusal, type RefusalReason } from "./refusals"
import { returnAddress } from "./return-address"
import { sessionData } from "./session-data"

/**
 * Starts a payment session: hands out an invoice that fits, or has the service make one
 * (docs/service.md, 2.1).
 *
 * @throws MedusaError with one message: wrong currency, amount outside the limits, a cart that
 *   could not be completed, an owner that does not ask for this money, or why the service made none
 */
export async function initiatePayment(
  collaborators: Collaborators,
  cashDesk: string,
  input: InitiatePaymentInput
): Promise<InitiatePaymentOutput> {
  const { ledger } = collaborators
  const { options } = ledger
  const amount = sessionAmount(input, options)
  const address = returnAddress(input.data?.["return_url"], options)
  // The session is the one Medusa is making; `data.session_id` could be the client's.
  const id = input.context?.idempotency_key
  if (id === undefined) throw new Error("Medusa started a payment session without naming it.")
  const { provider_id: providerId, payment_collection_id: collectionId } = await readSession(
    collaborators,
    id
  )
  const books = await readOwnerBooks(collaborators, collectionId)
  if (!books) throw new Error(`Payment session ${id} has no payment collection.`)
  refuseUnpayable(books, amount.session)

  const session: Session = { id, providerId, context: books.context }
  const intent: Intent = {
    serviceUrl: options.baseUrl,
    cashDesk,
    paymentCollectionId: collectionId,
    currencyCode: input.currency_code.toLowerCase(),
    sessionAmount: amount.session,
    invoiceAmount: amount.invoice,
    returnAddress: address,
  }
  const reusable = findReusable(books.invoices, intent, books.claim.abandonedSessions)
  const invoice = reusable
    ? await ledger.invoices.bind(reusable, id)
    : await createInvoice(collaborators, session, intent)
  return { id: invoice.uuid, status: "pending", data: sessionData(invoice, id, input.data) }
}

/** The session's amount and the invoice's, in UZS. */
function sessionAmount(
  input: InitiatePaymentInput,
  options: PluginOptions
): { session: Uzs; invoice: Uzs } {
  if (input.currency_code.toLowerCase() !== "uzs") {
    throw refusal(
      "currency_not_taken",
      `Checkout.uz takes payments in UZS only, and this payment is in ${input.currency_code.toUpperCase()}: offer it in regions with the currency UZS.`
    )
  }
  const session = medusaUzs(input.amount)
  const invoice = session && invoiceAmount(session, options)
  if (!session || !invoice || !isInvoiceable(invoice)) {
    throw refusal(
      "amount_not_taken",
      `Checkout.uz takes payments from ${MIN_INVOICE_AMOUNT} to ${MAX_INVOICE_AMOUNT} UZS, and this payment is ${invoice ?? "not a readable amount"} UZS.`
    )
  }
  return { session, invoice }
}

/** Refuses to let a customer pay what nobody asks for, or what could not become an order. */
function refuseUnpayable(books: OwnerBooks, amount: Uzs): void {
  const { cart, order } = books.context
  const misfit = misfitFor(books, amount)
  if (misfit) throw misfitError(misfit)
  const lack = cart && !order ? lackOf(cart) : undefined
  if (lack) throw refusal(...INCOMPLETE[lack])
}

const INCOMPLETE: Readonly<Record<Lack, readonly [RefusalReason, string]>> = {
  items: ["cart_empty", "The cart is empty: put something in before starting the payment."],
  email: [
    "email_missing",
    "The cart has no e-mail address yet: set it before starting the payment.",
  ],
  shipping: [
    "delivery_missing",
    "The cart has no shipping method yet: choose one before starting the payment.",
  ],
}
