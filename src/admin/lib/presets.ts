import { lastDays, monthUpTo, yesterday } from "./format"
import type { Range } from "./range"

/** The days people ask for most, as an address names them. */
export const PRESETS = [
  "today",
  "yesterday",
  "7_days",
  "30_days",
  "90_days",
  "this_month",
  "last_month",
] as const
export type Preset = (typeof PRESETS)[number]

/** How many days a preset has that is named by their number. */
export const DAYS_OF = { "7_days": 7, "30_days": 30, "90_days": 90 } as const

export function daysOf(preset: Preset, now = new Date()): Range {
  switch (preset) {
    case "today":
      return lastDays(1, now)
    case "yesterday":
      return yesterday(now)
    case "this_month":
      return monthUpTo(0, now)
    case "last_month":
      return monthUpTo(-1, now)
    default:
      return lastDays(DAYS_OF[preset], now)
  }
}

/**
 * The one preset that a range is. Several may be the same days, such as the last 30 and this month on the
 * 30th: then it is the one that was pressed, else the first.
 */
export function presetOf(
  range: { from: string | undefined; to: string | undefined },
  pressed: string | null,
  now = new Date()
): Preset | undefined {
  const fitting = PRESETS.filter((preset) => {
    const { from, to } = daysOf(preset, now)
    return from === range.from && to === range.to
  })
  return fitting.find((preset) => preset === pressed) ?? fitting[0]
}
