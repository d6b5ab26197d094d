import type { Overview } from "../../contract"
import { dayInToshkent, type SumOfPayments } from "../../modules/checkout-uz"

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

/** The days of a range, those without a payment included, and what they come to. */
export function summarize(
  { from, to }: Range,
  sums: readonly SumOfPayments[]
): Pick<Overview, "days" | "total"> {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  const totalOf = (of: SumOfPayments["of"], day?: string) =>
    describe(sums.find((sum) => sum.of === of && sum.day === day))
  return {
    days: Array.from({ length: count }, (_, index) => {
      const day = dayOf(Date.parse(from) + index * DAY_MS)
      const systems = sums.filter((sum) => sum.of === "system" && sum.day === day)
      return {
        day,
        ...totalOf("day", day),
        by_payment_system: systems.map((sum) => ({
          payment_system: sum.paymentSystem ?? null,
          ...describe(sum),
        })),
      }
    }),
    total: totalOf("range"),
  }
}

function describe(sum: Pick<SumOfPayments, "count" | "amount"> | undefined): Overview["total"] {
  return { count: sum?.count ?? 0, amount: Number(sum?.amount ?? 0) }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
