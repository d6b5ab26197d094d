import { dayAfter } from "../lib/format"
import { daysOf, presetOf, PRESETS } from "../lib/presets"

/** At noon in Toshkent. */
const at = (day: string) => new Date(`${day}T07:00:00Z`)

describe("the one preset that is pressed", () => {
  it("is, of those with the same days, the one that was pressed", () => {
    const now = at("2026-11-30")
    const range = { from: "2026-11-01", to: "2026-11-30" }
    expect(daysOf("30_days", now)).toEqual(range)
    expect(daysOf("this_month", now)).toEqual(range)
    expect(presetOf(range, "this_month", now)).toBe("this_month")
    expect(presetOf(range, "30_days", now)).toBe("30_days")
  })

  it("is the first with these days where none of them was pressed", () => {
    const now = at("2026-11-30")
    const range = daysOf("this_month", now)
    for (const pressed of [null, "7_days", "constructor"]) {
      expect(presetOf(range, pressed, now)).toBe("30_days")
    }
  })

  it("is none once its days are not the range any more, though the address still names it", () => {
    const range = daysOf("this_month", at("2026-11-30"))
    expect(presetOf(range, "this_month", at("2026-12-01"))).toBe("last_month")
    expect(presetOf(range, "this_month", at("2026-12-15"))).toBe("last_month")
    expect(presetOf({ from: "2026-11-02", to: "2026-11-03" }, "today", at("2026-12-15"))).toBe(
      undefined
    )
    expect(presetOf({ from: undefined, to: "2026-12-15" }, "today", at("2026-12-15"))).toBe(
      undefined
    )
  })

  it("is the one that was just pressed, on every day of a year", () => {
    for (let day = "2026-01-01"; day < "2027-01-01"; day = dayAfter(day, 1)) {
      for (const preset of PRESETS) {
        expect([day, presetOf(daysOf(preset, at(day)), preset, at(day))]).toEqual([day, preset])
      }
    }
  })
})
