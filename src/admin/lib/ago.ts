const MINUTE_MS = 60_000
const UNITS = [
  { unit: "days", ms: 24 * 60 * MINUTE_MS },
  { unit: "hours", ms: 60 * MINUTE_MS },
  { unit: "minutes", ms: MINUTE_MS },
] as const

/** How long ago a moment was, in the largest unit there is one of; what is ahead counts as now. */
export function ago(moment: string, now: Date) {
  const passed = now.getTime() - new Date(moment).getTime()
  const fitting = UNITS.find(({ ms }) => passed >= ms)
  if (fitting === undefined) return { unit: "now", count: 0 } as const
  return { unit: fitting.unit, count: Math.floor(passed / fitting.ms) }
}
