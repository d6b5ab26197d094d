import type { CheckoutUzClient } from ".."
import { OPERATIONS } from "../operation-names"
import { API_KEY, reply, useLocalServer } from "./local-server"
import { CALLS, createdPayment, number, paidStatus, rejection, uzs } from "./samples"

const server = useLocalServer()

/** The operations of docs/service.md, 1.9. */
const DOCUMENTED = [
  "create_payment",
  "status_payment",
  "get_fiscal",
  "pay_via_card",
  "confirm_card_payment",
  "get_balance",
  "get_history",
  "get_stats",
  "get_payment_methods",
]

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

describe("the client is the documentation's operations", () => {
  it("has exactly the nine operations of docs/service.md, 1.9", () => {
    expect(Object.keys(server.client()).map(snakeCase)).toEqual(DOCUMENTED)
    expect(Object.keys(OPERATIONS)).toEqual(DOCUMENTED)
    expect(CALLS.map(({ operation }) => operation)).toEqual(DOCUMENTED)
  })

  it.each(CALLS)("$operation is one POST of the documented body with the key", async (sample) => {
    server.says(reply(200, sample.answer))
    await sample.call(server.client())
    expect(server.requests).toHaveLength(1)
    const [request] = server.requests
    expect(request).toMatchObject({ method: "POST", path: `/api/v1/${sample.operation}` })
    expect(request?.headers.authorization).toBe(`Bearer ${API_KEY}`)
    if (sample.sent === undefined) {
      expect(request?.body).toBe("")
      expect(request?.headers).not.toHaveProperty("content-type")
      expect(request?.headers).not.toHaveProperty("transfer-encoding")
      expect(request?.headers["content-length"]).toBe("0")
    } else {
      expect(JSON.parse(request?.body ?? "")).toEqual(sample.sent)
      expect(request?.headers["content-type"]).toBe("application/json")
      expect(request?.headers["content-length"]).toBe(
        String(Buffer.byteLength(request?.body ?? ""))
      )
    }
  })

  it("get_history without a limit sends an empty object, since it is an operation with parameters", async () => {
    server.says(reply(200, { status: "success", data: [] }))
    await server.client().getHistory()
    await server.client().getHistory({})
    expect(server.requests.map(({ body }) => body)).toEqual(["{}", "{}"])
    expect(server.requests[0]?.headers["content-type"]).toBe("application/json")
  })

  it.each([0, -1, 1.5, NaN, Infinity])(
    "get_history refuses the limit %p without a call",
    async (limit) => {
      server.says(reply(200, { status: "success", data: [] }))
      const error = await rejection(server.client().getHistory({ limit }))
      expect(error).toMatchObject({ code: "refused", httpStatus: undefined })
      expect(server.requests).toHaveLength(0)
    }
  )
})

describe("create_payment", () => {
  it("sends every field it is given, in any script, and leaves blank ones out", async () => {
    server.says(reply(200, createdPayment()))
    const client = server.client()
    await client.createPayment({
      amount: uzs("10000000"),
      description: "Choy, o\u02bbrik — чай 🍵",
      webhookUrl: "https://shop.uz/hook",
      returnUrl: "https://shop.uz/back?x=1&y=2",
    })
    await client.createPayment({
      amount: uzs("1000"),
      description: "",
      webhookUrl: " ",
      returnUrl: "",
    })
    expect(server.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      {
        amount: 10000000,
        description: "Choy, o\u02bbrik — чай 🍵",
        webhook_url: "https://shop.uz/hook",
        return_url: "https://shop.uz/back?x=1&y=2",
      },
      { amount: 1000 },
    ])
  })

  it.each(["999.99", "10000000.01", "7000.001", "0"])(
    "refuses %s UZS without a call: it is outside the documented limits",
    async (amount) => {
      server.says(reply(200, createdPayment()))
      const error = await rejection(server.client().createPayment({ amount: uzs(amount) }))
      expect(error).toMatchObject({ code: "refused", outcomeUnknown: false, retryable: false })
      expect(server.requests).toHaveLength(0)
    }
  )
})

