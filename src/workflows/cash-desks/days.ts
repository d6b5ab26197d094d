import type { Overview } from "../../contract"
import { dayInToshkent, type DayOfPayments } from "../../modules/checkout-uz"

const DAY_MS = 86_400_000
/** The longest range a chart is drawn of. */
const MAX_DAYS = 366
/** How many days are shown where none are asked for. */
const DEFAULT_DAYS = 30

/** Days in Toshkent, both included, as `YYYY-MM-DD`. */
export type Range = { from: string; to: string }

/** The last thirty days, today in Toshkent included. */
export function lastDays(now: Date): Range {
  const first = new Date(now.getTime() - (DEFAULT_DAYS - 1) * DAY_MS)
  return { from: dayInToshkent(first), to: dayInToshkent(now) }
}

/** Why a range is neither drawn nor compared, in one message; undefined where it is. */
export function problemWithRange({ from, to }: Range): string | undefined {
  // No payment is older, and the database knows no year 0.
  if (from < "2000-01-01") return "A range begins on 2000-01-01 at the earliest."
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return days > MAX_DAYS
    ? `A range has at most ${MAX_DAYS} days, and from ${from} to ${to} are ${days}.`
    : undefined
}

/** The days of a range, those without a payment included. */
export function fillDays({ from, to }: Range, rows: readonly DayOfPayments[]): Overview["days"] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return Array.from({ length: count }, (_, index) => {
    const day = dayOf(Date.parse(from) + index * DAY_MS)
    const systems = rows
      .filter((row) => row.day === day)
      .map(({ paymentSystem, count, amount }) => ({
        payment_system: paymentSystem ?? null,
        count,
        amount: Number(amount),
      }))
    return {
      day,
      count: sum(systems.map((system) => system.count)),
      amount: sum(systems.map((system) => system.amount)),
      by_payment_system: systems,
    }
  })
}

/** To the tiyin: floats alone would show a hair more or less. */
function sum(numbers: readonly number[]): number {
  return Math.round(numbers.reduce((total, number) => total + number, 0) * 100) / 100
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
