import type { Language } from "./language"

/** UTC+5 all year: Uzbekistan has one time zone and no summer time. */
const TOSHKENT_MS = 5 * 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
const NO_BREAK_SPACE = "\u00a0"
const UNIT: Record<Language, string> = { en: "UZS", ru: "сум", uz: "soʻm" }
const SCALES = [
  { from: 1e9, en: "B", ru: " млрд", uz: " mlrd" },
  { from: 1e6, en: "M", ru: " млн", uz: " mln" },
  { from: 1e3, en: "K", ru: " тыс.", uz: " ming" },
] as const

/** A number with its thousands apart, as the language writes it; decimals only where there are any. */
export function formatNumber(value: number, language: Language, decimals = 2): string {
  const [whole = "0", fraction] = trimFraction(Math.abs(value).toFixed(decimals))
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === "en" ? "," : NO_BREAK_SPACE)
  const point = language === "en" ? "." : ","
  return `${value < 0 ? "−" : ""}${grouped}${fraction === undefined ? "" : point + fraction}`
}

function trimFraction(digits: string): string[] {
  const [whole = "0", fraction = ""] = digits.split(".")
  const kept = fraction.replace(/0+$/, "")
  return kept === "" ? [whole] : [whole, kept]
}

/** An amount in UZS: `1 250 000 soʻm`. */
export function formatUzs(amount: number, language: Language): string {
  return `${formatNumber(amount, language)}${NO_BREAK_SPACE}${UNIT[language]}`
}

/** An amount in few letters, for an axis: `1.2M`, `1,2 млн`, `1,2 mln`. */
export function formatCompact(amount: number, language: Language): string {
  const scale = SCALES.find(({ from }) => Math.abs(amount) >= from)
  if (scale === undefined) return formatNumber(amount, language, 0)
  return (
    formatNumber(amount / scale.from, language, 1) + scale[language].replace(" ", NO_BREAK_SPACE)
  )
}

/** A moment on Toshkent's clock: `28.11.2026 14:05`. */
export function formatMoment(moment: string): string {
  const { day, month, year, hour, minute } = inToshkent(new Date(moment))
  return `${day}.${month}.${year} ${hour}:${minute}`
}

/** A day: `28.11.2026`. */
export function formatDay(day: string): string {
  return day.split("-").reverse().join(".")
}

/** A day without its year, for an axis: `28.11`. */
export function formatShortDay(day: string): string {
  return formatDay(day).slice(0, 5)
}

/** How many days a range has, both ends included. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

/** The day `days` after another one, or before it where it is negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Today in Toshkent and the day `days` before it, as `YYYY-MM-DD`. */
export function lastDays(days: number, now = new Date()): { from: string; to: string } {
  const dayOf = (date: Date) => new Date(date.getTime() + TOSHKENT_MS).toISOString().slice(0, 10)
  return { from: dayOf(new Date(now.getTime() - (days - 1) * DAY_MS)), to: dayOf(now) }
}

/** Yesterday in Toshkent. */
export function yesterday(now = new Date()): { from: string; to: string } {
  const day = dayAfter(lastDays(1, now).to, -1)
  return { from: day, to: day }
}

/** This month in Toshkent up to today, or with -1 all of the month before it. */
export function monthUpTo(months: 0 | -1, now = new Date()): { from: string; to: string } {
  const today = lastDays(1, now).to
  const first = `${today.slice(0, 8)}01`
  if (months === 0) return { from: first, to: today }
  const last = dayAfter(first, -1)
  return { from: `${last.slice(0, 8)}01`, to: last }
}

function inToshkent(date: Date) {
  const [day = "", time = ""] = new Date(date.getTime() + TOSHKENT_MS).toISOString().split("T")
  const [year = "", month = "", dayOfMonth = ""] = day.split("-")
  const [hour = "", minute = ""] = time.split(":")
  return { year, month, day: dayOfMonth, hour, minute }
}
