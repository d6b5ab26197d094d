import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { refetchEntity } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { defaultStoreCartFields } from "@medusajs/medusa/api/store/carts/query-config"
import type { Invoice } from "../../modules/checkout-uz"
import type { Home } from "../../providers/checkout-uz/home"
import { readOwnerBooks, type OwnerBooks } from "../../providers/checkout-uz/owner-books"
import { settleInvoice } from "../../workflows/settle-invoice"
import { settleScope } from "../../workflows/settle-invoice/scope"
import { booksOfCart, findArrival, knownArrival } from "./arrived-money"
import { courtesy, PASS, type Decision } from "./courtesy"

/**
 * Stands before `cart.complete`: core makes the order first and authorizes last, so each attempt
 * before the money burns an order number. Without money it answers as core would; with money it
 * settles, and answers with the order.
 */
export const completeOnlyPaidCart = courtesy(async (req): Promise<Decision> => {
  const cartId = req.params["id"] ?? ""
  for (const books of await booksOfCart(req.scope, cartId)) {
    const decision = await decide(req, cartId, books)
    if (decision.kind !== "pass") return decision
  }
  return PASS
})

async function decide(req: MedusaRequest, cartId: string, books: OwnerBooks): Promise<Decision> {
  const { ledger } = settleScope(req.scope)
  const { orderPlacement } = await ledger.settings.current()
  const placesUnpaid = orderPlacement === "before_payment"
  const { home } = books
  const onlyOurs = hasOnlyOurs(ledger, home)
  // Core authorizes our session then, which asks: asked twice, each order would take two seconds.
  const isAskedLater = placesUnpaid && onlyOurs && !home.order
  const paid = isAskedLater
    ? knownArrival(books, ledger.options.baseUrl)
    : await findArrival(req.scope, books, { wait: true })
  if (paid) return settlePaid(req, paid)
  // An order that was placed before its payment: core answers with it.
  if (home.order || placesUnpaid || !onlyOurs) return PASS
  return { kind: "answer", with: (res) => answerRequiresMore(req, res, cartId) }
}

async function settlePaid(req: MedusaRequest, paid: Invoice): Promise<Decision> {
  if (paid.state === "settled") return PASS
  const outcome = await settleInvoice(req.scope, paid.id, { urgency: "now" })
  if (outcome.kind === "blocked") return { kind: "fail", error: outcome.error }
  if (outcome.kind !== "settled") return PASS
  const books = await readOwnerBooks(settleScope(req.scope), outcome.invoice.paymentCollectionId)
  const orderId = books?.home.order?.id
  if (orderId === undefined) return PASS
  return { kind: "answer", with: (res) => answerOrder(req, res, orderId) }
}

/** Whether core could complete the cart with nothing but our unpaid sessions. */
function hasOnlyOurs({ providerEntries }: ReturnType<typeof settleScope>["ledger"], home: Home) {
  const ours = new Set(providerEntries.map((entry) => entry.providerId))
  return home.sessions.length > 0 && home.sessions.every(({ providerId }) => ours.has(providerId))
}

/** As core answers, without completing what is complete once more. */
async function answerOrder(
  req: MedusaRequest,
  res: MedusaResponse,
  orderId: string
): Promise<void> {
  const order: unknown = await refetchEntity({
    entity: "order",
    idOrFilter: orderId,
    scope: req.scope,
    fields: req.queryConfig.fields,
  })
  res.status(200).json({ type: "order", order })
}

async function answerRequiresMore(
  req: MedusaRequest,
  res: MedusaResponse,
  cartId: string
): Promise<void> {
  const cart: unknown = await refetchEntity({
    entity: "cart",
    idOrFilter: cartId,
    scope: req.scope,
    fields: defaultStoreCartFields,
  })
  const error = new MedusaError(
    MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR,
    "The payment has not arrived yet. Pay on the payment page first, then the order is placed."
  )
  res.status(200).json({
    type: "cart",
    cart,
    error: { message: error.message, name: error.name, type: error.type },
  })
}
