import fc from "fast-check"
import { nextCheck, type CheckSchedule } from "../polling-schedule"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const createdAt = new Date("2026-03-01T10:00:00Z")
const at = (ms: number) => new Date(createdAt.getTime() + ms)
const invoice: CheckSchedule = {
  createdAt,
  expiresAt: at(60 * MINUTE),
  watchDays: 7,
}

/** All moments an unpaid invoice is asked about at, in milliseconds after its creation. */
function moments(schedule: CheckSchedule): number[] {
  const asked: number[] = []
  let now = at(30_000)
  for (;;) {
    asked.push(now.getTime() - createdAt.getTime())
    const next = nextCheck(schedule, now)
    if (next === "close") return asked
    now = next
  }
}

describe("when an unpaid invoice is asked about", () => {
  it("often in the first minutes, when customers pay", () => {
    expect(moments(invoice).filter((ms) => ms <= 5 * MINUTE)).toHaveLength(10)
  })

  it("just before and just after its lifetime ends", () => {
    expect(moments(invoice)).toEqual(expect.arrayContaining([59 * MINUTE, 61 * MINUTE]))
  })

  it("ever more rarely after that, and not at all after the watched days", () => {
    const late = moments(invoice).filter((ms) => ms > 61 * MINUTE)
    const pauses = late.slice(1).map((ms, index) => ms - (late[index] ?? 0))
    const thinning = pauses.slice(0, -1)
    expect(thinning).toEqual([...thinning].sort((a, b) => a - b))
    expect(late.at(-1)).toBe(60 * MINUTE + 7 * DAY)
  })

  it("costs fewer than a hundred calls over its whole life", () => {
    expect(moments(invoice).length).toBeLessThan(100)
  })

  it("always moves forward, whatever the times, so that no row is asked about in a circle", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 86_400_000 }),
        fc.integer({ min: 0, max: 20 * DAY }),
        fc.integer({ min: 1, max: 30 }),
        (lifetime, age, watchDays) => {
          const schedule = { createdAt, expiresAt: at(lifetime), watchDays }
          const next = nextCheck(schedule, at(age))
          return next === "close"
            ? age >= lifetime + watchDays * DAY
            : next.getTime() > at(age).getTime()
        }
      )
    )
  })
})
