const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long after its creation an invoice is asked about how often, in milliseconds. */
const WHILE_ALIVE = [
  { until: 5 * MINUTE, every: 30 * SECOND },
  { until: 20 * MINUTE, every: 2 * MINUTE },
  { until: Infinity, every: 6 * MINUTE },
] as const

/** As above, after the end of its lifetime. */
const AFTER_LIFETIME = [
  { until: 15 * MINUTE, every: 5 * MINUTE },
  { until: 2 * HOUR, every: 30 * MINUTE },
  { until: 12 * HOUR, every: 2 * HOUR },
  { until: Infinity, every: 8 * HOUR },
] as const

/** A look just before and just after the lifetime ends, when customers hurry. */
const AROUND_END = MINUTE

export type CheckSchedule = {
  createdAt: Date
  expiresAt: Date
  /** Days after the lifetime for which an unpaid invoice is still asked about. */
  watchDays: number
}

/**
 * When an unpaid invoice is asked about next: often at first, just before and after the end of its
 * lifetime, then ever more rarely. `close` when it has been watched long enough.
 */
export function nextCheck(invoice: CheckSchedule, now: Date): Date | "close" {
  const end = invoice.expiresAt.getTime()
  const time = now.getTime()
  if (time >= end + invoice.watchDays * DAY) return "close"
  if (time >= end) {
    const next = time + intervalAt(AFTER_LIFETIME, time - end)
    return new Date(Math.min(next, end + invoice.watchDays * DAY))
  }
  const next = time + intervalAt(WHILE_ALIVE, time - invoice.createdAt.getTime())
  const around = [end - AROUND_END, end + AROUND_END].find((moment) => moment > time)
  return new Date(around === undefined ? next : Math.min(next, around))
}

function intervalAt(steps: readonly { until: number; every: number }[], age: number): number {
  const step = steps.find(({ until }) => age < until)
  return step?.every ?? DAY
}