describe("status_payment takes exactly one of id and uuid", () => {
  it("sends the one it was given", async () => {
    server.says(reply(200, paidStatus()))
    await server.client().statusPayment({ id: number(61001) })
    await server.client().statusPayment({ uuid: "11111111-2222-4333-8444-555555555555" })
    expect(server.requests.map(({ body }) => body)).toEqual([
      '{"id":61001}',
      '{"uuid":"11111111-2222-4333-8444-555555555555"}',
    ])
  })

  it("refuses both, neither and a bare number, in the compiler", () => {
    const ways = (client: CheckoutUzClient) => [
      // @ts-expect-error both id and uuid
      () => client.statusPayment({ id: number(61001), uuid: "11111111" }),
      // @ts-expect-error neither id nor uuid
      () => client.statusPayment({}),
      // @ts-expect-error a number that nobody checked
      () => client.statusPayment({ id: 61001 }),
      // @ts-expect-error an amount that nobody checked
      () => client.createPayment({ amount: "7000" }),
    ]
    expect(ways(server.client())).toHaveLength(4)
  })
})

describe("the base address", () => {
  it.each(["/api/v1", "/api/v1/"])(
    "takes the path behind it, with or without a slash: %s",
    async (path) => {
      server.says(reply(200, paidStatus()))
      await server.client({ baseUrl: server.origin + path }).statusPayment({ id: number(61001) })
      expect(server.requests[0]?.path).toBe("/api/v1/status_payment")
    }
  )

  it("may be a bare host", async () => {
    server.says(reply(200, paidStatus()))
    await server.client({ baseUrl: server.origin }).statusPayment({ id: number(61001) })
    expect(server.requests[0]?.path).toBe("/status_payment")
  })

  it.each([
    "",
    "checkout.uz",
    "ftp://checkout.uz",
    "http://user:pass@127.0.0.1:1/",
    "http://127.0.0.1:1/?a=b",
  ])("that cannot work never throws at once, and is said by each call: %p", async (baseUrl) => {
    const client = server.client({ baseUrl })
    const error = await rejection(client.createPayment({ amount: uzs("7000") }))
    expect(error).toMatchObject({ code: "unavailable", retryable: false, outcomeUnknown: false })
    expect(String(error)).toContain("the base address is not a plain http(s) address")
  })
})

describe("the key", () => {
  it.each(["", "  ", "two\nlines", "ключ"])("%p is refused without a call", async (apiKey) => {
    server.says(reply(200, paidStatus()))
    const error = await rejection(server.client({ apiKey }).statusPayment({ id: number(61001) }))
    expect(error).toMatchObject({ code: "unauthorized", httpStatus: undefined })
    expect(server.requests).toHaveLength(0)
  })

  it("is sent without the line break an environment file leaves behind it", async () => {
    server.says(reply(200, paidStatus()))
    await server.client({ apiKey: `${API_KEY}\n` }).statusPayment({ id: number(61001) })
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${API_KEY}`)
  })
})

describe("connections", () => {
  it("are kept alive and shared by all clients", async () => {
    server.says(reply(200, paidStatus()))
    for (const client of [server.client(), server.client(), server.client()]) {
      await client.statusPayment({ id: number(61001) })
    }
    expect(new Set(server.requests.map(({ remotePort }) => remotePort)).size).toBe(1)
  })

  it("ignore proxies of the environment, which would be given the key", async () => {
    const before = process.env.HTTP_PROXY
    process.env.HTTP_PROXY = "http://127.0.0.1:1"
    try {
      server.says(reply(200, paidStatus()))
      await server.client({ maxRetries: 0 }).statusPayment({ id: number(61001) })
      expect(server.requests).toHaveLength(1)
    } finally {
      if (before === undefined) delete process.env.HTTP_PROXY
      else process.env.HTTP_PROXY = before
    }
  })
})
