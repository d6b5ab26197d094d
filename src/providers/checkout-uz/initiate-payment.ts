import type { InitiatePaymentInput, InitiatePaymentOutput } from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"
import {
  CheckoutUzError,
  isInvoiceable,
  MAX_INVOICE_AMOUNT,
  MIN_INVOICE_AMOUNT,
  type CreatedInvoice,
  type Uzs,
} from "../../client"
import {
  NO_WEBHOOK_ADDRESS,
  type Connection,
  type Intent,
  type Invoice,
  type PluginOptions,
} from "../../modules/checkout-uz"
import { invoiceAmount, medusaUzs, netOf } from "./amounts"
import type { Collaborators } from "./collaborators"
import { exceedsOrder, labelOf, readHome, type Home, type HomePayment } from "./home"
import { describeServiceFailure } from "./problems"
import { fillReturnAddress, returnAddress } from "./return-address"
import { safeCustomPages, safePaymentUrl, safePayVia } from "./safe-addresses"
import { sessionData } from "./session-data"

/** Characters of a description the service is sure to take. */
const DESCRIPTION_LIMIT = 200
/** What an invoice lives where the service's answer could not be read. */
const UNKNOWN_LIFETIME_SECONDS = 3600

type Session = { id: string; providerId: string; home: Home }

/**
 * Starts a payment session: hands out an invoice that fits, or has the service make one
 * (service-api.md, `POST /create_payment`).
 *
 * @throws MedusaError with one sentence: wrong currency, amount outside the limits, a cart that
 *   could not be completed, a collection that is paid or cancelled, or why the service made none
 */
export async function initiatePayment(
  collaborators: Collaborators,
  cashDesk: string,
  input: InitiatePaymentInput
): Promise<InitiatePaymentOutput> {
  const { ledger } = collaborators
  const { options } = ledger
  const amount = sessionAmount(input, options)
  const session = await findSession(collaborators, input)
  refuseUnpayable(session.home, amount.session)
  const address = returnAddress(input.data?.["return_url"], options)

  const intent: Intent = {
    serviceUrl: options.baseUrl,
    cashDesk,
    paymentCollectionId: session.home.collectionId,
    currencyCode: input.currency_code.toLowerCase(),
    sessionAmount: amount.session,
    invoiceAmount: amount.invoice,
    returnAddress: address,
  }
  const invoice =
    (await ledger.bindReusableInvoice(intent, session.id)) ??
    (await createInvoice(collaborators, session, intent))
  await refuseCanceledMeanwhile(collaborators, session)
  return { id: invoice.uuid, status: "pending", data: sessionData(invoice, session.id) }
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

async function findSession(
  { payment, query }: Collaborators,
  input: InitiatePaymentInput
): Promise<Session> {
  // The session is the one Medusa is making; `data.session_id` could be the client's.
  const id = input.context?.idempotency_key
  if (id === undefined) throw new Error("Medusa started a payment session without naming it.")
  const session = await payment.retrievePaymentSession(id, {
    select: ["id", "provider_id", "payment_collection_id"],
  })
  const home = await readHome(query, session.payment_collection_id)
  if (!home) throw new Error(`Payment session ${id} has no payment collection.`)
  return { id, providerId: session.provider_id, home }
}

/** Refuses to let a customer pay for what is paid, cancelled, or could not become an order. */
function refuseUnpayable(home: Home, amount: Uzs): void {
  refuseCanceled(home)
  // Summed from the rows: a collection's own status and totals lag behind.
  const taken = home.payments.reduce(
    (sum, row) => MathBN.add(sum, standing(row)),
    MathBN.convert(0)
  )
  if (MathBN.gt(MathBN.add(taken, amount), home.amount) || exceedsOrder(home, amount)) {
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "This order is already paid.")
  }
  if (!home.cart || home.order) return
  // A paid cart must be completable: there is no way to give the money back automatically.
  if (!home.cart.email) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "The cart has no e-mail address yet: set it before starting the payment."
    )
  }
  if (home.cart.lacksShipping) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "The cart has no shipping method yet: choose one before starting the payment."
    )
  }
}

/** The service takes its time, in which an order can be cancelled: its page is then not shown. */
async function refuseCanceledMeanwhile({ query }: Collaborators, { home }: Session): Promise<void> {
  if (!home.order) return
  const now = await readHome(query, home.collectionId)
  if (now) refuseCanceled(now)
}

function refuseCanceled(home: Home): void {
  if (!home.canceled && !home.order?.canceled) return
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "This order was cancelled and can no longer be paid."
  )
}

/** What another payment stands for: its money, also where it is authorized and not yet captured. */
function standing({ amount, captured, refunded, net, canceled }: HomePayment): string {
  return canceled || captured !== "0" ? net : netOf([amount], [refunded])
}

async function createInvoice(
  { ledger }: Collaborators,
  session: Session,
  intent: Intent
): Promise<Invoice> {
  const { options } = ledger
  await refuseTooManyInvoices(ledger, intent.paymentCollectionId)
  const order: InvoiceOrder = {
    intent,
    session,
    // INVARIANT: an invoice is recorded with the key it was made with, whatever key was put in force
    // while the service was answering.
    connection: await ledger.connectionOf(intent.cashDesk),
    webhookToken: ledger.newWebhookToken(),
  }
  const created = await askForInvoice(ledger, order)

  const paymentUrl = safePaymentUrl(created.paymentUrl, options)
  // INVARIANT: the customer pays what the shop asked for, or sees no page at all.
  const echoed = created.amount === intent.invoiceAmount
  const invoice = await ledger.recordInvoice({
    ...recordOf(order),
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
type InvoiceOrder = {
  intent: Intent
  session: Session
  connection: Connection
  webhookToken: string
}

function recordOf({ intent, session, connection, webhookToken }: InvoiceOrder) {
  return {
    intent,
    connection,
    providerId: session.providerId,
    cartId: session.home.cart?.id,
    label: labelOf(session.home),
    sessionId: session.id,
    webhookToken,
  }
}

async function askForInvoice(
  ledger: Collaborators["ledger"],
  order: InvoiceOrder
): Promise<CreatedInvoice> {
  const { intent, session, connection, webhookToken } = order
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
    await recordUnusableInvoice(ledger, order, error)
    throw describeServiceFailure(error, intent.cashDesk)
  }
}

/**
 * Records an invoice the service made and described in a way that cannot be shown.
 *
 * INVARIANT: every invoice ever created is a row, so that money paid into it is found.
 */
async function recordUnusableInvoice(
  ledger: Collaborators["ledger"],
  order: InvoiceOrder,
  { invoiceNumber: number }: CheckoutUzError
): Promise<void> {
  if (number === undefined) return
  try {
    await ledger.recordInvoice({
      ...recordOf(order),
      created: { number, uuid: "", lifetimeSeconds: UNKNOWN_LIFETIME_SECONDS },
      addresses: { paymentUrl: "", payVia: {}, customPaymentPages: [] },
    })
  } catch {
    // The ledger has logged the number; the customer is told what went wrong before.
  }
}

function describe(template: string | undefined, session: Session): string | undefined {
  return template
    ?.replaceAll("{cart_id}", session.home.cart?.id ?? "")
    .replaceAll("{session_id}", session.id)
    .slice(0, DESCRIPTION_LIMIT)
}
