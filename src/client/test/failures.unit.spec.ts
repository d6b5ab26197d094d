import { gzipSync } from "node:zlib"
import {
  AddressNotAllowedError,
  CheckoutUzError,
  MalformedAnswerError,
  NotFoundError,
  RateLimitedError,
  RefusedError,
  UnauthorizedError,
  UnavailableError,
} from ".."
import { readRetryAfter } from "../retry-after"
import { cutOff, drip, hang, reply, reset, useLocalServer, type Reply } from "./local-server"
import { createdPayment, number, paidStatus, rejection, uzs } from "./samples"

const server = useLocalServer()
const MB = 1024 * 1024

/** A refusal is certain; a lost answer is not, and a write may then have been carried out. */
type Row = [string, Reply, new (details: never) => CheckoutUzError, Partial<CheckoutUzError>]

const bomb: Reply = (response) => {
  response
    .writeHead(200, { "Content-Type": "application/json", "Content-Encoding": "gzip" })
    .end(gzipSync(`"${"0".repeat(8 * MB)}"`))
}

const certain = { outcomeUnknown: false, retryable: false }
const lost = { outcomeUnknown: true, retryable: true }
const nonsense = { outcomeUnknown: true, retryable: false }

const rows: Row[] = [
  [
    "400 with an error text",
    reply(400, { error: "bad amount" }),
    RefusedError,
    { ...certain, code: "refused", httpStatus: 400, serviceText: "bad amount" },
  ],
  [
    "401",
    reply(401, { error: "Invalid key" }),
    UnauthorizedError,
    { ...certain, code: "unauthorized", httpStatus: 401, serviceText: "Invalid key" },
  ],
  [
    "403",
    reply(403, { error: "IP not allowed" }),
    AddressNotAllowedError,
    { ...certain, code: "address_not_allowed", httpStatus: 403, serviceText: "IP not allowed" },
  ],
  [
    "404",
    reply(404, { error: "Not found" }),
    NotFoundError,
    { ...certain, code: "not_found", httpStatus: 404, serviceText: "Not found" },
  ],
  [
    "422 with a nested error",
    reply(422, { error: { message: "no" } }),
    RefusedError,
    { ...certain, httpStatus: 422, serviceText: "no" },
  ],
  [
    "429",
    reply(429, { error: "slow down" }),
    RateLimitedError,
    { outcomeUnknown: false, retryable: true, code: "rate_limited", httpStatus: 429 },
  ],
  [
    "500 JSON",
    reply(500, { status: "error" }),
    UnavailableError,
    { ...lost, code: "unavailable", httpStatus: 500, serviceText: undefined },
  ],
  [
    "502 html",
    reply(502, "<html>Bad Gateway</html>"),
    UnavailableError,
    { ...lost, httpStatus: 502, serviceText: undefined },
  ],
  [
    "503 plain text",
    reply(503, "maintenance"),
    UnavailableError,
    { ...lost, httpStatus: 503, serviceText: "maintenance" },
  ],
  [
    "200 status error",
    reply(200, { status: "error", message: "bad amount" }),
    RefusedError,
    { ...certain, httpStatus: 200, serviceText: "bad amount" },
  ],
  [
    "200 with nothing but an error",
    reply(200, { error: "no" }),
    RefusedError,
    { ...certain, httpStatus: 200, serviceText: "no" },
  ],
  [
    "200 html",
    reply(200, "<html>login</html>"),
    MalformedAnswerError,
    { ...nonsense, code: "malformed_answer", httpStatus: 200, serviceText: undefined },
  ],
  ["200 empty", reply(200, ""), MalformedAnswerError, { ...nonsense, httpStatus: 200 }],
  [
    "204",
    (response) => response.writeHead(204).end(),
    MalformedAnswerError,
    { ...nonsense, httpStatus: 204 },
  ],
  [
    "200 half a JSON",
    reply(200, '{"status":"succ'),
    MalformedAnswerError,
    { ...nonsense, httpStatus: 200 },
  ],
  [
    "200 nested without end",
    reply(200, "[".repeat(300_000) + "]".repeat(300_000)),
    MalformedAnswerError,
    { ...nonsense, httpStatus: 200 },
  ],
  [
    "302 redirect",
    reply(302, "", { Location: "/api/v1/elsewhere" }),
    MalformedAnswerError,
    { ...nonsense, httpStatus: 302 },
  ],
  [
    "308 redirect",
    reply(308, "", { Location: "/api/v1/elsewhere" }),
    MalformedAnswerError,
    { ...nonsense, httpStatus: 308 },
  ],
  [
    "2 MB",
    reply(200, JSON.stringify({ status: "success", filler: "x".repeat(2 * MB) })),
    MalformedAnswerError,
    nonsense,
  ],
  ["8 MB packed into little", bomb, MalformedAnswerError, nonsense],
  ["reset connection", reset, UnavailableError, { ...lost, httpStatus: undefined }],
  ["answer cut off", cutOff, UnavailableError, { ...lost, httpStatus: undefined }],
]

