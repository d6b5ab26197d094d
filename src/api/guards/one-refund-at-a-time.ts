import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { ILockingModule, Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { workflowScope, type WorkflowScope } from "../../workflows/scope"

/** Seconds for which a refund waits for the one before it, and for which it may keep the next one waiting. */
const LIMIT_SECONDS = 30

/** Which order a route of Medusa's is about, by the id in its address. */
type OrderIdOf = (scope: WorkflowScope, id: string) => Promise<string | undefined>

/** For `/admin/orders/:id/…`. */
export const ofOrder: OrderIdOf = (_scope, id) => Promise.resolve(id)

const collectionSchema = z.object({ payment_collection_id: z.string() })
const linkSchema = z.object({ order_id: z.string() })

/** For `/admin/payments/:id/…`. */
export const ofPayment: OrderIdOf = async ({ query }, id) => {
  const payments = await query.graph({
    entity: "payment",
    fields: ["payment_collection_id"],
    filters: { id },
  })
  const [payment] = z.array(collectionSchema).parse(payments.data)
  if (!payment) return undefined
  const links = await query.graph({
    entity: "order_payment_collection",
    fields: ["order_id"],
    filters: { payment_collection_id: payment.payment_collection_id },
  })
  return z.array(linkSchema).parse(links.data)[0]?.order_id
}

/**
 * Lets refunds of one order, and its cancellation, come one after the other. Core reads before it writes and
 * takes no lock: of two at once each is booked with the other's amount, or a cancellation is left without
 * its refund. As every guard it fails open; what goes on regardless, the comparison of the books squares.
 */
export function oneRefundAtATime(orderIdOf: OrderIdOf) {
  return async (
    req: MedusaRequest,
    res: MedusaResponse,
    next: MedusaNextFunction
  ): Promise<void> => {
    let hasGoneOn = false
    const goOn = (): void => {
      if (!hasGoneOn) next()
      hasGoneOn = true
    }
    try {
      const orderId = await orderIdOf(workflowScope(req.scope), req.params["id"] ?? "")
      if (orderId === undefined) {
        goOn()
        return
      }
      const locking: ILockingModule = req.scope.resolve(Modules.LOCKING)
      const job = async () => {
        const answered = untilAnswered(res)
        goOn()
        await answered
      }
      await locking.execute(`checkout-uz:refunds:${orderId}`, job, { timeout: LIMIT_SECONDS })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      req.scope
        .resolve<Logger>(ContainerRegistrationKeys.LOGGER)
        .warn(`A refund did not wait for the one before it, and went on: ${reason}`)
      goOn()
    }
  }
}

/** Also where nobody listens any more: core does not stop for that. */
function untilAnswered(res: MedusaResponse): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(resolve, LIMIT_SECONDS * 1000)
    const send = res.json.bind(res)
    res.json = (body: unknown) => {
      clearTimeout(giveUp)
      resolve()
      return send(body)
    }
  })
}
