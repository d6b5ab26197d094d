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
import { cutOff, reply, reset, useLocalServer, type Reply } from "./local-server"
import { number, rejection, uzs } from "./samples"

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