describe("every failure has its error", () => {
  it.each(rows)(
    "%s, for a read: one request, and no outcome in doubt",
    async (_, answer, type, fields) => {
      server.says(answer)
      const error = await rejection(
        server.client({ maxRetries: 0 }).statusPayment({ id: number(61001) })
      )
      expect(error).toBeInstanceOf(type)
      expect(error).toBeInstanceOf(CheckoutUzError)
      expect(error).toMatchObject({ ...fields, operation: "status_payment", outcomeUnknown: false })
      expect(String(error)).toContain("status_payment: ")
      expect(server.requests).toHaveLength(1)
    }
  )

  it.each(rows)(
    "%s, for create_payment: sent once, whatever happens",
    async (_, answer, type, fields) => {
      server.says(answer)
      const error = await rejection(
        server.client({ maxRetries: 5 }).createPayment({ amount: uzs("7000") })
      )
      expect(error).toBeInstanceOf(type)
      expect(error).toMatchObject({ ...fields, operation: "create_payment" })
      expect(server.requests).toHaveLength(1)
    }
  )

  it("a service that nobody listens for was never asked: no outcome in doubt", async () => {
    const client = server.client({ baseUrl: "http://127.0.0.1:1/api/v1" })
    const error = await rejection(client.createPayment({ amount: uzs("7000") }))
    expect(error).toBeInstanceOf(UnavailableError)
    expect(error).toMatchObject({ outcomeUnknown: false, retryable: true })
    expect(String(error)).toContain("ECONNREFUSED")
  })

  it("an answer just under 1 MB is read", async () => {
    const filler = "x".repeat(MB - 100)
    server.says(reply(200, { status: "success", filler }))
    expect(await server.client().getFiscal({ orderId: number(61001) })).toEqual({
      status: "success",
      filler,
    })
  })

  it("the service's text is shortened, on one line, and never splits a character", async () => {
    server.says(reply(400, { error: `bad\r\n\u0007amount ${"🍵".repeat(300)}` }))
    const error = await rejection(server.client().createPayment({ amount: uzs("7000") }))
    expect(error).toMatchObject({ serviceText: `bad amount ${"🍵".repeat(189)}` })
  })
})

describe("a service that is asked too often", () => {
  const NOON = "Sat, 01 Feb 2031 12:00:00 GMT"

  it.each<[string, Record<string, string>, number | undefined]>([
    ["nothing", {}, undefined],
    ["seconds", { "Retry-After": "17" }, 17],
    ["no seconds at all", { "Retry-After": "0" }, 0],
    ["more than an hour", { "Retry-After": "86400" }, 3600],
    ["more than a number holds", { "Retry-After": "9".repeat(400) }, 3600],
    ["a moment", { "Retry-After": "Sat, 01 Feb 2031 12:01:30 GMT", Date: NOON }, 90],
    ["a moment days away", { "Retry-After": "Mon, 03 Feb 2031 12:00:00 GMT", Date: NOON }, 3600],
    ["a moment that is over", { "Retry-After": "Sat, 01 Feb 2031 11:00:00 GMT", Date: NOON }, 0],
    ["a fraction", { "Retry-After": "1.5" }, undefined],
    ["less than nothing", { "Retry-After": "-5" }, undefined],
    ["a text", { "Retry-After": "in 5 minutes" }, undefined],
    ["a day that is none", { "Retry-After": "Sat, 77 Feb 2031 12:00:00 GMT" }, undefined],
  ])("and asks for %s (%j) says so in seconds: %p", async (_, headers, retryAfterSeconds) => {
    for (const operation of ["statusPayment", "createPayment"] as const) {
      server.says(reply(429, { error: "slow down" }, headers))
      const client = server.client({ maxRetries: 5 })
      const error = await rejection(
        operation === "statusPayment"
          ? client.statusPayment({ id: number(61001) })
          : client.createPayment({ amount: uzs("7000") })
      )
      expect(error).toBeInstanceOf(RateLimitedError)
      expect(error).toHaveProperty("retryAfterSeconds", retryAfterSeconds)
      // Whoever pauses the cash desk is told at once, and no call of ours makes it worse.
      expect(server.requests).toHaveLength(1)
    }
  })

  it("counts a moment by the service's clock, and by ours where the service does not tell its own", () => {
    const inTwoMinutes = new Date(Date.now() + 120_000).toUTCString()
    expect(readRetryAfter(inTwoMinutes, undefined)).toBeGreaterThan(110)
    expect(readRetryAfter(inTwoMinutes, undefined)).toBeLessThanOrEqual(120)
    expect(readRetryAfter("Sunday, 06-Nov-94 08:50:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT")).toBe(
      60
    )
  })
})

