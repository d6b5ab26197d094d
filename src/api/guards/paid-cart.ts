import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { settleInvoice } from "../../workflows/settle-invoice"
import type { Invoice } from "../../modules/checkout-uz"
import { collectionsOfCart, findCartMoney, isPaidOrder } from "./cart-money"
import { keepsTotal } from "./keeps-total"

/**
 * Keeps a cart as it was paid for: where its money has arrived, a change of the cart or its
 * payment sessions answers 409 and the order is placed instead. Changes that keep the total pass.
 * A paid order takes no further session either.
 */
export async function refuseChangesOfPaidCart(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const id = req.params["id"] ?? ""
  const isCollection = req.path.startsWith("/store/payment-collections/")
  const collections = isCollection ? [id] : await collectionsOfCart(req.scope, id)
  if (isCollection && (await isPaidOrder(req.scope, id))) {
    answerPaid(res, "This order is already paid.")
    return
  }
  for (const collection of collections) {
    const money = await findCartMoney(req.scope, collection, { wait: false })
    if (!money?.paid) continue
    if (!isCollection && (await keepsTotal(req))) break
    refuse(req, res, money.paid)
    return
  }
  next()
}

function refuse(req: MedusaRequest, res: MedusaResponse, paid: Invoice): void {
  answerPaid(
    res,
    "This cart is already paid, so it can no longer be changed. Its order is being placed."
  )
  const logger = req.scope.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  settleInvoice(req.scope, paid.id, { urgency: "now" }).catch((error: unknown) => {
    logger.error(`Invoice ${paid.number} is paid and could not be settled: ${String(error)}`)
  })
}

function answerPaid(res: MedusaResponse, message: string): void {
  res.status(409).json({ type: "not_allowed", code: "already_paid", message })
}
