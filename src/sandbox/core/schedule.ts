import type { Instant } from "./time"

type Waiting = { at: Instant; act: (at: Instant) => void; timer?: NodeJS.Timeout }

/** What is still to happen. Its times are the sandbox's: where the clock is moved forward, it comes sooner. */
export type Schedule = {
  /** Does something some seconds later, and tells it when it was due. */
  later: (seconds: number, act: (at: Instant) => void) => void
  /** Does at once, in its order, what is due by a clock that was just moved. */
  clockMoved: () => void
  /** Forgets all of it. */
  clear: () => void
}

export const newSchedule = (now: () => Instant): Schedule => {
  const waiting = new Set<Waiting>()

  const run = (one: Waiting): void => {
    clearTimeout(one.timer)
    if (waiting.delete(one)) one.act(one.at)
  }
  const arm = (one: Waiting): void => {
    clearTimeout(one.timer)
    one.timer = setTimeout(run, Math.max(0, one.at - now()), one)
  }

  return {
    later: (seconds, act) => {
      const one: Waiting = { at: now() + seconds * 1000, act }
      waiting.add(one)
      arm(one)
    },
    clockMoved: () => {
      for (const one of [...waiting].sort((a, b) => a.at - b.at)) {
        if (one.at <= now()) run(one)
        else arm(one)
      }
    },
    clear: () => {
      for (const { timer } of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}
