import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { paymentLinkBodySchema } from "../../../../../../contract"
import { makePaymentLink, readPaymentLink } from "../../../../../../workflows/payment-link"
import { notFound } from "../../../../../http-errors"
import { answerLink } from "../../../answer-link"
import { idOf, read } from "../../../read"

/** What is open on an order, and the payment link that asks for it. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const link = await readPaymentLink(req.scope, idOf(req))
  if (!link) throw notFound("order")
  res.json(link)
}

/** Makes a payment link for what is open on an order, or hands out the one there is. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { provider_id } = read(paymentLinkBodySchema, req.body)
  answerLink(res, await makePaymentLink(req.scope, idOf(req), provider_id), "order")
}
