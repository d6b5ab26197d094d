import type { RefundPaymentInput, RefundPaymentOutput } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { Invoice } from "../../modules/checkout-uz"
import type { Collaborators } from "../../payment-context"
import { noteRefund, readRefund } from "./refund"

/**
 * Takes note of a refund. The service has no refund operation, so money is given back by hand: with
 * an order, the refund comes on the list of pay-outs. Without one and over the full amount, core is
 * rolling a completion back, and the money becomes free for the next attempt.
 *
 * @throws MedusaError (not allowed) for a part of a payment without an order, or for more than
 *   was paid
 */
export async function refundPayment(
  collaborators: Collaborators,
  input: RefundPaymentInput
): Promise<RefundPaymentOutput> {
  const refundId = input.context?.idempotency_key
  if (refundId === undefined)
    throw new Error("Medusa refunded a payment without naming the refund.")
  const refund = await readRefund(collaborators, refundId)
  const outcome = refund && (await noteRefund(collaborators, refund))
  switch (outcome?.kind) {
    case "listed":
    case "released":
      return { data: input.data ?? {} }
    case "too_much":
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `${outcome.invoices.map(describePaid).join(", ")}, and what is refunded cannot come to more.`
      )
    case "only_whole":
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "A payment without an order can only be released as a whole."
      )
    default:
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "No paid invoice stands behind this payment, so there is nothing to refund."
      )
  }
}

function describePaid({ number, paidAmount, invoiceAmount }: Invoice): string {
  return `${paidAmount ?? invoiceAmount} UZS were paid into invoice ${number}`
}
