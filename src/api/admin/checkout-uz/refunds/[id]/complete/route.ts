import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import {
  CHECKOUT_UZ_MODULE,
  type CheckoutUzModuleService,
} from "../../../../../../modules/checkout-uz"
import { describeRefund } from "../../../../../../workflows/attention"
import { completeRefundBodySchema } from "../../../../../../contract"
import { actorOf, found, idOf, read } from "../../../read"

/** Ticks off a refund that was paid out by hand. Who was first stays the one who did. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { note } = read(completeRefundBodySchema, req.body)
  const id = idOf(req)
  const { attention } = req.scope.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  await attention.completePayout(id, { actorId: actorOf(req), note })
  const refund = found(await attention.findPayout(id), "refund")
  res.json({ refund: await describeRefund(req.scope, refund) })
}
