import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { refetchEntity } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { defaultStoreCartFields } from "@medusajs/medusa/api/store/carts/query-config"
import { isSpendable, type BlockerReason, type Invoice } from "../../modules/checkout-uz"
import { loadPaymentContext, type PaymentContext } from "../../payment-context"
import { dropDeletedPromotions } from "../../workflows/deleted-promotions"
import { settleInvoice } from "../../workflows/settle-invoice"
import { workflowScope } from "../../workflows/scope"
import { findShortage, shortageOfUnplaced } from "../../workflows/stock"
import { languageOf, WORDS } from "../store/language"
import { refuseCustomer } from "../store/refuse-customer"
import { anyConfirmed, ofThisService } from "./arrived-money"
import { courtesy, PASS, type Decision } from "./courtesy"

/** Blockers of money that buys nothing here: the customer may still pay what the cart asks for. */
const ELSEWHERE: readonly (BlockerReason | undefined)[] = [
  "part_paid",
  "cart_changed",
  "nothing_owed",
  "amount_mismatch",
  // Core finds the order, and answers with it.
  "order_canceled",
]

/**
 * Stands before `cart.complete`: core makes the order first and authorizes last, so each attempt
 * before the money burns an order number. Without money it answers as core would; with money it
 * settles, and answers with the order.
 */
export const completeOnlyPaidCart = courtesy(async (req): Promise<Decision> => {
  const cartId = req.params["id"] ?? ""
  const scope = workflowScope(req.scope)
  const { ledger } = scope
  const own = ofThisService(req.scope, await ledger.invoices.ofOwner(cartId))
  // Settled: core finds the order, and answers with it.
  if (own.length === 0 || own.some(({ state }) => state === "settled")) return PASS
  const { orderPlacement } = await ledger.settings.current()
  const placesUnpaid = orderPlacement === "before_payment"
  const placesIt = placesUnpaid && !(await isPlaced(ledger, cartId, own))
  const shortage = placesIt ? await findShortage(scope, cartId) : undefined
  // Core authorizes our session, which asks: asked twice, each order would take two seconds.
  const isAskedLater = placesIt && shortage === undefined
  if (!isAskedLater) await anyConfirmed(req.scope, own, { wait: true })
  const now = ofThisService(req.scope, await ledger.invoices.ofOwner(cartId))
  for (const paid of now.filter(isSpendable)) {
    const decision = await settlePaid(req, paid)
    if (decision) return decision
  }
  if (shortage !== undefined) return soldOut(req, cartId, own)
  if (placesUnpaid) {
    await dropDeletedPromotions(scope, cartId)
    return PASS
  }
  return (await isStillToBePaid(req, own))
    ? { kind: "answer", with: (res) => answerRequiresMore(req, res, cartId) }
    : PASS
})

/** Whether an unpaid order was made of the cart: its number comes with an event, in a moment. */
async function isPlaced(
  { spending }: ReturnType<typeof workflowScope>["ledger"],
  cartId: string,
  own: readonly Invoice[]
): Promise<boolean> {
  if (own.some(({ orderId }) => orderId !== undefined)) return true
  return (await spending.owner(cartId)).unpaidOrderId !== undefined
}

/** No unpaid order can be made of the cart: core would make it first, and look at the stock then. */
async function soldOut(
  req: MedusaRequest,
  cartId: string,
  own: readonly Invoice[]
): Promise<Decision> {
  const shortage = await shortageOfUnplaced(workflowScope(req.scope), cartId, () =>
    isStillToBePaid(req, own)
  )
  if (shortage === "taken") return notPlaced(req, undefined)
  if (shortage.item === undefined) return PASS
  const detail = `"${shortage.item}" is out of stock, so the order cannot be placed.`
  const about = { fields: { detail }, cartIdOf: () => Promise.resolve(cartId) }
  return { kind: "answer", with: (res) => refuseCustomer(req, res, "not_completable", about) }
}

/** What became of paid money; undefined where it buys nothing here. */
async function settlePaid(req: MedusaRequest, paid: Invoice): Promise<Decision | undefined> {
  const outcome = await settleInvoice(req.scope, paid.id, { urgency: "now" })
  if (outcome.kind === "blocked") {
    return ELSEWHERE.includes(outcome.reason) ? undefined : notPlaced(req, outcome.reason)
  }
  if (outcome.kind !== "settled") return undefined
  const { orderId } = outcome.invoice
  const id = orderId ?? (await workflowScope(req.scope).ledger.invoices.find(paid.id))?.orderId
  return id === undefined ? PASS : { kind: "answer", with: (res) => answerOrder(req, res, id) }
}

/** No reason is recorded where somebody else is at it. What the reason is, is the merchant's to read. */
function notPlaced(req: MedusaRequest, reason: BlockerReason | undefined): Decision {
  const code = reason === undefined ? "in_progress" : "payment_held"
  const cartIdOf = () => Promise.resolve(req.params["id"])
  return { kind: "answer", with: (res) => refuseCustomer(req, res, code, { cartIdOf }) }
}

/** Whether core could complete the cart with nothing but our unpaid sessions, and no order stands yet. */
async function isStillToBePaid(req: MedusaRequest, own: readonly Invoice[]): Promise<boolean> {
  const scope = workflowScope(req.scope)
  for (const id of new Set(own.map(({ paymentCollectionId }) => paymentCollectionId))) {
    const context = await loadPaymentContext(scope, id)
    if (context?.cart && !context.order && hasOnlyOurs(scope.ledger, context)) return true
  }
  return false
}

function hasOnlyOurs(
  { providerEntries }: ReturnType<typeof workflowScope>["ledger"],
  context: PaymentContext
) {
  const ours = new Set(providerEntries.map((entry) => entry.providerId))
  return (
    context.sessions.length > 0 && context.sessions.every(({ providerId }) => ours.has(providerId))
  )
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
  const language = await languageOf(req, () => Promise.resolve(cartId))
  const error = new MedusaError(
    MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR,
    WORDS[language].payment_awaited
  )
  res.status(200).json({
    type: "cart",
    cart,
    error: { message: error.message, name: error.name, type: error.type },
  })
}
