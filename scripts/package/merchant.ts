import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { attentionAnswerSchema } from "../../src/contract"
import { customer } from "../demo/customer"
import { call } from "../demo/http"
import type { DemoState } from "../demo/state"

const LIMIT_MS = 90_000

/** A customer in front of the payment page. */
export type OpenPayment = { invoice: string; sessionId: string }

/** Everything up to the payment page. @throws Error with what the store answers */
export async function beginPayment(state: DemoState): Promise<OpenPayment> {
  const [variant] = state.variants
  if (variant === undefined) throw new Error("The store sells nothing.")
  const browser = customer(state)
  const { id } = await browser.fillCart(variant.id)
  await browser.chooseDelivery(id)
  const { number, sessionId } = await browser.startPayment(id)
  return { invoice: number, sessionId }
}

/** What is asked of a store without the plugin is refused at a route, in words. @returns them */
export async function refusalOf(route: string, work: Promise<unknown>): Promise<string> {
  const refusal = await work.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error))
  )
  if (refusal === undefined) throw new Error("A store without the plugin did it.")
  if (!refusal.includes(`${route} answered `)) throw new Error(refusal)
  return refusal.replaceAll(/\s+/g, " ")
}

/** What the merchant does in the admin, over its API. */
export function merchant(state: DemoState) {
  const ask = async <S extends z.ZodType>(path: string, answer: S, body?: unknown) => {
    const { token } = await call({
      method: "POST",
      url: `${state.medusa_url}/auth/user/emailpass`,
      body: { email: state.admin_email, password: state.admin_password },
      answer: z.object({ token: z.string() }),
    })
    return call({
      method: body === undefined ? "GET" : "POST",
      url: `${state.medusa_url}/admin${path}`,
      headers: { authorization: `Bearer ${token}` },
      body,
      answer,
    })
  }

  return {
    cancel: (orderId: string) => ask(`/orders/${orderId}/cancel`, z.unknown(), {}),

    /** Refunds what was paid for an order. */
    refund: async (orderId: string): Promise<void> => {
      const fields = "id,payment_collections.payments.id"
      const { order } = await ask(`/orders/${orderId}?fields=${fields}`, paidOrderSchema)
      const payments = order.payment_collections.flatMap((collection) => collection.payments)
      for (const { id } of payments) await ask(`/payments/${id}/refund`, z.unknown(), {})
    },

    /** Waits until the plugin lists the order's money as one to send back by hand. */
    waitForPayout: async (orderId: string): Promise<void> => {
      const deadline = Date.now() + LIMIT_MS
      while (Date.now() < deadline) {
        const { payouts } = await ask("/checkout-uz/attention", attentionAnswerSchema)
        if (payouts.some(({ order }) => order?.id === orderId)) return
        await sleep(500)
      }
      throw new Error(`The money of the cancelled order ${orderId} is on no list.`)
    },
  }
}

const paidOrderSchema = z.object({
  order: z.object({
    payment_collections: z.array(z.object({ payments: z.array(z.object({ id: z.string() })) })),
  }),
})
