import { AxiosError } from "axios"
import { OPERATIONS, isRead } from "../operation-names"
import { retriesFor } from "../retry"
import { cutOff, reply, reset, useLocalServer, type Reply } from "./local-server"
import { number, paidStatus, READS, rejection, WRITES } from "./samples"

const server = useLocalServer()

const passing: [string, Reply][] = [
  ["500", reply(500, {})],
  ["503 html", reply(503, "<html></html>")],
  ["a reset connection", reset],
  ["an answer cut off", cutOff],
]

const lasting: [string, Reply][] = [
  ["400", reply(400, { error: "no" })],
  ["401", reply(401, { error: "no" })],
  ["403", reply(403, { error: "no" })],
  ["404", reply(404, { error: "no" })],
  ["429, which asks the whole cash desk to wait", reply(429, {})],
  ["429 with a time to wait", reply(429, {}, { "Retry-After": "1" })],
  ["302", reply(302, "", { Location: "/elsewhere" })],
  ["200 status error", reply(200, { status: "error" })],
  ["200 html", reply(200, "<html></html>")],
  ["2 MB", reply(200, "x".repeat(2 * 1024 * 1024))],
]

describe("reads are repeated", () => {
  it("the reads are status_payment and get_*, and nothing else", () => {
    expect(READS.map(({ operation }) => isRead(operation))).toEqual(Array(6).fill(true))
    expect(WRITES.map(({ operation }) => isRead(operation))).toEqual(Array(3).fill(false))
    expect(READS.length + WRITES.length).toBe(Object.keys(OPERATIONS).length)
  })

  it.each(READS)("$operation survives two failures of four kinds", async ({ call, answer }) => {
    for (const [, failure] of passing) {
      server.says(failure, failure, reply(200, answer))
      await call(server.client({ maxRetries: 2 }))
      expect(server.requests).toHaveLength(3)
      expect(new Set(server.requests.map(({ body }) => body)).size).toBe(1)
      expect(new Set(server.requests.map(({ headers }) => headers["content-type"])).size).toBe(1)
    }
  })

  it.each(passing)(
    "a bounded number of times: %s for ever ends after 1 + maxRetries requests",
    async (_, failure) => {
      for (const maxRetries of [0, 1, 3]) {
        server.says(failure)
        await rejection(server.client({ maxRetries }).statusPayment({ id: number(61001) }))
        expect(server.requests).toHaveLength(1 + maxRetries)
      }
    }
  )

  it("two times when nothing else is said", async () => {
    server.says(reply(500, {}))
    await rejection(server.client({ maxRetries: undefined }).statusPayment({ id: number(61001) }))
    expect(server.requests).toHaveLength(3)
  })

  it.each(lasting)("not after %s, which will be the same next time", async (_, failure) => {
    server.says(failure)
    await rejection(server.client({ maxRetries: 5 }).statusPayment({ id: number(61001) }))
    expect(server.requests).toHaveLength(1)
  })

  it("no sooner than Retry-After asks for", async () => {
    server.says(reply(503, {}, { "Retry-After": "1" }), reply(200, paidStatus()))
    const startedAt = performance.now()
    await server.client({ timeoutMs: 5_000 }).statusPayment({ id: number(61001) })
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990)
    expect(server.requests).toHaveLength(2)
  })

  it("after waits that double and are jittered, so that many servers do not come back at once", () => {
    const waits = Array.from({ length: 20 }, () => {
      const deadline = { signal: new AbortController().signal, remainingMs: () => 60_000 }
      const logger = { warn: () => undefined, debug: () => undefined }
      const options = { maxRetries: 3, retryDelayMs: 200, logger }
      const plan = retriesFor("status_payment", deadline, options)
      const error = new AxiosError("reset", "ECONNRESET")
      return [1, 2, 3].map((count) => {
        expect(plan.retryCondition?.(error)).toBe(true)
        return plan.retryDelay?.(count, error) ?? NaN
      })
    })
    for (const [first = NaN, second = NaN, third = NaN] of waits) {
      expect(first).toBeGreaterThanOrEqual(200)
      expect(first).toBeLessThanOrEqual(240)
      expect(second).toBeGreaterThanOrEqual(400)
      expect(second).toBeLessThanOrEqual(480)
      expect(third).toBeGreaterThanOrEqual(800)
      expect(third).toBeLessThanOrEqual(960)
    }
    expect(new Set(waits.flat()).size).toBeGreaterThan(50)
  })

  it("and each repetition is in the debug log, with its reason", async () => {
    const lines: string[] = []
    server.says(reply(503, {}), reset, reply(200, paidStatus()))
    const logger = { warn: () => undefined, debug: (line: string) => lines.push(line) }
    await server.client({ logger }).statusPayment({ id: number(61001) })
    expect(lines).toEqual([
      expect.stringMatching(/^status_payment: repeating after 503, 1 of 2, in \d+ ms$/),
      expect.stringMatching(/^status_payment: repeating after ECONNRESET, 2 of 2, in \d+ ms$/),
    ])
  })
})

describe("writes are never repeated", () => {
  it.each(WRITES)(
    "$operation is sent once, since a second one would move money twice",
    async ({ call }) => {
      for (const [, failure] of [...passing, ...lasting]) {
        server.says(failure)
        await rejection(call(server.client({ maxRetries: 5 })))
        expect(server.requests).toHaveLength(1)
      }
    }
  )
})
