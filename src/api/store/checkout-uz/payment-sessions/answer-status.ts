import type { MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import type { PaymentSessionStatus } from "../../../../workflows/payment-session-status"

/** Answers with the state of a payment session, which is stale as soon as it is read. */
export function answerStatus(res: MedusaResponse, status: PaymentSessionStatus | undefined): void {
  if (!status) throw unknownSession()
  res.setHeader("Cache-Control", "no-store")
  res.json(status)
}

/** The same sentence for what is no session of ours, and for what is no session at all. */
export function unknownSession(): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_FOUND,
    "There is no payment by Checkout.uz for this payment session."
  )
}
