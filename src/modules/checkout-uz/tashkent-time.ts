/** Toshkent is five hours ahead of UTC, all year round. */
export const OFFSET_SECONDS = 5 * 60 * 60
const OFFSET_MS = OFFSET_SECONDS * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** The day in Toshkent, `YYYY-MM-DD`, of a moment. */
export function dayInToshkent(moment: Date): string {
  return new Date(moment.getTime() + OFFSET_MS).toISOString().slice(0, 10)
}

/** The moments at which a day in Toshkent begins and at which the next one does. */
export function boundsOfDay(day: string): { begin: Date; end: Date } {
  const begin = Date.parse(`${day}T00:00:00Z`) - OFFSET_MS
  return { begin: new Date(begin), end: new Date(begin + DAY_MS) }
}

/** A moment on Toshkent's clock, `28.11.2026 19:05`. */
export function momentInToshkent(moment: Date): string {
  const [day = "", time = ""] = new Date(moment.getTime() + OFFSET_MS).toISOString().split("T")
  return `${day.split("-").reverse().join(".")} ${time.slice(0, 5)}`
}
