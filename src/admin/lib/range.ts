import { dayAfter, daysBetween } from "./format"

/** Days in Toshkent, both included. */
export type Range = { from: string; to: string }

export const LONGEST_RANGE = 366
const EARLIEST_DAY = "2015-01-01"

/**
 * A range after one of its ends was chosen: the other end follows where it would be on the wrong
 * side or more than a year away.
 */
export function withEnd(range: Range, end: keyof Range, day: string): Range {
  if (end === "from") {
    if (range.to < day) return { from: day, to: day }
    const last = dayAfter(day, LONGEST_RANGE - 1)
    return { from: day, to: range.to > last ? last : range.to }
  }
  if (range.from > day) return { from: day, to: day }
  const first = dayAfter(day, 1 - LONGEST_RANGE)
  return { from: range.from < first ? first : range.from, to: day }
}

/** The range an address names, if it is one that can be asked about. */
export function readRange(from: string | null, to: string | null): Range | undefined {
  if (!isDay(from) || !isDay(to) || from > to) return undefined
  return daysBetween(from, to) > LONGEST_RANGE ? undefined : { from, to }
}

/** Whether a text is a day that there could be payments on; a year that is being typed is not. */
export function isDay(text: string | null): text is string {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text < EARLIEST_DAY) return false
  return !Number.isNaN(Date.parse(text)) && dayAfter(text, 0) === text
}
