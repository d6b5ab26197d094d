import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"

const OURS = z.looseObject({ provider_id: z.string().regex(/^pp_checkout-uz(_|$)/) })

/**
 * Nobody says by hand that Checkout.uz was paid: only the service's own answer counts. Core would make
 * an invoice, and fail when it comes to its money.
 */
export function refusePaidByHand(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): void {
  if (!OURS.safeParse(req.body).success) {
    next()
    return
  }
  next(
    new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      'A payment by Checkout.uz counts once the service confirms it, so it cannot be marked as paid: send a payment link, or mark it as paid with the provider "pp_system_default" where the money came in another way.'
    )
  )
}
