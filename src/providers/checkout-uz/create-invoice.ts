import { CheckoutUzError, cutText, type CreatedInvoice } from "../../client"
import {
  LONGEST_DESCRIPTION,
  NO_WEBHOOK_ADDRESS,
  serviceProblem,
  type Connection,
  type Intent,
  type Invoice,
  type Misfit,
  type Part,
} from "../../modules/checkout-uz"
import {
  labelOf,
  misfitFor,
  readShownBooks,
  type Collaborators,
  type PaymentContext,
} from "../../payment-context"
import { describeServiceFailure, misfitError } from "./problems"
import { refusal } from "./refusals"
import { fillReturnAddress } from "./return-address"
import { hostOf, safeCustomPages, safePaymentUrl, safePayVia } from "./safe-addresses"

/** What an invoice lives where the service's answer could not be read. */
const UNKNOWN_LIFETIME_SECONDS = 3600

/** The payment session an invoice is made for. */
export type Session = { id: string; providerId: string; context: PaymentContext }

/** The service takes its time, in which a cart or an order can change: its page is then not shown. */
async function misfitMeanwhile(
  collaborators: Collaborators,
  { context }: Session,
  { part, sessionAmount }: Intent
): Promise<Misfit | undefined> {
  const now = await readShownBooks(collaborators, context.collectionId)
  return now && misfitFor(now, part?.planAmount ?? sessionAmount)
}

/**
 * Has the service make an invoice for a session (docs/service.md, 2.1) and records it before anybody is
 * shown its address.
 *
 * @throws MedusaError with one message: why the service made none, or why its page is not shown
 */
export async function createInvoice(
  collaborators: Collaborators,
  session: Session,
  intent: Intent
): Promise<Invoice> {
  const { ledger } = collaborators
  const { options } = ledger
  const [connection] = await Promise.all([
    connectTo(ledger, intent.cashDesk),
    refuseTooManyInvoices(ledger, intent.paymentCollectionId),
  ])
  const request: InvoiceRequest = {
    intent,
    session,
    // INVARIANT: an invoice is recorded with the key it was made with, whatever key was put in force
    // while the service was answering.
    connection,
    webhookToken: ledger.invoices.newWebhookToken(),
  }
  const created = await requestInvoice(ledger, request)

  const paymentUrl = safePaymentUrl(created.paymentUrl, options)
  // INVARIANT: the customer pays what the shop asked for, or sees no page at all.
  const echoed = created.amount === intent.invoiceAmount
  // Beside each other: the customer waits for both.
  const meanwhile = misfitMeanwhile(collaborators, session, intent)
  // Heard where it is awaited; where the row cannot be written, nobody comes to that.
  meanwhile.catch(() => undefined)
  const invoice = await ledger.invoices.record({
    ...recordOf(request),
    created,
    addresses: {
      paymentUrl: echoed && paymentUrl !== undefined ? paymentUrl : "",
      payVia: safePayVia(created.payVia),
      customPaymentPages: safeCustomPages(created.customPaymentPages, options),
    },
  })
  if (!invoice) {
    throw refusal(
      "service_failed",
      "The payment service gave this payment the number of another one, so no payment page is shown: try again in a minute."
    )
  }
  if (!echoed) {
    throw refusal(
      "service_failed",
      `The payment service made an invoice over ${created.amount} UZS instead of ${intent.invoiceAmount} UZS, so its page is not shown: try again, and tell the service if it happens again.`
    )
  }
  if (paymentUrl === undefined) {
    throw refusal(
      "service_failed",
      `The payment service gave a payment page on ${hostOf(created.paymentUrl)}, which is not shown: if the host is right, add it to paymentHosts in the plugin's options.`
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
  throw refusal(
    "too_many_attempts",
    "This payment was started anew too often: try again in a minute."
  )
}

async function connectTo(ledger: Collaborators["ledger"], cashDesk: string): Promise<Connection> {
  try {
    return await ledger.connectionOf(cashDesk)
  } catch (error) {
    const problem = serviceProblem(error, cashDesk)
    throw problem ? refusal(problem.code, problem.message) : error
  }
}

/** What an invoice is requested with. */
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

async function requestInvoice(
  ledger: Collaborators["ledger"],
  request: InvoiceRequest
): Promise<CreatedInvoice> {
  const { intent, session, connection, webhookToken } = request
  const { options } = ledger
  if (options.webhookBaseUrl === undefined) {
    throw refusal("wrong_configuration", NO_WEBHOOK_ADDRESS)
  }
  const base = options.webhookBaseUrl.replace(/\/+$/, "")
  const { description } = await ledger.settings.current()
  try {
    // Never retried: the service has no idempotency key, so a second call is a second invoice.
    return await connection.client.createPayment({
      amount: intent.invoiceAmount,
      description: describe(description, session, intent.part),
      webhookUrl: `${base}/hooks/checkout-uz/${intent.cashDesk}/${webhookToken}`,
      returnUrl: fillReturnAddress(intent.returnAddress, session.id),
    })
  } catch (error) {
    if (!(error instanceof CheckoutUzError)) throw error
    ledger.reportServiceFailure(error)
    await recordWhatMayExist(ledger, request, error)
    throw describeServiceFailure(error, intent)
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
      await ledger.invoices.record({
        ...recordOf(request),
        created: { number, uuid: "", lifetimeSeconds: UNKNOWN_LIFETIME_SECONDS },
        addresses: { paymentUrl: "", payVia: {}, customPaymentPages: [] },
      })
    } else if (outcomeUnknown) {
      await ledger.invoices.noteUnanswered(request.intent, { cartId: cart?.id, orderId: order?.id })
    }
  } catch {
    // The ledger has logged it; the customer is told what went wrong before.
  }
}

function describe(
  template: string | undefined,
  session: Session,
  part: Part | undefined
): string | undefined {
  const filled = template
    ?.replaceAll("{cart_id}", session.context.cart?.id ?? "")
    .replaceAll("{session_id}", session.id)
  if (!part) return filled === undefined ? undefined : cutText(filled, LONGEST_DESCRIPTION)
  // As people write it in every language: the customer sees on the service's page which part it is.
  const which = `${part.position}/${part.count}`
  if (filled === undefined) return which
  return `${cutText(filled, LONGEST_DESCRIPTION - which.length - 3)} (${which})`
}
