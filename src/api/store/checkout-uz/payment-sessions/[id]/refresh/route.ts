import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import {
  isRefusalReason,
  type RefusalReason,
} from "../../../../../../providers/checkout-uz/refusals"
import { refreshPaymentSession } from "../../../../../../workflows/refresh-payment-session"
import { cartOfSession } from "../../../../language"
import { refuseAsProvider } from "../../../../provider-refusal"
import { answerStatus } from "../../answer-status"

/** The provider's refusal also after it came through a workflow, which copies it: no class is left of it then. */
const refusalSchema = z.object({
  code: z.custom<RefusalReason>(isRefusalReason),
  message: z.string(),
})

/** A new invoice for a payment session whose invoice has lapsed. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  try {
    await answerStatus(req, res, await refreshPaymentSession(req.scope, req.params["id"] ?? ""))
  } catch (thrown) {
    const refused = refusalSchema.safeParse(thrown).data
    if (!refused) throw thrown
    // Its sentence is for the merchant and the developer.
    req.scope.resolve<Logger>(ContainerRegistrationKeys.LOGGER).warn(refused.message)
    await refuseAsProvider(req, res, refused, { cartIdOf: () => cartOfSession(req) })
  }
}
