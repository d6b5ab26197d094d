import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { refetchEntity } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { defaultStoreCartFields } from "@medusajs/medusa/api/store/carts/query-config"
import { CHECKOUT_UZ_MODULE, type CheckoutUzModuleService } from "../../modules/checkout-uz"
import { settleInvoice } from "../../workflows/settle-invoice"
import type { Home } from "../../providers/checkout-uz/home"
import { collectionsOfCart, findCartMoney, findOrderMoney } from "./cart-money"

/**
 * Stands before `cart.complete`: core makes the order first and authorizes last, so each attempt
 * before the money burns an order number. Without money it answers as core would; with money it
 * settles, and core then finds the order.
 */
export async function completeOnlyPaidCart(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const cartId = req.params["id"] ?? ""
  const ledger = req.scope.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const { orderPlacement } = await ledger.settings.current()
  const placesUnpaid = orderPlacement === "before_payment"
  for (const collection of await collectionsOfCart(req.scope, cartId)) {
    const money = await findCartMoney(req.scope, collection, {
      wait: true,
      // Core authorizes our session then, which asks: asked twice, each order would take two seconds.
      isAskedLater: (home) => placesUnpaid && onlyOurs(ledger, home),
    })
    if (!money) {
      // Whatever is chosen now: the order may have been placed unpaid before that was changed.
      await settlePlacedOrder(req, collection)
      continue
    }
    if (money.paid) {
      const outcome = await settleInvoice(req.scope, money.paid.id, { urgency: "now" })
      if (outcome.kind === "later") throw outcome.error
      continue
    }
    if (!placesUnpaid && onlyOurs(ledger, money.home)) {
      await answerRequiresMore(req, res, cartId)
      return
    }
  }
  next()
}

/**
 * An order that was placed before its payment: completed again, it is captured if its money has
 * come. Core then answers with the order, whatever became of it.
 */
async function settlePlacedOrder(req: MedusaRequest, collection: string): Promise<void> {
  const paid = await findOrderMoney(req.scope, collection)
  if (paid) await settleInvoice(req.scope, paid.id, { urgency: "now" })
}

/** Whether core could complete the cart with nothing but our unpaid sessions. */
function onlyOurs(ledger: CheckoutUzModuleService, home: Home): boolean {
  const ours = new Set(ledger.providerEntries.map((entry) => entry.providerId))
  return home.sessions.length > 0 && home.sessions.every(({ providerId }) => ours.has(providerId))
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
