import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { call } from "./http"
import type { DemoState } from "./state"

const cartSchema = z.object({ cart: z.object({ id: z.string(), total: z.number() }) })
const collectionSchema = z.object({
  payment_collection: z.object({
    id: z.string(),
    payment_sessions: z
      .array(
        z.object({
          id: z.string(),
          provider_id: z.string(),
          data: z.record(z.string(), z.unknown()),
        })
      )
      .default([]),
  }),
})
const invoiceSchema = z.object({
  invoice_id: z.coerce.string(),
  payment_url: z.url(),
  amount: z.coerce.number(),
})
const progressSchema = z.object({ status: z.string(), order_id: z.string().nullish() })

export interface Cart {
  id: string
  /** UZS, with delivery. */
  total: number
}

export interface Invoice {
  sessionId: string
  number: string
  paymentUrl: string
  /** UZS. */
  amount: number
}

/** How often to ask, and for how long, in milliseconds. */
export interface Patience {
  everyMs: number
  limitMs: number
}

/** What a customer's browser does in the shop: nothing here needs more than the publishable key. */
export function customer(state: DemoState) {
  const store = <S extends z.ZodType>(path: string, answer: S, body?: unknown) =>
    call({
      method: body === undefined ? "GET" : "POST",
      url: `${state.medusa_url}/store${path}`,
      headers: { "x-publishable-api-key": state.publishable_key },
      body,
      answer,
    })

  return {
    /** A cart with one variant, a piece of it unless said otherwise, and where it goes. */
    fillCart: async (variantId: string, quantity = 1): Promise<Cart> => {
      const created = await store("/carts", cartSchema, {
        region_id: state.region_id,
        email: "dilnoza@mijoz.example",
        items: [{ variant_id: variantId, quantity }],
        shipping_address: {
          first_name: "Dilnoza",
          last_name: "Karimova",
          address_1: "Amir Temur shoh koʻchasi, 15, 42-xonadon",
          city: "Toshkent",
          postal_code: "100000",
          country_code: "uz",
          phone: "+998 90 123 45 67",
        },
      })
      return created.cart
    },

    chooseDelivery: async (cartId: string): Promise<Cart> => {
      const option = { option_id: state.shipping_option_id }
      return (await store(`/carts/${cartId}/shipping-methods`, cartSchema, option)).cart
    },

    /** Asks for an invoice: a payment collection, and in it a session of our provider. */
    startPayment: async (cartId: string): Promise<Invoice> => {
      const made = await store("/payment-collections", collectionSchema, { cart_id: cartId })
      const path = `/payment-collections/${made.payment_collection.id}/payment-sessions`
      const started = await store(path, collectionSchema, { provider_id: state.provider_id })
      const session = started.payment_collection.payment_sessions.find(
        ({ provider_id }) => provider_id === state.provider_id
      )
      if (session === undefined) throw new Error("The store made no payment session.")
      const invoice = invoiceSchema.safeParse(session.data)
      if (!invoice.success) {
        throw new Error(`The session has no invoice: ${z.prettifyError(invoice.error)}`)
      }
      const { invoice_id, payment_url, amount } = invoice.data
      return { sessionId: session.id, number: invoice_id, paymentUrl: payment_url, amount }
    },

    /**
     * Asks, as a return page does, every `everyMs` milliseconds until the order is there.
     *
     * @returns the order's id.
     */
    waitForOrder: async (sessionId: string, { everyMs, limitMs }: Patience): Promise<string> => {
      const deadline = Date.now() + limitMs
      let last = "unknown"
      while (Date.now() < deadline) {
        await sleep(everyMs)
        const path = `/checkout-uz/payment-sessions/${sessionId}`
        const { status, order_id } = await store(path, progressSchema)
        if (status === "order_placed" && order_id) return order_id
        last = status
      }
      throw new Error(`No order was placed in ${limitMs / 1000} s; the session is still ${last}.`)
    },
  }
}

/** The customer pays on the sandbox's page, and the sandbox sends its webhook. */
export async function payOnSandbox(sandboxUrl: string, invoiceNumber: string): Promise<void> {
  await call({
    method: "POST",
    url: `${sandboxUrl}/sandbox/payments/${invoiceNumber}/pay`,
    body: { payment_system: "click", webhook: "send" },
    answer: z.unknown(),
  })
}
