import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import type { StoreRefusalCode } from "../../../../../../contract"
import { refreshPaymentSession } from "../../../../../../workflows/refresh-payment-session"
import { answerStatus, refuseInSession } from "../../answer-status"

/** A new invoice for a payment session whose invoice has lapsed. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  try {
    await answerStatus(req, res, await refreshPaymentSession(req.scope, req.params["id"] ?? ""))
  } catch (error) {
    if (!(error instanceof MedusaError)) throw error
    // Its sentence is for the merchant and the developer.
    req.scope.resolve<Logger>(ContainerRegistrationKeys.LOGGER).warn(error.message)
    await refuseInSession(req, res, codeOf(error))
  }
}

/** What it means to the customer that no payment session could be started. */
function codeOf({ type, code }: MedusaError): StoreRefusalCode {
  if (code === "too_many_attempts") return code
  return type === MedusaError.Types.NOT_ALLOWED ? "not_payable" : "unavailable"
}
