import { dayAfter, daysBetween } from "../lib/format"
import { isDay, LONGEST_RANGE, readRange, withEnd } from "../lib/range"

describe("a range of days", () => {
  const range = { from: "2026-11-01", to: "2026-11-28" }

  it("moves its other end along where it would end before it begins", () => {
    expect(withEnd(range, "from", "2026-12-05")).toEqual({ from: "2026-12-05", to: "2026-12-05" })
    expect(withEnd(range, "to", "2026-10-02")).toEqual({ from: "2026-10-02", to: "2026-10-02" })
    expect(withEnd(range, "to", "2026-11-20")).toEqual({ from: "2026-11-01", to: "2026-11-20" })
  })

  it("is never longer than the routes allow", () => {
    const early = withEnd(range, "from", "2024-01-01")
    expect(early).toEqual({ from: "2024-01-01", to: "2024-12-31" })
    expect(daysBetween(early.from, early.to)).toBe(LONGEST_RANGE)
    const late = withEnd({ from: "2024-01-01", to: "2024-02-01" }, "to", "2026-11-28")
    expect(daysBetween(late.from, late.to)).toBe(LONGEST_RANGE)
  })

  it("is read from an address only where it can be asked about", () => {
    expect(readRange("2026-11-01", "2026-11-28")).toEqual(range)
    expect(readRange("2026-11-28", "2026-11-01")).toBeUndefined()
    expect(readRange("2024-01-01", "2026-01-01")).toBeUndefined()
    expect(readRange(null, "2026-11-28")).toBeUndefined()
  })

  it("knows a day from a year that is being typed", () => {
    expect(isDay("2026-11-28")).toBe(true)
    expect(isDay("0202-11-28")).toBe(false)
    expect(isDay("2026-02-30")).toBe(false)
    expect(isDay("2026-13-01")).toBe(false)
    expect(isDay("yesterday")).toBe(false)
  })

  it("counts over the end of a month and of a year", () => {
    expect(dayAfter("2026-12-31", 1)).toBe("2027-01-01")
    expect(dayAfter("2024-03-01", -1)).toBe("2024-02-29")
    expect(daysBetween("2026-11-28", "2026-11-28")).toBe(1)
  })
})
