import { uzsSchema } from "../../../client"
import { lastDays, problemWithRange, summarize } from "../days"

const sumOf = (
  of: "system" | "day" | "range",
  day: string | undefined,
  paymentSystem: string | undefined,
  count: number,
  amount: string
) => ({ of, day, paymentSystem, count, amount: uzsSchema.parse(amount) })

describe("the days of a chart", () => {
  it("are the last thirty by Toshkent's clock, where it is tomorrow from 19:00 UTC on", () => {
    expect(lastDays(new Date("2026-11-28T18:59:59Z"))).toEqual({
      from: "2026-10-30",
      to: "2026-11-28",
    })
    expect(lastDays(new Date("2026-11-28T19:00:00Z")).to).toBe("2026-11-29")
  })

  it.each([
    [{ from: "2025-11-29", to: "2026-11-29" }, undefined],
    [{ from: "2025-11-28", to: "2026-11-29" }, "366 days"],
    [{ from: "0000-01-01", to: "0000-01-02" }, "2000-01-01"],
    [{ from: "2026-11-28", to: "2026-11-28" }, undefined],
  ])("%j is drawn, or refused with a sentence (%p)", (range, message) => {
    const problem = problemWithRange(range)
    if (message === undefined) expect(problem).toBeUndefined()
    else expect(problem).toContain(message)
  })

  it("are all there, over the end of a month, with payments that are fewer than their parts", () => {
    const { days, total } = summarize({ from: "2026-02-27", to: "2026-03-01" }, [
      sumOf("system", "2026-02-28", "click", 2, "0.1"),
      sumOf("system", "2026-02-28", undefined, 1, "0.2"),
      sumOf("day", "2026-02-28", undefined, 2, "0.3"),
      sumOf("system", "2026-03-01", "click", 1, "5"),
      sumOf("day", "2026-03-01", undefined, 1, "5"),
      sumOf("range", undefined, undefined, 2, "5.3"),
    ])
    expect(days).toEqual([
      { day: "2026-02-27", count: 0, amount: 0, by_payment_system: [] },
      {
        day: "2026-02-28",
        count: 2,
        amount: 0.3,
        by_payment_system: [
          { payment_system: "click", count: 2, amount: 0.1 },
          { payment_system: null, count: 1, amount: 0.2 },
        ],
      },
      {
        day: "2026-03-01",
        count: 1,
        amount: 5,
        by_payment_system: [{ payment_system: "click", count: 1, amount: 5 }],
      },
    ])
    expect(total).toEqual({ count: 2, amount: 5.3 })
  })
})
