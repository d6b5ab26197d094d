import { z } from "zod"

const paymentSchema = z.looseObject({
  id: z.number(),
  uuid: z.string(),
  amount: z.number(),
  status: z.string(),
})
export type SandboxPayment = z.infer<typeof paymentSchema>

const requestSchema = z.looseObject({
  operation: z.string(),
  body: z.unknown(),
  at: z.unknown(),
  status: z.unknown(),
})
export type SandboxRequest = z.infer<typeof requestSchema>

export type Fault =
  | "http_500"
  | "http_429"
  | "status_error"
  | "html"
  | "hang"
  | "reset"
  | "wrong_id"
  | "wrong_amount"
  | "slow"

/** The sandbox's control calls (docs/sandbox.md), as a test speaks to them over HTTP. */
export function sandboxControl(url: string) {
  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${url}/sandbox${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok)
      throw new Error(`${method} /sandbox${path} answered ${response.status}: ${text}`)
    return text === "" ? undefined : JSON.parse(text)
  }

  const requests = async () => z.array(requestSchema).parse(await call("GET", "/requests"))

  return {
    url,
    /** The customer pays; the webhook is sent, dropped or sent twice. */
    pay: (number: number, webhook: "send" | "drop" | "twice" = "send") =>
      call("POST", `/payments/${number}/pay`, { payment_system: "click", webhook }),
    payments: async () => z.array(paymentSchema).parse(await call("GET", "/payments")),
    payment: async (number: number) =>
      paymentSchema.parse(await call("GET", `/payments/${number}`)),
    settings: (settings: Record<string, unknown>) => call("PUT", "/settings", settings),
    fault: (operation: string, kind: Fault, times = 1, delay_ms?: number) =>
      call("POST", "/faults", { operation, kind, times, delay_ms }),
    clearFaults: () => call("DELETE", "/faults"),
    advance: (advance_seconds: number) => call("POST", "/clock", { advance_seconds }),
    webhooks: () => call("GET", "/webhooks"),
    requests,
    /** How often an operation was called about an invoice, or at all. */
    calls: async (operation: string, number?: number) =>
      (await requests()).filter(
        (request) =>
          request.operation === operation &&
          (number === undefined ||
            z.looseObject({ id: z.literal(number) }).safeParse(request.body).success)
      ).length,
  }
}

export type SandboxControl = ReturnType<typeof sandboxControl>
