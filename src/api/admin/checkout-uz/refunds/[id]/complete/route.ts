import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import {
  CHECKOUT_UZ_MODULE,
  type CheckoutUzModuleService,
} from "../../../../../../modules/checkout-uz"
import { describePayout } from "../../../../../../workflows/attention"
import { completePayoutBodySchema } from "../../../../../../contract"
import { actorOf, found, idOf, read } from "../../../read"

/**
 * Ticks off a pay-out, of whichever kind, that was sent by hand. Who was first stays the one who did.
 * The address is older than the list of returned money: programs call it.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { note } = read(completePayoutBodySchema, req.body)
  const id = idOf(req)
  const { payouts } = req.scope.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  await payouts.complete(id, { actorId: actorOf(req), note })
  const payout = found(await payouts.find(id), "pay-out")
  res.json({ payout: await describePayout(req.scope, payout) })
}
