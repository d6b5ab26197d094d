import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { capturePaymentWorkflow } from "@medusajs/medusa/core-flows"

const bodySchema = z.object({ payment_collection_id: z.string() })

/** Captures the payment of a collection by the workflow that a merchant's click runs, and nothing else. */
export const POST = async (req: MedusaRequest, res: MedusaResponse): Promise<void> => {
  const { payment_collection_id } = bodySchema.parse(req.body)
  const sessions = await req.scope
    .resolve(Modules.PAYMENT)
    .listPaymentSessions({ payment_collection_id }, { select: ["id"], relations: ["payment"] })
  const payment = sessions.find((session) => session.payment)?.payment
  if (payment === undefined) throw new Error("There is no payment to capture.")
  await capturePaymentWorkflow(req.scope).run({ input: { payment_id: payment.id } })
  res.sendStatus(200)
}
