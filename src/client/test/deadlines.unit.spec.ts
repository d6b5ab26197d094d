import { UnavailableError } from ".."
import { drip, hang, reply, useLocalServer } from "./local-server"
import { createdPayment, number, paidStatus, rejection, uzs } from "./samples"

const server = useLocalServer()

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
