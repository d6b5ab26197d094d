import { MathBN } from "@medusajs/framework/utils"
import type { Uzs } from "../../client"
import { sumOfInvoices, type Invoice, type Misfit } from "../../modules/checkout-uz"
import {
  arrivedMoney,
  deleteOtherSessions,
  findOurSession,
  lackOf,
  wasRolledBack,
  type Arrived,
  type PaymentContext,
  type SessionMoney,
  readOwnerBooks,
  roomFor,
  type OwnerBooks,
} from "../../payment-context"
import { misfitError } from "../../providers/checkout-uz/problems"
import { settleIfBooked, spentWith } from "./conclude"
import { followOrder, giveFreshCollection, keepOneCollection } from "./fresh-collection"
import { handOutNextPart } from "./next-part"
import type { Preparation } from "./preparation"
import { isProviderOffered } from "./provider-offered"
import { dropDeletedPromotions } from "../deleted-promotions"
import type { WorkflowScope } from "../scope"
import { findShortage } from "../stock"
import { cancelAuthorizations } from "./square-order"
import { bookedPayment, tidyBooking } from "./tidy-booking"

/** Attempts to see books that this very preparation has changed. */
const LOOK_LIMIT = 4

/**
 * Gets the payment context of a paid invoice ready to be completed. Call it under the owner's lock, so that two
 * servers do not each make a session, and nobody sees a completion, or its roll-back, half done.
 */
export async function prepare(scope: WorkflowScope, invoiceId: string): Promise<Preparation> {
  for (let look = 0; look < LOOK_LIMIT; look += 1) {
    const invoice = await scope.ledger.invoices.find(invoiceId)
    if (!invoice) throw new Error(`There is no invoice ${invoiceId} in the ledger.`)
    if (invoice.state !== "paid") return { kind: "over", invoice }
    const books = await readOwnerBooks(scope, invoice.paymentCollectionId)
    if (!books || isOwnerGone(invoice, books.context)) {
      const followed = await followOrder(scope, invoice)
      if (followed !== "moved") return followed ? misfitting(followed) : ownerGone()
      continue
    }

    const standing = await settleIfBooked(scope, books, invoice)
    if (standing) return { kind: "over", invoice: standing }
    if (await tidyBooking(scope, books.context, invoice)) continue
    const own = bookedPayment(books.context, invoice)
    if (own) return finish(books.context, own.sessionId, sumOfInvoices(spentWith(books, invoice)))
    if (books.context.cart && !books.context.order && wasRolledBack(books.context)) {
      // Captured in the same collection again, the order would read "refunded" and nobody would ship it.
      await giveFreshCollection(scope, books.context)
      continue
    }
    if (await replaceAuthorizations(scope, books, invoice)) continue
    return prepareUnbooked(scope, books, invoice)
  }
  throw new Error("The payment's place in Medusa changes faster than it can be looked at.")
}

/**
 * Cancels the promises to pay an order by hand that a payment link's money replaces, before that money
 * is spent: a merchant who captures one in this moment would have the order paid twice.
 *
 * @returns whether there was any, so that the books have to be read anew
 */
async function replaceAuthorizations(
  scope: WorkflowScope,
  books: OwnerBooks,
  invoice: Invoice
): Promise<boolean> {
  const { order, cart, collections } = books.context
  const arrived = order && !cart ? arrivedMoney(books, invoice) : undefined
  if (arrived?.kind !== "whole") return false
  const { open } = roomFor(books, arrived.invoices)
  if (MathBN.gte(MathBN.sub(open, arrived.amount), 1)) return false
  let canceled = 0
  for (const collection of collections) canceled += await cancelAuthorizations(scope, collection)
  return canceled > 0
}

