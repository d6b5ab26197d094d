import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { StoreRefusalCode } from "../../../../contract"
import type { PaymentSessionStatus } from "../../../../workflows/payment-session-status"
import { cartOfSession } from "../../language"
import { refuseCustomer, type About } from "../../refuse-customer"

/**
 * Answers with the state of a payment session, which is stale as soon as it is read. What is no session
 * of ours, and what is no session at all, are answered alike.
 */
export async function answerStatus(
  req: MedusaRequest,
  res: MedusaResponse,
  status: PaymentSessionStatus | undefined
): Promise<void> {
  if (!status) {
    await refuseCustomer(req, res, "unknown_session")
    return
  }
  res.setHeader("Cache-Control", "no-store")
  res.json(status)
}

/** Refuses in the language of the payment session's customer. */
export function refuseInSession(
  req: MedusaRequest,
  res: MedusaResponse,
  code: StoreRefusalCode,
  about: Omit<About, "cartIdOf"> = {}
): Promise<void> {
  return refuseCustomer(req, res, code, { ...about, cartIdOf: () => cartOfSession(req) })
}
