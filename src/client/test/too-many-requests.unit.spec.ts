import { RateLimitedError } from ".."
import { readRetryAfter } from "../retry-after"
import { reply, useLocalServer } from "./local-server"
import { number, rejection, uzs } from "./samples"

const server = useLocalServer()

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
