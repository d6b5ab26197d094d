import { wallClockOffsetMinutes } from "../assumptions"

/** Milliseconds since 1970, on the sandbox's clock. */
export type Instant = number

const pad = (value: number): string => String(value).padStart(2, "0")

const local = (at: Instant) => new Date(at + wallClockOffsetMinutes * 60_000)

/** `YYYY-MM-DD HH:MM:SS`, the form of `created_at` and `paid_at`. */
export const wireDateTime = (at: Instant): string =>
  local(at).toISOString().slice(0, 19).replace("T", " ")

/** `DD.MM.YYYY HH:MM`, for people. */
export const shownDateTime = (at: Instant): string => {
  const date = local(at)
  const day = `${pad(date.getUTCDate())}.${pad(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`
  return `${day} ${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`
}

/** The first instant of the month after `MM/YY`, when a card with that expiry stops working. */
export const endOfCardMonth = (month: number, twoDigitYear: number): Instant =>
  Date.UTC(2000 + twoDigitYear, month, 1) - wallClockOffsetMinutes * 60_000
