import type { InitiatePaymentInput, InitiatePaymentOutput } from "@medusajs/framework/types"
import { MAX_INVOICE_AMOUNT, MIN_INVOICE_AMOUNT, type Uzs } from "../../client"
import {
  lackOf,
  medusaUzs,
  misfitFor,
  readShownBooksOfSession,
  type Collaborators,
  type Lack,
  type ShownBooks,
} from "../../payment-context"
import { handOutInvoice } from "./hand-out"
import { misfitError } from "./problems"
import { refusal, type RefusalReason } from "./refusals"
import { returnAddress } from "./return-address"
import { sessionData } from "./session-data"

/**
 * Starts a payment session: hands out an invoice that fits, or has the service make one
 * (docs/service.md, 2.1); above the service's limit, the part of the payment that is due.
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
  const amount = sessionAmount(input)
  const address = returnAddress(input.data?.["return_url"], options)
  // The session is the one Medusa is making; `data.session_id` could be the client's.
  const id = input.context?.idempotency_key
  if (id === undefined) throw new Error("Medusa started a payment session without naming it.")
  const books = await readShownBooksOfSession(collaborators, id)
  const made = books?.context.sessions.find((one) => one.id === id)
  if (!books || !made) throw new Error(`Payment session ${id} has no payment collection.`)
  refuseUnpayable(books, amount)

  const session = { id, providerId: made.providerId, context: books.context }
  const handedOut = await handOutInvoice(collaborators, books, session, {
    cashDesk,
    amount,
    currencyCode: input.currency_code.toLowerCase(),
    returnAddress: address,
  })
  const { uuid } = handedOut.invoice
  return { id: uuid, status: "pending", data: sessionData(handedOut, id, input.data) }
}

/** The session's amount, in UZS. */
function sessionAmount(input: InitiatePaymentInput): Uzs {
  if (input.currency_code.toLowerCase() !== "uzs") {
    throw refusal(
      "currency_not_taken",
      `Checkout.uz takes payments in UZS only, and this payment is in ${input.currency_code.toUpperCase()}: offer it in regions with the currency UZS.`
    )
  }
  const amount = medusaUzs(input.amount)
  if (amount) return amount
  throw refusal(
    "amount_not_taken",
    `Checkout.uz takes payments from ${MIN_INVOICE_AMOUNT} to ${MAX_INVOICE_AMOUNT} UZS, and what this payment comes to cannot be read.`
  )
}

/** Refuses to let a customer pay what nobody asks for, or what could not become an order. */
function refuseUnpayable(books: ShownBooks, amount: Uzs): void {
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
