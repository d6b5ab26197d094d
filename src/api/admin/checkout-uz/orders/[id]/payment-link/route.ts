import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { paymentLinkBodySchema } from "../../../../../../contract"
import { makePaymentLink, readPaymentLink } from "../../../../../../workflows/payment-link"
import { idOf, read } from "../../../read"

/** What is open on an order, and the payment link that asks for it. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const link = await readPaymentLink(req.scope, idOf(req))
  if (!link) throw unknownOrder()
  res.json(link)
}

/** Makes a payment link for what is open on an order, or hands out the one there is. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { provider_id } = read(paymentLinkBodySchema, req.body)
  const outcome = await makePaymentLink(req.scope, idOf(req), provider_id)
  switch (outcome.kind) {
    case "unknown":
      throw unknownOrder()
    case "wrong_provider":
      throw new MedusaError(MedusaError.Types.INVALID_DATA, outcome.sentence)
    case "refused":
      // By hand: Medusa replaces the sentence of a conflict with one of its own.
      res.status(409).json({ type: MedusaError.Types.NOT_ALLOWED, message: outcome.sentence })
      return
    case "failed":
      res.status(502).json({ type: MedusaError.Types.UNEXPECTED_STATE, ...outcome.problem })
      return
    case "ready":
      res.json(outcome.link)
  }
}

function unknownOrder(): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such order.")
}
