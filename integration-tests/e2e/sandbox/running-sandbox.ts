import { z } from "zod"
import { startSandbox } from "../../../src/sandbox"
import { paymentSystems } from "../../../src/sandbox/core/payment-systems"

/** The keys of every payment system there is. */
export const ALL = paymentSystems.map(({ key }) => key)

const madeSchema = z.object({
  payment: z.object({
    _url: z.string(),
    _id: z.number(),
    _pay_via: z.record(z.string(), z.string()),
  }),
})
const paymentSchema = z.object({ status: z.string() })
const statsSchema = z.object({ stats: z.object({ total_orders: z.number() }) })

/** A sandbox of the test's own, and what its developer can do to it. */
async function runSandbox() {
  const { url, serviceUrl, apiKey, close } = await startSandbox({ firstInvoiceNumber: 61_001 })

  async function json(address: string, method: string, body?: unknown): Promise<unknown> {
    const response = await fetch(address, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
    return response.json()
  }
  const control = (method: string, path: string, body?: unknown) =>
    json(`${url}/sandbox${path}`, method, body)

  return {
    url,
    makeInvoice: async (more: Record<string, unknown> = {}) => {
      const wanted = { amount: 145_000, description: "Samarqand choyi, 2 quti", ...more }
      return madeSchema.parse(await json(`${serviceUrl}/create_payment`, "POST", wanted)).payment
    },
    pay: (id: number) => control("POST", `/payments/${id}/pay`),
    set: (settings: Record<string, unknown>) => control("PUT", "/settings", settings),
    advance: (advance_seconds: number) => control("POST", "/clock", { advance_seconds }),
    reset: () => control("POST", "/reset"),
    statusOf: async (id: number) =>
      paymentSchema.parse(await control("GET", `/payments/${id}`)).status,
    paidInAll: async () =>
      statsSchema.parse(await json(`${serviceUrl}/get_stats`, "POST")).stats.total_orders,
    close,
  }
}

export type RunningSandbox = Awaited<ReturnType<typeof runSandbox>>

/** Runs a sandbox for the tests of a file, which is as new before each of them, with every payment system. */
export function withSandbox(take: (sandbox: RunningSandbox) => void): void {
  let running: RunningSandbox | undefined
  beforeAll(async () => {
    running = await runSandbox()
    take(running)
  })
  beforeEach(async () => {
    await running?.reset()
    await running?.set({ methods: ALL })
  })
  afterAll(async () => {
    await running?.close()
  })
}
