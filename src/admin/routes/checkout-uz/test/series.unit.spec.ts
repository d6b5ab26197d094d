import { colorOf, seriesOf, ticksUpTo } from "../overview/series"

const sum = (payment_system: string | null, count: number, amount: number) => ({
  payment_system,
  count,
  amount,
})

describe("the chart of payments per day", () => {
  const days = [
    {
      day: "2026-11-27",
      count: 3,
      amount: 90_000,
      by_payment_system: [sum(null, 1, 45_000), sum("payme", 2, 45_000)],
    },
    { day: "2026-11-28", count: 1, amount: 10_000, by_payment_system: [sum("click", 1, 10_000)] },
  ]

  it("keeps the payment systems in one order, whichever was first, and the unnamed one last", () => {
    expect(seriesOf(days).systems).toEqual(["click", "payme", null])
    expect(seriesOf(days.toReversed()).systems).toEqual(["click", "payme", null])
  })

  it("is one for a payment system that the service calls by several keys", () => {
    const day = { day: "2026-11-28", count: 4, amount: 40_000 }
    const keys = ["uzum", "uzumbank", "card", "vmcard"]
    const { systems, bars } = seriesOf([
      { ...day, by_payment_system: keys.map((key) => sum(key, 1, 10_000)) },
    ])
    expect(systems).toEqual(["uzum", "card"])
    expect(bars[0]?.sums.get("uzum")).toEqual({ count: 2, amount: 20_000 })
    expect(colorOf("uzumbank")).toBe(colorOf("uzum"))
    expect(colorOf("VMCARD")).toBe(colorOf("card"))
  })

  it("has nothing where there are no days", () => {
    expect(seriesOf([])).toEqual({ bars: [], systems: [] })
  })

  it("has a colour of its own for each payment system that is known, and for the unnamed", () => {
    const systems = [
      "click",
      "payme",
      "uzum",
      "uzcard",
      "humo",
      "paynet",
      "paylov",
      "plum",
      "vmcard",
    ]
    const colors = [...systems, null].map(colorOf)
    expect(new Set(colors).size).toBe(10)
  })

  it("has a colour for one that nobody has heard of, too", () => {
    expect(colorOf("newpay")).not.toBe(colorOf(null))
  })
})

describe("the marks of the axis", () => {
  it.each([
    [3_660_000, [0, 1e6, 2e6, 3e6, 4e6]],
    [45_000, [0, 20_000, 40_000, 60_000]],
    [10_000_000, [0, 2.5e6, 5e6, 7.5e6, 1e7]],
    [1000, [0, 250, 500, 750, 1000]],
  ])("are round and reach over %d", (highest, ticks) => {
    expect(ticksUpTo(highest)).toEqual(ticks)
  })

  it("are never more than five", () => {
    for (let highest = 1; highest < 2e9; highest = Math.ceil(highest * 1.37)) {
      const ticks = ticksUpTo(highest)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
    }
  })
})