describe("one deadline for the whole call", () => {
  async function timed(run: () => Promise<unknown>): Promise<{ error: unknown; took: number }> {
    const startedAt = performance.now()
    const error = await rejection(run())
    return { error, took: performance.now() - startedAt }
  }

  it.each([
    ["a server that hangs", hang],
    ["an answer that drips for ever", drip],
  ])("ends %s", async (_, answer) => {
    server.says(answer)
    const client = server.client({ timeoutMs: 150, maxRetries: 5 })
    const { error, took } = await timed(() => client.statusPayment({ id: number(61001) }))
    expect(error).toBeInstanceOf(UnavailableError)
    expect(String(error)).toContain("no answer within 150 ms")
    expect(took).toBeGreaterThan(140)
    expect(took).toBeLessThan(900)
    expect(server.requests).toHaveLength(1)
  })

  it("leaves the outcome of a write unknown when it ends it", async () => {
    server.says(hang)
    const client = server.client({ timeoutMs: 100 })
    const { error } = await timed(() => client.createPayment({ amount: uzs("7000") }))
    expect(error).toMatchObject({ code: "unavailable", outcomeUnknown: true, retryable: true })
    expect(server.requests).toHaveLength(1)
  })

  it("covers later attempts: the time the first ones took is gone", async () => {
    server.says(reply(500, {}), hang)
    const client = server.client({ timeoutMs: 200, maxRetries: 5 })
    const { took } = await timed(() => client.statusPayment({ id: number(61001) }))
    expect(took).toBeLessThan(900)
    expect(server.requests).toHaveLength(2)
  })

  it("covers the waits: no attempt is waited for that would begin too late", async () => {
    server.says(reply(500, { error: "down" }))
    const client = server.client({ timeoutMs: 1_000, maxRetries: 10, retryDelayMs: 400 })
    const { error, took } = await timed(() => client.statusPayment({ id: number(61001) }))
    // The last answer says more than "no answer" would.
    expect(error).toMatchObject({ code: "unavailable", httpStatus: 500, serviceText: "down" })
    // 400 ms are waited; the next wait, 800 ms, would end after the deadline.
    expect(took).toBeGreaterThan(390)
    expect(took).toBeLessThan(900)
    expect(server.requests).toHaveLength(2)
  })

  it("does not wait for a Retry-After beyond it", async () => {
    server.says(reply(503, { error: "later" }, { "Retry-After": "60" }))
    const { error, took } = await timed(() => server.client().statusPayment({ id: number(61001) }))
    expect(error).toBeInstanceOf(UnavailableError)
    expect(took).toBeLessThan(1_000)
    expect(server.requests).toHaveLength(1)
  })

  it("closes the connection it gives up on", async () => {
    const closed = new Promise((resolve) => {
      server.says((response) => response.on("close", resolve))
    })
    await rejection(server.client({ timeoutMs: 50 }).statusPayment({ id: number(61001) }))
    await closed
    expect(server.requests).toHaveLength(1)
  })

  it("an unusable timeout means the default one", async () => {
    server.says(reply(200, paidStatus()))
    for (const timeoutMs of [NaN, 0, -5, Infinity]) {
      const record = await server.client({ timeoutMs }).statusPayment({ id: number(61001) })
      expect(record.number).toBe(61001)
    }
    server.says(reply(200, createdPayment()))
    expect(
      (await server.client({ timeoutMs: 1e12 }).createPayment({ amount: uzs("7000") })).number
    ).toBe(61001)
  })
})
