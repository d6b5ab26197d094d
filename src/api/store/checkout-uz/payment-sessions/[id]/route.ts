import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { paymentSessionStatus } from "../../../../../workflows/payment-session-status"

/** What has become of a payment session: for the page a customer returns to after paying. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const id = req.params["id"] ?? ""
  const status = await paymentSessionStatus(req.scope, id)
  if (!status) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      "There is no payment by Checkout.uz for this payment session."
    )
  }
  res.setHeader("Cache-Control", "no-store")
  res.json(status)
}
