import type { InitiatePaymentInput, InitiatePaymentOutput } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  CheckoutUzError,
  cutText,
  isInvoiceable,
  MAX_INVOICE_AMOUNT,
  MIN_INVOICE_AMOUNT,
  type CreatedInvoice,
  type Uzs,
} from "../../client"
import {
  findReusable,
  NO_WEBHOOK_ADDRESS,
  type Connection,
  type Intent,
  type Invoice,
  type Misfit,
  type PluginOptions,
} from "../../modules/checkout-uz"
import {
  invoiceAmount,
  medusaUzs,
  type Collaborators,
  labelOf,
  type PaymentContext,
  misfitFor,
  readOwnerBooks,
  type OwnerBooks,
} from "../../payment-context"
import { describeServiceFailure, misfitError } from "./problems"
import { fillReturnAddress, returnAddress } from "./return-address"
import { safeCustomPages, safePaymentUrl, safePayVia } from "./safe-addresses"
import { sessionData } from "./session-data"

/** Characters of a description the service is sure to take. */
const DESCRIPTION_LIMIT = 200
/** What an invoice lives where the service's answer could not be read. */
const UNKNOWN_LIFETIME_SECONDS = 3600

type Session = { id: string; providerId: string; context: PaymentContext }

/**
 * Starts a payment session: hands out an invoice that fits, or has the service make one
 * (docs/service.md, 2.1).
 *
 * @throws MedusaError with one sentence: wrong currency, amount outside the limits, a cart that
 *   could not be completed, an owner that does not ask for this money, or why the service made none
 */
export async function initiatePayment(
  collaborators: Collaborators,
  cashDesk: string,
  input: InitiatePaymentInput
): Promise<InitiatePaymentOutput> {
  const { ledger, payment } = collaborators
  const { options } = ledger
  const amount = sessionAmount(input, options)
  const address = returnAddress(input.data?.["return_url"], options)
  // The session is the one Medusa is making; `data.session_id` could be the client's.
  const id = input.context?.idempotency_key
  if (id === undefined) throw new Error("Medusa started a payment session without naming it.")
  const { provider_id: providerId, payment_collection_id: collectionId } =
    await payment.retrievePaymentSession(id, {
      select: ["id", "provider_id", "payment_collection_id"],
    })
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
    ? await ledger.bindInvoice(reusable, id)
    : await createInvoice(collaborators, session, intent)
  return { id: invoice.uuid, status: "pending", data: sessionData(invoice, id) }
}

/** The session's amount and the invoice's, in UZS. */
function sessionAmount(
  input: InitiatePaymentInput,
  options: PluginOptions
): { session: Uzs; invoice: Uzs } {
  if (input.currency_code.toLowerCase() !== "uzs") {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `Checkout.uz takes payments in UZS only, and this payment is in ${input.currency_code.toUpperCase()}: offer it in regions with the currency UZS.`
    )
  }
  const session = medusaUzs(input.amount)
  const invoice = session && invoiceAmount(session, options)
  if (!session || !invoice || !isInvoiceable(invoice)) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
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
  if (!cart || order) return
  // A paid cart must be completable: there is no way to give the money back automatically.
  if (!cart.email) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "The cart has no e-mail address yet: set it before starting the payment."
    )
  }
  if (cart.lacksShipping) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "The cart has no shipping method yet: choose one before starting the payment."
    )
  }
}

/** The service takes its time, in which a cart or an order can change: its page is then not shown. */
async function misfitMeanwhile(
  collaborators: Collaborators,
  { context }: Session,
  amount: Uzs
): Promise<Misfit | undefined> {
  const now = await readOwnerBooks(collaborators, context.collectionId)
  return now && misfitFor(now, amount)
}

