import { z } from "zod"

const paymentSchema = z.looseObject({
  id: z.number(),
  uuid: z.string(),
  amount: z.number(),
  status: z.string(),
  webhook_url: z.string().nullable(),
  return_url: z.string().nullable(),
})

const requestSchema = z.looseObject({
  operation: z.string(),
  body: z.unknown().optional(),
  at: z.unknown().optional(),
  status: z.unknown().optional(),
})

const deliverySchema = z.looseObject({
  n: z.number(),
  order_id: z.number(),
  /** Which of the two addresses: the cash desk's general one or the invoice's own. */
  source: z.enum(["cash_desk", "invoice"]),
  url: z.string(),
  state: z.string(),
  status: z.number().nullable(),
  body: z.unknown().optional(),
})

const faultSchema = z.object({ operation: z.string(), kind: z.string(), hits: z.number() })

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

/**
 * The sandbox's control calls (docs/sandbox.md), as a test speaks to them over HTTP. They concern
 * its first cash desk unless another one's id is given.
 */
export function sandboxControl(url: string, cashDesk?: number) {
  const desk = cashDesk === undefined ? "" : `?cash_desk=${cashDesk}`

  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${url}/sandbox${path}${desk}`, {
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
    /** The invoices of another cash desk. */
    paymentsOf: (otherDesk: number) => sandboxControl(url, otherDesk).payments(),
    payment: async (number: number) =>
      paymentSchema.parse(await call("GET", `/payments/${number}`)),
    settings: (settings: Record<string, unknown>) => call("PUT", "/settings", settings),
    fault: (operation: string, kind: Fault, times = 1, delay_ms?: number) =>
      call("POST", "/faults", { operation, kind, times, delay_ms }),
    /** Makes a share (0 to 1) of an operation's calls fail until the faults are cleared. */
    faultShare: (operation: string, kind: Fault, rate: number) =>
      call("POST", "/faults", { operation, kind, rate }),
    /** The faults that are ordered, and how often each struck. */
    faults: async () => z.array(faultSchema).parse(await call("GET", "/faults")),
    clearFaults: () => call("DELETE", "/faults"),
    advance: (advance_seconds: number) => call("POST", "/clock", { advance_seconds }),
    /** Every delivery about an invoice, also those that were dropped. */
    webhooksAbout: async (number: number) =>
      z
        .array(deliverySchema)
        .parse(await call("GET", "/webhooks"))
        .filter(({ order_id }) => order_id === number),
    /** Delivers a webhook of the log once more, or for the first time if it was dropped. */
    resend: (n: number) => call("POST", `/webhooks/${n}/resend`),
    /** Opens another cash desk with an API key of the test's choice; returns its id. */
    openCashDesk: async (key: string) =>
      z.looseObject({ id: z.number() }).parse(await call("POST", "/cash-desks", { key })).id,
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
