import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { settleInvoice } from "../../workflows/settle-invoice"
import { collectionsOfCart, findCartMoney, type CartMoney } from "./cart-money"

/**
 * Keeps a cart as it was paid for: where its money has arrived, a change of the cart or its
 * payment sessions answers 409 and the order is placed instead. Changes that keep the total pass.
 */
export async function refuseChangesOfPaidCart(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const id = req.params["id"] ?? ""
  const isCollection = req.path.startsWith("/store/payment-collections/")
  if (!isCollection && keepsTotal(req)) {
    next()
    return
  }
  const collections = isCollection ? [id] : await collectionsOfCart(req.scope, id)
  for (const collection of collections) {
    const money = await findCartMoney(req.scope, collection, { wait: false })
    if (money?.paid) {
      refuse(req, res, money)
      return
    }
  }
  next()
}

function refuse(req: MedusaRequest, res: MedusaResponse, { paid }: CartMoney): void {
  res.status(409).json({
    type: "not_allowed",
    code: "already_paid",
    message:
      "This cart is already paid, so it can no longer be changed. Its order is being placed.",
  })
  if (!paid) return
  const logger = req.scope.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  settleInvoice(req.scope, paid.id, { urgency: "now" }).catch((error: unknown) => {
    logger.error(`Invoice ${paid.number} is paid and could not be settled: ${String(error)}`)
  })
}

const addressSchema = z.looseObject({
  country_code: z.undefined(),
  province: z.undefined(),
  postal_code: z.undefined(),
})

/** Fields of `POST /store/carts/:id` that never move a total; an address moves it through its taxes. */
const harmlessUpdateSchema = z.strictObject({
  email: z.unknown().optional(),
  billing_address: z.unknown().optional(),
  metadata: z.unknown().optional(),
  locale: z.unknown().optional(),
  additional_data: z.unknown().optional(),
  shipping_address: addressSchema.optional(),
})

function keepsTotal(req: MedusaRequest): boolean {
  if (/^\/store\/carts\/[^/]+\/?$/.test(req.path)) {
    return harmlessUpdateSchema.safeParse(req.body ?? {}).success
  }
  // Taking the cart over to a customer's account.
  return false
}
