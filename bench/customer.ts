import { Agent } from "node:http"
import axios from "axios"
import { z } from "zod"
import { call } from "../scripts/demo/http"
import { SANDBOX_KEY } from "../scripts/demo/sandbox"
import type { CheckoutShop } from "./checkout-shop"

export const OURS = "pp_checkout-uz_main"
export const THEIRS = "pp_system_default"

/** Of 64 customers at once the last one is served after half a minute. */
const PATIENCE_MS = 180_000

export type Provider = typeof OURS | typeof THEIRS
export type Customer = ReturnType<typeof newCustomer>
export type Cart = CheckoutShop["carts"][number]

const collectionSchema = z.object({
  payment_collection: z.object({
    payment_sessions: z.array(
      z.object({
        provider_id: z.string(),
        data: z.looseObject({ invoice_id: z.number().optional() }),
      })
    ),
  }),
})
const completedSchema = z.object({ type: z.literal("order") })
const createdSchema = z.object({ payment: z.object({ _id: z.coerce.number() }) })

/** What is asked of the store and of the service, each in one request. */
export function newCustomer({
  url,
  sandboxUrl,
  publishableKey,
}: Pick<CheckoutShop, "url" | "sandboxUrl" | "publishableKey">) {
  const service = axios.create({ httpAgent: new Agent({ keepAlive: true }), proxy: false })

  const askService = (operation: string, body: unknown) =>
    service.post<unknown>(`${sandboxUrl}/api/v1/${operation}`, body, {
      headers: { Authorization: `Bearer ${SANDBOX_KEY}` },
    })

  const ask = <S extends z.ZodType>(path: string, body: unknown, answer: S) =>
    call({
      method: "POST",
      url: `${url}/store${path}`,
      headers: { "x-publishable-api-key": publishableKey },
      body,
      answer,
      patienceMs: PATIENCE_MS,
    })

  return {
    /** Starts a payment session, or starts it once more. @returns the invoice's number, if ours. */
    start: async (cart: Cart, provider: Provider): Promise<number | undefined> => {
      const path = `/payment-collections/${cart.collection_id}/payment-sessions`
      const body = { provider_id: provider }
      const { payment_collection } = await ask(path, body, collectionSchema)
      const sessions = payment_collection.payment_sessions
      const session = sessions.find(({ provider_id }) => provider_id === provider)
      if (session === undefined) throw new Error(`No session of ${provider} was started.`)
      const { invoice_id } = session.data
      if (provider === OURS && invoice_id === undefined) throw new Error("It has no invoice.")
      return invoice_id
    },

    /** Asks for the order on return from the payment page. @throws Error if there is none. */
    complete: async ({ id }: Cart): Promise<void> => {
      await ask(`/carts/${id}/complete`, {}, completedSchema)
    },

    /** Pays an invoice; the store is told by a webhook, or left to find out. */
    pay: (invoice: number, webhook: "send" | "drop" = "drop"): Promise<unknown> =>
      call({
        method: "POST",
        url: `${sandboxUrl}/sandbox/payments/${invoice}/pay`,
        body: { payment_system: "click", ...(webhook === "drop" && { webhook }) },
        answer: z.unknown(),
      }),

    /** Makes an invoice as our provider does, without the store. @returns its number. */
    makeInvoice: async (): Promise<number> => {
      const { data } = await askService("create_payment", {
        amount: 65_000,
        return_url: "http://127.0.0.1:8000/checkout/return?session=payses_01",
        webhook_url: `${url}/hooks/checkout-uz/main/token`,
      })
      return createdSchema.parse(data).payment._id
    },

    /** Asks for an invoice's status as our provider does, without the store. */
    askStatus: async (invoice: number): Promise<void> => {
      await askService("status_payment", { id: invoice })
    },

    /** Has Medusa capture what a completion has only authorized. */
    capture: async ({ collection_id: payment_collection_id }: Cart): Promise<void> => {
      await service.post(`${url}/captures`, { payment_collection_id })
    },
  }
}
