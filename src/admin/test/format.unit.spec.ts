import {
  formatCompact,
  formatDay,
  formatMoment,
  formatNumber,
  formatShortDay,
  formatUzs,
  lastDays,
} from "../lib/format"
import { languageFor } from "../lib/language"

describe("amounts", () => {
  it.each([
    ["en", "1,250,000\u00a0UZS"],
    ["ru", "1\u00a0250\u00a0000\u00a0сум"],
    ["uz", "1\u00a0250\u00a0000\u00a0soʻm"],
  ] as const)("are whole in %s", (language, text) => {
    expect(formatUzs(1_250_000, language)).toBe(text)
  })

  it("have decimals only where there are any", () => {
    expect(formatNumber(10.5, "ru")).toBe("10,5")
    expect(formatNumber(100, "en")).toBe("100")
    expect(formatNumber(0, "uz")).toBe("0")
    expect(formatNumber(1.23456789, "en", 8)).toBe("1.23456789")
  })

  it.each([
    [0, "0", "0", "0"],
    [950, "950", "950", "950"],
    [45_000, "45K", "45\u00a0тыс.", "45\u00a0ming"],
    [1_200_000, "1.2M", "1,2\u00a0млн", "1,2\u00a0mln"],
    [3_000_000_000, "3B", "3\u00a0млрд", "3\u00a0mlrd"],
  ])("are short on an axis: %d", (amount, en, ru, uz) => {
    expect(formatCompact(amount, "en")).toBe(en)
    expect(formatCompact(amount, "ru")).toBe(ru)
    expect(formatCompact(amount, "uz")).toBe(uz)
  })

  it("can be below zero", () => {
    expect(formatUzs(-1000, "en")).toBe("−1,000\u00a0UZS")
  })
})

describe("days and moments", () => {
  it("are on Toshkent's clock", () => {
    expect(formatMoment("2026-11-28T19:30:00.000Z")).toBe("29.11.2026 00:30")
  })

  it("are written with the day first", () => {
    expect(formatDay("2026-11-28")).toBe("28.11.2026")
    expect(formatShortDay("2026-11-28")).toBe("28.11")
  })

  it("the last days end today in Toshkent", () => {
    const now = new Date("2026-11-28T20:00:00Z")
    expect(lastDays(7, now)).toEqual({ from: "2026-11-23", to: "2026-11-29" })
    expect(lastDays(1, now)).toEqual({ from: "2026-11-29", to: "2026-11-29" })
  })
})

describe("the language of the screens", () => {
  it("is the chosen one, else the admin's where there are words for it, else English", () => {
    expect(languageFor("uz", "ru")).toBe("uz")
    expect(languageFor("auto", "ru")).toBe("ru")
    expect(languageFor("auto", "enGB")).toBe("en")
    expect(languageFor("auto", "de")).toBe("en")
    expect(languageFor("auto", undefined)).toBe("en")
  })
})