/** The session that money which is not booked yet will stand as, or what is in its way. */
async function prepareUnbooked(
  scope: WorkflowScope,
  books: OwnerBooks,
  invoice: Invoice
): Promise<Preparation> {
  const { context } = books
  const { cart } = context
  await keepOneCollection(scope, context)
  const arrived = arrivedMoney(books, invoice)
  if (arrived.kind === "misfit") return misfitting(arrived.misfit)
  if (arrived.kind === "part") return handOutNextPart(scope, books, invoice, arrived)
  const obstacle = (found: Preparation) => withInvoices(found, arrived)
  const completes = cart !== undefined && !context.order
  const [isOffered, lack] = await Promise.all([
    isProviderOffered(scope, context, invoice.providerId),
    completes ? whatLacks(scope, cart) : undefined,
  ])
  if (!isOffered) {
    const message = `The payment provider ${invoice.providerId} is not offered any more.`
    return obstacle(blocked("provider_off", message))
  }
  if (lack) return obstacle(lack)

  const sessionId = await findOrMakeSession(scope, context, { ...invoice, amount: arrived.amount })
  if (!completes) return finish(context, sessionId, arrived.amount)
  const kept = await deleteOtherSessions(scope.payment, context, sessionId)
  if (kept) {
    const misfit: Misfit = { reason: "not_completable", facts: {} }
    return obstacle({ kind: "blocked", misfit, error: kept })
  }
  await dropDeletedPromotions(scope, cart.id)
  return { kind: "complete", cartId: cart.id, invoices: arrived.invoices }
}

/** What is in the way of a payment is in the way of all of its parts. */
function withInvoices(
  found: Preparation,
  { invoices }: Extract<Arrived, { kind: "whole" }>
): Preparation {
  return found.kind === "blocked" ? { ...found, invoices } : found
}

function finish(context: PaymentContext, sessionId: string, amount: Uzs): Preparation {
  return { kind: "finish", sessionId, amount, locksItself: context.cart !== undefined }
}

function blocked(
  reason: Misfit["reason"],
  message: string,
  facts: Misfit["facts"] = {}
): Preparation {
  return { kind: "blocked", misfit: { reason, facts }, error: new Error(message) }
}

function misfitting(misfit: Misfit): Preparation {
  return { kind: "blocked", misfit, error: misfitError(misfit) }
}

function ownerGone(): Preparation {
  return blocked("owner_gone", "What this payment was made for does not exist any more.")
}

/** Whether what the money was meant for is gone: nobody would ship what it paid for. */
function isOwnerGone(invoice: Invoice, context: PaymentContext): boolean {
  if (context.cart || context.order) return false
  // Paid without a cart and refunded by somebody: no completion was rolled back that could come again.
  return invoice.cartId !== undefined || invoice.orderId !== undefined || wasRolledBack(context)
}

const LACKING = { items: "items", email: "e-mail address", shipping: "shipping method" } as const

/** What core would find missing after it has made the order, which burns an order number. */
async function whatLacks(
  scope: WorkflowScope,
  cart: NonNullable<PaymentContext["cart"]>
): Promise<Preparation | undefined> {
  const notYet = (why: string, facts: Misfit["facts"]) =>
    blocked("not_completable", `${why}, so the paid order cannot be placed yet.`, facts)
  const lack = lackOf(cart)
  if (lack) return notYet(`The cart has no ${LACKING[lack]}`, { lacks: lack })
  const soldOut = await findShortage(scope, cart.id)
  if (soldOut === undefined) return undefined
  return notYet(`"${soldOut}" is out of stock`, { lacks: "stock", soldOut })
}

/** Our session in the collection, or one made for the money. */
async function findOrMakeSession(
  scope: WorkflowScope,
  context: PaymentContext,
  money: SessionMoney & Pick<Invoice, "providerId">
): Promise<string> {
  const session = findOurSession(context, money, scope.ledger.providerEntries)
  if (session) return session.id
  const made = await scope.payment.createPaymentSession(context.collectionId, {
    provider_id: money.providerId,
    amount: money.amount,
    currency_code: money.currencyCode,
    data: {},
  })
  return made.id
}
