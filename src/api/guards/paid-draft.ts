import { MedusaError } from "@medusajs/framework/utils"
import { isSpendable } from "../../modules/checkout-uz"
import { isOurs, readOrderBooks } from "../../payment-context"
import { workflowScope } from "../../workflows/scope"
import { courtesy, PASS, type Decision } from "./courtesy"

/**
 * A draft order that was paid, or of whose payment parts have come, is not deleted with its money: core asks
 * nobody, and the customer's payment would be for nothing.
 */
export const keepPaidDraft = courtesy(async (req): Promise<Decision> => {
  const books = await readOrderBooks(workflowScope(req.scope), req.params["id"] ?? "")
  const payments = (books?.collections ?? []).flatMap((collection) => collection.payments)
  if (payments.some(({ providerId, net }) => isOurs(providerId) && net !== "0")) {
    return refuse(
      "This draft order was paid by Checkout.uz, so it cannot be deleted with its money: refund the payment first, or make an order of it and cancel that."
    )
  }
  const isPaidInPart = books?.invoices.some(
    (invoice) => invoice.part !== undefined && isSpendable(invoice)
  )
  if (!isPaidInPart) return PASS
  return refuse(
    "A part of this draft order's payment has come by Checkout.uz, so it cannot be deleted with its money: return that first, or make an order of it and cancel that."
  )
})

function refuse(message: string): Decision {
  return { kind: "fail", error: new MedusaError(MedusaError.Types.NOT_ALLOWED, message) }
}
