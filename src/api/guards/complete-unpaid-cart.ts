import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { refetchEntity } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { defaultStoreCartFields } from "@medusajs/medusa/api/store/carts/query-config"
import { CHECKOUT_UZ_MODULE, type CheckoutUzModuleService } from "../../modules/checkout-uz"
import { settleInvoice } from "../../workflows/settle-invoice"
import { collectionsOfCart, findCartMoney, type CartMoney } from "./cart-money"

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
  for (const collection of await collectionsOfCart(req.scope, cartId)) {
    const money = await findCartMoney(req.scope, collection, { wait: true })
    if (!money) continue
    if (money.paid) {
      const outcome = await settleInvoice(req.scope, money.paid.id, { urgency: "now" })
      if (outcome.kind === "later") throw outcome.error
      continue
    }
    if (ledger.options.orderPlacement === "after_payment" && onlyOurs(ledger, money)) {
      await answerRequiresMore(req, res, cartId)
      return
    }
  }
  next()
}

/** Whether core could complete the cart with nothing but our unpaid sessions. */
function onlyOurs(ledger: CheckoutUzModuleService, { home }: CartMoney): boolean {
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
