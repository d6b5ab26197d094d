import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import type { StoreRefusalCode } from "../../../../../../contract"
import { refreshPaymentSession } from "../../../../../../workflows/refresh-payment-session"
import { answerStatus, refuseInSession } from "../../answer-status"

/** A MedusaError also after it came through a workflow, which copies it: no class is left of it then. */
const medusaErrorSchema = z.object({
  __isMedusaError: z.literal(true),
  type: z.string(),
  code: z.string().optional(),
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
    await refuseInSession(req, res, codeOf(error))
  }
}

/** What it means to the customer that no payment session could be started. */
function codeOf({ type, code }: z.infer<typeof medusaErrorSchema>): StoreRefusalCode {
  if (code === "too_many_attempts") return code
  return type === MedusaError.Types.NOT_ALLOWED ? "not_payable" : "unavailable"
}
