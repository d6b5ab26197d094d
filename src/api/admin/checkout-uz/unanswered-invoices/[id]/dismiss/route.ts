import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import {
  CHECKOUT_UZ_MODULE,
  type CheckoutUzModuleService,
} from "../../../../../../modules/checkout-uz"
import { actorOf, found, idOf } from "../../../read"

/** Takes an invoice that may exist at the service off the list: somebody has looked into it. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { unanswered } = req.scope.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const known = await unanswered.dismiss(idOf(req), actorOf(req))
  res.json({ dismissed: found(known || undefined, "invoice of unknown outcome") })
}
