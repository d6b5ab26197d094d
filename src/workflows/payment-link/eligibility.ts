import { compareUzs, MIN_INVOICE_AMOUNT, type Uzs } from "../../client"
import type { LinkObjection } from "../../contract"
import {
  invoicesFor,
  isSpendable,
  mostInParts,
  paymentAmount,
  type Invoice,
  type PluginOptions,
} from "../../modules/checkout-uz"
import { invoiceAmount, type ContextCollection, uncapturedIn } from "../../payment-context"
import type { LinkContext } from "./load"

/** Seconds a link must have left to be worth handing to a customer. */
const SECONDS_LEFT = 60

/** The plugin's side of it. */
export type LinkRules = Pick<PluginOptions, "amountRounding" | "baseUrl"> & {
  /** This plugin's providers, in the order of the configuration. */
  ourProviders: readonly string[]
  /** In how many parts a payment above the service's limit is taken. */
  partsMax: number
}

/** Why an order can have no link: in a word, and in one sentence. */
export type Objection = { code: LinkObjection; message: string }

/** What there is to say about a payment link for an order. */
export type LinkVerdict = {
  /** The providers a link can be made with; none where there is a reason against one. */
  providerIds: string[]
  objection: Objection | undefined
  /** The links that ask for exactly what is open and can still be paid, the latest first; as above. */
  live: Invoice[]
}

/** Judges by what Medusa and the ledger know whether an order can have a payment link. */
export function linkEligibility(facts: LinkContext, rules: LinkRules): LinkVerdict {
  const offered = rules.ourProviders.filter((id) => facts.order.offered.includes(id))
  const objection = objectionTo(facts, rules, offered)
  return {
    providerIds: objection === undefined ? offered : [],
    objection,
    // A link beside money that has arrived would be paid a second time.
    live:
      objection === undefined
        ? facts.invoices.filter((invoice) => isLive(invoice, facts, rules)).reverse()
        : [],
  }
}

function objectionTo(
  { order, arriving, invoices }: LinkContext,
  rules: LinkRules,
  offered: readonly string[]
): Objection | undefined {
  if (order.canceled) {
    const message = "This order was cancelled and can no longer be paid."
    return { code: "order_canceled", message }
  }
  if (order.currencyCode !== "uzs") {
    const message = `This order is in ${order.currencyCode.toUpperCase()}, and Checkout.uz takes payments in UZS only.`
    return { code: "other_currency", message }
  }
  if (order.open === "0") {
    return { code: "nothing_open", message: "Nothing is open on this order." }
  }
  if (arriving) {
    const message = `The payment of invoice ${arriving.number} over ${written(arriving.sessionAmount)} UZS has arrived and is not booked on this order yet: look again in a minute, or under what needs attention.`
    return { code: "payment_arriving", message }
  }
  return amountObjection({ order, invoices }, rules) ?? regionObjection(offered)
}

function amountObjection(
  { order: { open }, invoices }: Pick<LinkContext, "order" | "invoices">,
  rules: LinkRules
): Objection | undefined {
  const asked = invoiceAmount(open, rules)
  const isTooLittle = compareUzs(asked, MIN_INVOICE_AMOUNT) < 0
  // A payment that is under way is finished, whatever is chosen meanwhile.
  const begun = invoices.filter(isSpendable).map(({ part }) => part?.count ?? 1)
  const most = Math.max(rules.partsMax, ...begun)
  if (!isTooLittle && invoicesFor(asked) <= most) return undefined
  if (isTooLittle) {
    const message = `${written(open)} UZS are open, and the least Checkout.uz takes is ${written(MIN_INVOICE_AMOUNT)} UZS: take this amount in another way.`
    return { code: "too_little_open", message }
  }
  const limit = `${written(mostInParts(most))} UZS${most > 1 ? `, in ${most} parts` : ""}`
  const message = `${written(open)} UZS are open, and the most this shop takes in one payment is ${limit}: split the order into several.`
  return { code: "too_much_open", message }
}

function regionObjection(offered: readonly string[]): Objection | undefined {
  if (offered.length > 0) return undefined
  const message =
    "No payment provider of Checkout.uz is offered in this order's region: add one to the region in the settings."
  return { code: "not_in_region", message }
}

/** As people write amounts in English: 1,250,000. */
function written(amount: Uzs): string {
  const [whole = "", decimals] = amount.split(".")
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ",")
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

function isLive(invoice: Invoice, { order, collections }: LinkContext, rules: LinkRules): boolean {
  const context = collections.find(
    ({ collectionId }) => collectionId === invoice.paymentCollectionId
  )
  return (
    context !== undefined &&
    takesLinks(context, collections) &&
    !order.canceled &&
    invoice.state === "pending" &&
    invoice.paymentUrl !== "" &&
    invoice.serviceUrl === rules.baseUrl &&
    invoice.currencyCode === order.currencyCode &&
    paymentAmount(invoice) === order.open &&
    invoice.expiresAt.getTime() - invoice.readAt.getTime() >= SECONDS_LEFT * 1000
  )
}

/** Whether money in a collection has room beside what other providers are to capture. */
function takesLinks(
  context: ContextCollection,
  collections: readonly ContextCollection[]
): boolean {
  if (context.canceled) return false
  const payments = collections.flatMap((collection) => collection.payments)
  return !context.isOfCart || uncapturedIn(payments, context) === "0"
}

/**
 * The payment collection a new link goes into: one of the order's that nobody has paid and no other
 * way to pay uses, and that asks for just this amount, as core makes one when an order is edited; or
 * an earlier link's, whose amount then changes. Undefined where a new one has to be made.
 */
export function collectionForLink(
  { order, collections, invoices }: LinkContext,
  { ourProviders }: Pick<LinkRules, "ourProviders">
): ContextCollection | undefined {
  const free = collections.filter(
    (context) =>
      takesLinks(context, collections) &&
      context.currencyCode === order.currencyCode &&
      context.payments.length === 0 &&
      context.sessions.every(({ providerId }) => ourProviders.includes(providerId))
  )
  // Parts that have come count for the collection they were paid in.
  const begun = free.find(({ collectionId }) => hasParts(invoices, collectionId))
  const fitting = begun ?? free.find(({ amount }) => amount === order.open)
  return fitting ?? free.find(({ isOfCart, sessions }) => !isOfCart && sessions.length > 0)
}

function hasParts(invoices: readonly Invoice[], collectionId: string): boolean {
  return invoices.some(
    (invoice) =>
      invoice.paymentCollectionId === collectionId &&
      invoice.part !== undefined &&
      isSpendable(invoice)
  )
}

/** Sessions of this plugin's in the order's other collections that a new link makes needless. */
export function needlessSessions(
  { collections }: LinkContext,
  kept: string,
  { ourProviders }: Pick<LinkRules, "ourProviders">
): string[] {
  return collections
    .filter(({ collectionId }) => collectionId !== kept)
    .flatMap((context) =>
      context.sessions
        .filter(
          ({ id, providerId }) =>
            ourProviders.includes(providerId) &&
            !context.payments.some(({ sessionId }) => sessionId === id)
        )
        .map(({ id }) => id)
    )
}
