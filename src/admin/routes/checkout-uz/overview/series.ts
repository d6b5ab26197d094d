import { onePaymentSystem, type Overview } from "../../../../contract"
import { byPaymentSystem, placeOf } from "../../../lib/payment-systems"

type Sum = { count: number; amount: number }

/** One day's payments, by payment system. Amounts in UZS. */
export type Bar = Sum & { day: string; sums: ReadonlyMap<string | null, Sum> }

/** What a chart of payments per day is drawn from. */
export function seriesOf(days: Overview["days"]): { bars: Bar[]; systems: (string | null)[] } {
  const bars = days.map(({ day, count, amount, by_payment_system }) => ({
    day,
    count,
    amount,
    sums: bySystem(by_payment_system),
  }))
  const systems = [...new Set(bars.flatMap(({ sums }) => [...sums.keys()]))]
  return { bars, systems: systems.sort(byPaymentSystem) }
}

/** One sum for each payment system, whichever of its keys its payments were named with. */
function bySystem(
  sums: Overview["days"][number]["by_payment_system"]
): ReadonlyMap<string | null, Sum> {
  const together = new Map<string | null, Sum>()
  for (const { payment_system: key, count, amount } of sums) {
    const system = key === null ? null : onePaymentSystem(key)
    const others = together.get(system) ?? { count: 0, amount: 0 }
    together.set(system, { count: others.count + count, amount: others.amount + amount })
  }
  return together
}

/** Where an axis up to at least `highest` is marked: at most five round amounts, from nought on. */
export function ticksUpTo(highest: number): number[] {
  const least = Math.max(highest, 1) / 4
  const power = 10 ** Math.floor(Math.log10(least))
  const step = ([1, 2, 2.5, 5].find((round) => round * power >= least) ?? 10) * power
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step)
}

const HUES = [
  "var(--tag-blue-icon)",
  "var(--tag-green-icon)",
  "var(--tag-orange-icon)",
  "var(--tag-purple-icon)",
  "var(--tag-red-icon)",
] as const
/** Each hue comes in so many depths. */
const ROUNDS = 4

/** A payment system's colour, the same in every chart; grey for the unnamed. */
export function colorOf(system: string | null): string {
  if (system === null) return "var(--tag-neutral-icon)"
  // The letters of one nobody has heard of: they stay, however many others there are.
  const letters = Array.from(system).reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const index = placeOf(system) ?? letters
  const hue = HUES[index % HUES.length] ?? HUES[0]
  const round = Math.floor(index / HUES.length) % ROUNDS
  return round === 0 ? hue : `color-mix(in srgb, ${hue} ${70 - round * 20}%, var(--fg-base))`
}
