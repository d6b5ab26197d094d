/** Seconds. Who asks for more is asked again after an hour all the same: a payment may be waiting. */
const LONGEST_SECONDS = 3600

/** An HTTP date (RFC 9110, 5.6.7) in milliseconds; `Date.parse` alone takes many other texts for dates. */
export function parseHttpDate(text: unknown): number | undefined {
  if (typeof text !== "string" || !/^[A-Z][a-z]+, .+ GMT$/.test(text)) return undefined
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}

function waitFor(header: string, date: unknown): number | undefined {
  if (/^\d+$/.test(header)) return Number(header)
  const until = parseHttpDate(header)
  if (until === undefined) return undefined
  // By the clock of whoever named the moment, where the answer says what it was.
  return Math.ceil((until - (parseHttpDate(date) ?? Date.now())) / 1000)
}

/**
 * The seconds an answer's `Retry-After` asks for, at most an hour; undefined where it asks for none
 * that can be read. `date` is the answer's own `Date`.
 */
export function readRetryAfter(header: unknown, date: unknown): number | undefined {
  const seconds = typeof header === "string" ? waitFor(header.trim(), date) : undefined
  return seconds === undefined ? undefined : Math.min(Math.max(seconds, 0), LONGEST_SECONDS)
}
