import { isInvoiceable, MAX_INVOICE_AMOUNT, MIN_INVOICE_AMOUNT, type Uzs } from "../../client"
import {
  findMoney,
  findReusable,
  mostInParts,
  NOTHING_MISSING,
  otherDeskWithParts,
  type Counted,
  type Intent,
} from "../../modules/checkout-uz"
import {
  isInParts,
  planRest,
  type Collaborators,
  type ShownBooks,
  type Plan,
} from "../../payment-context"
import { createInvoice, type Session } from "./create-invoice"
import { refusal } from "./refusals"
import { progressOf, type HandedOut } from "./session-data"

/** What a session asks for: the whole payment, in UZS, and where the customer returns to. */
export type Asked = Pick<Intent, "cashDesk" | "currencyCode" | "returnAddress"> & { amount: Uzs }

/**
 * Hands a session what it is to be paid with: money that has come already, else a live invoice that fits,
 * else one that the service makes (docs/service.md, 2.1). Above the service's limit that is the next part of
 * the payment, which is due once those before it have come.
 *
 * @throws MedusaError (invalid data) where the amount cannot be taken, or as {@link createInvoice}
 */
export async function handOutInvoice(
  collaborators: Collaborators,
  books: ShownBooks,
  session: Session,
  asked: Asked
): Promise<HandedOut> {
  const { ledger } = collaborators
  const { options } = ledger
  const ask = {
    serviceUrl: options.baseUrl,
    cashDesk: asked.cashDesk,
    paymentCollectionId: books.context.collectionId,
    currencyCode: asked.currencyCode,
  }
  const { abandonedSessions } = books.claim
  const wanted = { ...ask, amount: asked.amount, abandonedSessions }
  const money = findMoney(books.invoices, wanted)
  const progress = progressOf(money, options)
  const last = money.invoices.at(-1)
  if (last && money.missing === NOTHING_MISSING) {
    return { invoice: await ledger.invoices.bind(last, session.id), progress }
  }
  const otherDesk = otherDeskWithParts(books.invoices, wanted)
  if (otherDesk !== undefined) {
    throw refusal(
      "other_cash_desk",
      `Parts of this payment have come through cash desk "${otherDesk}": pay the rest with a provider of that cash desk.`
    )
  }
  const plan = planRest(money, options)
  const due = await takeableShare(collaborators, plan, money, asked.amount)
  const intent: Intent = {
    ...ask,
    sessionAmount: due.share,
    invoiceAmount: due.invoice,
    returnAddress: asked.returnAddress,
    part: isInParts(plan, money)
      ? { position: plan.paid + 1, count: plan.of, planAmount: asked.amount }
      : undefined,
  }
  const reusable = findReusable(books.invoices, intent)
  const invoice = reusable
    ? await ledger.invoices.bind(reusable, session.id)
    : await createInvoice(collaborators, session, intent)
  return { invoice, progress }
}

/** What is due next, where the service takes it and it is not in too many parts. */
async function takeableShare(
  { ledger }: Collaborators,
  { due, of }: Plan,
  { invoices }: Counted,
  amount: Uzs
): Promise<NonNullable<Plan["due"]>> {
  const { partsMax } = await ledger.settings.current()
  // A plan that is under way is finished, whatever is chosen meanwhile.
  const most = Math.max(partsMax, ...invoices.map(({ part }) => part?.count ?? 1))
  if (due && of <= most && isInvoiceable(due.invoice)) return due
  const inParts = partsMax > 1 ? `, above ${MAX_INVOICE_AMOUNT} UZS in up to ${partsMax} parts` : ""
  throw refusal(
    "amount_not_taken",
    `Checkout.uz takes payments from ${MIN_INVOICE_AMOUNT} to ${mostInParts(partsMax)} UZS${inParts}, and this payment is ${amount} UZS.`
  )
}
