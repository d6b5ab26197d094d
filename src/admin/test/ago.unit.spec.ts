import { ago } from "../lib/ago"

const now = new Date("2026-11-28T12:00:00.000Z")

describe("how long ago something was", () => {
  it.each([
    ["2026-11-28T11:59:01.000Z", "now", 0],
    ["2026-11-28T11:59:00.000Z", "minutes", 1],
    ["2026-11-28T11:00:01.000Z", "minutes", 59],
    ["2026-11-28T11:00:00.000Z", "hours", 1],
    ["2026-11-27T12:00:01.000Z", "hours", 23],
    ["2026-11-20T12:00:00.000Z", "days", 8],
  ] as const)("is said in the largest unit there is one of: %s", (moment, unit, count) => {
    expect(ago(moment, now)).toEqual({ unit, count })
  })

  it("is now where a server's clock is ahead", () => {
    expect(ago("2026-11-28T12:05:00.000Z", now)).toEqual({ unit: "now", count: 0 })
  })
})
