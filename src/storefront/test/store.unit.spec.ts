import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import Medusa from "@medusajs/js-sdk"
import { connect, paymentMethods, paymentStatus, sendCardCode, startPayment, type Store } from ".."
import { paymentThatIs } from "./answering-store"

interface Seen {
  method: string | undefined
  url: string | undefined
  headers: Record<string, unknown>
}

const CARD = { number: "8600 0000 0000 0003", expiry: "12/39" }

/** Tells what `use` asked of a server that always answers in this way. */
async function served<T>(
  answer: { status: number; body: unknown; headers?: Record<string, string> },
  use: (url: string) => Promise<T>
): Promise<{ result: T; seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer(({ method, url, headers }, response) => {
    seen.push({ method, url, headers })
    response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers })
    response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  try {
    return { result: await use(`http://127.0.0.1:${port}`), seen }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const caught = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error
  )

const plain = (baseUrl: string): Store => connect({ baseUrl, publishableKey: "pk_1" })
const withSdk = (baseUrl: string): Store => new Medusa({ baseUrl, publishableKey: "pk_1" }).client

describe.each([
  ["a plain connection", plain],
  ["the client of Medusa's sdk", withSdk],
])("a store behind %s", (_, open) => {
  it("is asked with the publishable key", async () => {
    const { result, seen } = await served({ status: 200, body: paymentThatIs("paid") }, (url) =>
      paymentStatus(open(url), "payses_1")
    )
    expect(result.status).toBe("paid")
    expect(seen[0]).toMatchObject({
      method: "GET",
      url: "/store/checkout-uz/payment-sessions/payses_1",
      headers: { "x-publishable-api-key": "pk_1" },
    })
  })

  it("is asked for the methods of a region", async () => {
    const methods = [{ key: "click", name: "Click", logo_light: null, logo_dark: null }]
    const { result, seen } = await served(
      { status: 200, body: { payment_methods: methods } },
      (url) => paymentMethods(open(url), "reg_1")
    )
    expect(result).toEqual(methods)
    expect(seen[0]?.url).toBe("/store/checkout-uz/payment-methods?region_id=reg_1")
  })

  it("refuses with a code, and words for the customer", async () => {
    const body = { code: "card_refused", type: "not_allowed", message: "Karta rad etildi." }
    const answer = { status: 400, body, headers: { "content-language": "uz" } }
    const { result } = await served(answer, (url) =>
      caught(sendCardCode(open(url), "payses_1", CARD))
    )
    expect(result).toMatchObject({
      name: "PaymentError",
      code: "card_refused",
      message: "Karta rad etildi.",
      status: 400,
    })
  })

  it.each([
    [404, "not_found"],
    [429, "too_many_requests"],
    [502, "unavailable"],
  ])("has a code for a bare %i", async (status, code) => {
    const { result } = await served({ status, body: "<html>" }, (url) =>
      caught(paymentStatus(open(url), "payses_1"))
    )
    expect(result).toMatchObject({ name: "PaymentError", code, status })
  })

  it("answers what is not its own with an error", async () => {
    const { result } = await served({ status: 200, body: { hello: "world" } }, (url) =>
      caught(paymentStatus(open(url), "payses_1"))
    )
    expect(result).toMatchObject({ name: "PaymentError", code: "unreadable_answer" })
  })

  it("that is not there is a network error", async () => {
    const gone = await served({ status: 200, body: {} }, (url) => Promise.resolve(url))
    const error = await caught(paymentStatus(open(gone.result), "payses_1"))
    // A browser's own words, such as "Failed to fetch", are no customer's.
    expect(error).toMatchObject({ code: "network_error", message: "", status: 0 })
    expect(error).toHaveProperty("details.reason.message")
  })

  it("starts a payment in the cart's own collection", async () => {
    const data = { session_id: "payses_1", payment_url: "https://checkout.uz/pay/1" }
    const session = { id: "payses_1", provider_id: "pp_checkout-uz_main", data }
    const other = { id: "payses_0", provider_id: "pp_system_default", data: {} }
    const body = { payment_collection: { id: "pay_col_1", payment_sessions: [other, session] } }
    const { result, seen } = await served({ status: 200, body }, (url) =>
      startPayment(open(url), { cartId: "cart_1", paymentSystem: "click" })
    )
    expect(result).toEqual(data)
    expect(seen.map(({ url }) => url)).toEqual([
      "/store/payment-collections",
      "/store/payment-collections/pay_col_1/payment-sessions",
    ])
  })
})

describe("a plain connection", () => {
  it("keeps a code no status has, the rest of the body, and the wish to be left alone", async () => {
    const answer = {
      status: 429,
      body: { code: "too_many_attempts", message: "Bir daqiqadan keyin.", type: "not_allowed" },
      headers: { "retry-after": "17" },
    }
    const { result } = await served(answer, (url) =>
      caught(sendCardCode(plain(url), "payses_1", CARD))
    )
    expect(result).toMatchObject({
      code: "too_many_attempts",
      retryAfter: 17,
      details: { type: "not_allowed" },
    })
  })

  it.each([
    [
      "Medusa's sentence for developers",
      { type: "not_found", message: "Cart with id: cart_1 was not found" },
    ],
    ["a proxy's page", "<html>Bad Gateway</html>"],
  ])("has no words for the customer where the answer is %s", async (_, body) => {
    const { result } = await served({ status: 404, body }, (url) =>
      caught(startPayment(plain(url), { cartId: "cart_1" }))
    )
    expect(result).toMatchObject({ code: "not_found", message: "", status: 404 })
  })

  it("sends the shop's own headers as they are at that moment", async () => {
    let language = "uz"
    const { seen } = await served({ status: 200, body: paymentThatIs("paid") }, async (url) => {
      const store = connect({
        baseUrl: `${url}/`,
        publishableKey: "pk_1",
        headers: () => ({ "accept-language": language }),
      })
      await paymentStatus(store, "payses_1")
      language = "ru"
      await paymentStatus(store, "payses_1")
    })
    expect(seen.map(({ headers }) => headers["accept-language"])).toEqual(["uz", "ru"])
  })
})