async function createInvoice(
  collaborators: Collaborators,
  session: Session,
  intent: Intent
): Promise<Invoice> {
  const { ledger } = collaborators
  const { options } = ledger
  await refuseTooManyInvoices(ledger, intent.paymentCollectionId)
  const request: InvoiceRequest = {
    intent,
    session,
    // INVARIANT: an invoice is recorded with the key it was made with, whatever key was put in force
    // while the service was answering.
    connection: await ledger.connectionOf(intent.cashDesk),
    webhookToken: ledger.newWebhookToken(),
  }
  const created = await askForInvoice(ledger, request)

  const paymentUrl = safePaymentUrl(created.paymentUrl, options)
  // INVARIANT: the customer pays what the shop asked for, or sees no page at all.
  const echoed = created.amount === intent.invoiceAmount
  // Beside each other: the customer waits for both.
  const meanwhile = misfitMeanwhile(collaborators, session, intent.sessionAmount)
  // Heard where it is awaited; where the row cannot be written, nobody comes to that.
  meanwhile.catch(() => undefined)
  const invoice = await ledger.recordInvoice({
    ...recordOf(request),
    created,
    addresses: {
      paymentUrl: echoed && paymentUrl !== undefined ? paymentUrl : "",
      payVia: safePayVia(created.payVia),
      customPaymentPages: safeCustomPages(created.customPaymentPages, options),
    },
  })
  if (!echoed) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `The payment service made an invoice over ${created.amount} UZS instead of ${intent.invoiceAmount} UZS, so its page is not shown: try again, and tell the service if it happens again.`
    )
  }
  if (paymentUrl === undefined) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      "The payment service gave a payment page on an unexpected host, so it is not shown: if the host is right, add it to paymentHosts in the plugin's options."
    )
  }
  const misfit = await meanwhile
  if (misfit) throw misfitError(misfit)
  return invoice
}

async function refuseTooManyInvoices(
  { limits }: Collaborators["ledger"],
  paymentCollectionId: string
): Promise<void> {
  const { kind } = await limits.newInvoice(paymentCollectionId)
  if (kind === "allowed") return
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "This payment was started anew too often: try again in a minute."
  )
}

/** What an invoice is asked for with. */
type InvoiceRequest = {
  intent: Intent
  session: Session
  connection: Connection
  webhookToken: string
}

function recordOf({ intent, session, connection, webhookToken }: InvoiceRequest) {
  return {
    intent,
    connection,
    providerId: session.providerId,
    ownerId: session.context.ownerId,
    cartId: session.context.cart?.id,
    label: labelOf(session.context),
    sessionId: session.id,
    webhookToken,
  }
}

async function askForInvoice(
  ledger: Collaborators["ledger"],
  request: InvoiceRequest
): Promise<CreatedInvoice> {
  const { intent, session, connection, webhookToken } = request
  const { options } = ledger
  if (options.webhookBaseUrl === undefined) {
    throw new MedusaError(MedusaError.Types.INVALID_DATA, NO_WEBHOOK_ADDRESS)
  }
  const base = options.webhookBaseUrl.replace(/\/+$/, "")
  const { description } = await ledger.settings.current()
  try {
    // Never retried: the service has no idempotency key, so a second call is a second invoice.
    return await connection.client.createPayment({
      amount: intent.invoiceAmount,
      description: describe(description, session),
      webhookUrl: `${base}/hooks/checkout-uz/${intent.cashDesk}/${webhookToken}`,
      returnUrl: fillReturnAddress(intent.returnAddress, session.id),
    })
  } catch (error) {
    if (!(error instanceof CheckoutUzError)) throw error
    ledger.reportServiceFailure(error)
    await recordWhatMayExist(ledger, request, error)
    throw describeServiceFailure(error, intent.cashDesk)
  }
}

/**
 * Records an invoice the service made and described in a way that cannot be shown, or one that it may
 * have made without an answer: a request whose answer is lost leaves no number.
 */
async function recordWhatMayExist(
  ledger: Collaborators["ledger"],
  request: InvoiceRequest,
  { invoiceNumber: number, outcomeUnknown }: CheckoutUzError
): Promise<void> {
  const { cart, order } = request.session.context
  try {
    if (number !== undefined) {
      await ledger.recordInvoice({
        ...recordOf(request),
        created: { number, uuid: "", lifetimeSeconds: UNKNOWN_LIFETIME_SECONDS },
        addresses: { paymentUrl: "", payVia: {}, customPaymentPages: [] },
      })
    } else if (outcomeUnknown) {
      await ledger.noteUnanswered(request.intent, { cartId: cart?.id, orderId: order?.id })
    }
  } catch {
    // The ledger has logged it; the customer is told what went wrong before.
  }
}

function describe(template: string | undefined, session: Session): string | undefined {
  const filled = template
    ?.replaceAll("{cart_id}", session.context.cart?.id ?? "")
    .replaceAll("{session_id}", session.id)
  return filled === undefined ? undefined : cutText(filled, DESCRIPTION_LIMIT)
}
