import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { isRefusalReason } from "../../../../../../providers/checkout-uz/refusals"
import { refreshPaymentSession } from "../../../../../../workflows/refresh-payment-session"
import { cartOfSession } from "../../../../language"
import { refuseAsProvider } from "../../../../provider-refusal"
import { answerStatus } from "../../answer-status"

/** A MedusaError also after it came through a workflow, which copies it: no class is left of it then. */
const medusaErrorSchema = z.object({
  __isMedusaError: z.literal(true),
  code: z.unknown(),
  message: z.string(),
})

/** A new invoice for a payment session whose invoice has lapsed. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  try {
    await answerStatus(req, res, await refreshPaymentSession(req.scope, req.params["id"] ?? ""))
  } catch (thrown) {
    const error = medusaErrorSchema.safeParse(thrown).data
    if (!error) throw thrown
    // Its sentence is for the merchant and the developer.
    req.scope.resolve<Logger>(ContainerRegistrationKeys.LOGGER).warn(error.message)
    // What the provider did not say itself is a conflict with what is going on elsewhere.
    const code = isRefusalReason(error.code) ? error.code : "service_failed"
    await refuseAsProvider(
      req,
      res,
      { code, message: error.message },
      { cartIdOf: () => cartOfSession(req) }
    )
  }
}
