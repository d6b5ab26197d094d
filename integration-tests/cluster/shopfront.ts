import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import type { Cluster } from "./cluster"

/** How long a customer is patient with a shop that is being restarted, in milliseconds. */
const PATIENCE_MS = 90_000
const PAUSE_MS = 500

const cartSchema = z.object({ cart: z.object({ id: z.string() }) })
const sessionSchema = z.object({
  id: z.string(),
  provider_id: z.string(),
  data: z.looseObject({ invoice_id: z.number().optional() }),
})
const sessionsSchema = z.object({ payment_sessions: z.array(sessionSchema) })
const collectionSchema = z.object({ payment_collection: sessionsSchema })
const paidCartSchema = z.object({
  cart: z.object({ payment_collection: sessionsSchema.nullish() }),
})
const statusSchema = z.object({ status: z.string(), payment_url: z.string().nullable() })

const PROVIDER = "pp_checkout-uz_main"

/** The same cart from another page of the shop: another return address, so another invoice. */
export const ANOTHER_PAGE = "http://127.0.0.1:8000/another-page?session={session_id}"

/** What the return page shows. */
export type ShownPayment = z.infer<typeof statusSchema>

/** A payment session with its invoice's number. */
export type StartedPayment = { sessionId: string; number: number }

/** The latest session of ours in a collection, with another invoice than that one. */
function sessionOf(
  collection: z.infer<typeof sessionsSchema> | null | undefined,
  otherThan?: number
): z.infer<typeof sessionSchema> | undefined {
  return collection?.payment_sessions.findLast(
    ({ provider_id, data }) =>
      provider_id === PROVIDER && data.invoice_id !== undefined && data.invoice_id !== otherThan
  )
}

/**
 * The shop as a browser behind a load balancer sees it: two servers, of which one may be down. What
 * fails is tried again, also at the other server, as an impatient customer does.
 */
export function shopfront({ servers, shop }: Cluster, first: 0 | 1) {
  let next = first

  /** Undefined for anything but a good answer in time: the server may have died meanwhile. */
  async function ask(method: "GET" | "POST", path: string, body?: unknown): Promise<unknown> {
    const server = servers[next]
    next = next === 0 ? 1 : 0
    try {
      const response = await fetch(`${server.url}/store${path}`, {
        method,
        headers: {
          "content-type": "application/json",
          "x-publishable-api-key": shop.publishable_key,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      })
      const text = await response.text()
      if (response.ok) return JSON.parse(text)
      last = `${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`
    } catch (error) {
      last = `${method} ${path}: ${String(error)}`
    }
    return undefined
  }
  let last = ""

  async function insist<S extends z.ZodType>(
    answer: S,
    method: "GET" | "POST",
    path: string,
    body?: unknown
  ): Promise<z.infer<S>> {
    const deadline = Date.now() + PATIENCE_MS
    while (Date.now() < deadline) {
      const parsed = answer.safeParse(await ask(method, path, body))
      if (parsed.success) return parsed.data
      await sleep(PAUSE_MS)
    }
    throw new Error(`The shop did not serve a customer for ${PATIENCE_MS / 1000} s; ${last}`)
  }

  return {
    /** A cart with an address and a way of delivery. */
    fillCart: async (variant: number, quantity: number): Promise<string> => {
      const { cart } = await insist(cartSchema, "POST", "/carts", {
        region_id: shop.region_id,
        email: "dilnoza@mijoz.example",
        items: [{ variant_id: shop.variants[variant]?.id, quantity }],
        shipping_address: {
          first_name: "Dilnoza",
          last_name: "Karimova",
          address_1: "Amir Temur shoh koʻchasi, 15",
          city: "Toshkent",
          postal_code: "100000",
          country_code: "uz",
          phone: "+998901234567",
        },
      })
      const path = `/carts/${cart.id}/shipping-methods`
      await insist(cartSchema, "POST", path, { option_id: shop.shipping_option_id })
      return cart.id
    },

    openCollection: async (cartId: string): Promise<string> => {
      const schema = z.object({ payment_collection: z.object({ id: z.string() }) })
      const made = await insist(schema, "POST", "/payment-collections", { cart_id: cartId })
      return made.payment_collection.id
    },

    /**
     * A payment session of ours; the service may refuse for a while. With `other`, one from another
     * page of the shop and with another invoice than that one.
     */
    startPayment: async (
      collectionId: string,
      other?: { returnUrl: string; number: number }
    ): Promise<StartedPayment> => {
      const started = collectionSchema.transform(({ payment_collection }, context) => {
        const session = sessionOf(payment_collection, other?.number)
        if (session?.data.invoice_id !== undefined) {
          return { sessionId: session.id, number: session.data.invoice_id }
        }
        context.addIssue({ code: "custom", message: "The collection has no session of ours." })
        return z.NEVER
      })
      const path = `/payment-collections/${collectionId}/payment-sessions`
      const data = other === undefined ? {} : { return_url: other.returnUrl }
      return insist(started, "POST", path, { provider_id: PROVIDER, data })
    },

    /** What the return page shows, or undefined where the shop does not answer. */
    shownPayment: async (sessionId: string): Promise<ShownPayment | undefined> => {
      const shown = await ask("GET", `/checkout-uz/payment-sessions/${sessionId}`)
      return statusSchema.safeParse(shown).data
    },

    /** Asks for something to pay with, once, whatever comes of it. */
    refresh: async (sessionId: string): Promise<void> => {
      await ask("POST", `/checkout-uz/payment-sessions/${sessionId}/refresh`, {})
    },

    /** The invoice that the cart names, or undefined where there is none or the shop does not answer. */
    invoiceInCart: async (cartId: string): Promise<number | undefined> => {
      const { data } = paidCartSchema.safeParse(await ask("GET", `/carts/${cartId}`))
      return sessionOf(data?.cart.payment_collection)?.data.invoice_id
    },

    /** Asks for the order once, whatever comes of it. */
    complete: async (cartId: string): Promise<void> => {
      await ask("POST", `/carts/${cartId}/complete`, {})
    },
  }
}

export type Shopfront = ReturnType<typeof shopfront>
