import { OURS, THEIRS, type Provider } from "./customer"
import type { Row } from "./results"

/** Milliseconds of every sample. */
export type Samples = Record<Provider, number[]>

/** A ratio of ours to theirs that should not be passed, upwards or downwards. */
type Goal = { bound: "at most" | "at least"; ratio: number }
/** How far from its goal a figure may be in the short form, which other work on the machine disturbs. */
const LENIENCE = 2

/** A line of the table with what it is judged by. */
export type Measured = { row: Row; ratio: number; goal: Goal | undefined }

/** Whether a figure is more than twice as far off as its goal. */
export function isFarOff({ ratio, goal }: Measured): boolean {
  if (goal === undefined) return false
  return goal.bound === "at most" ? ratio > LENIENCE * goal.ratio : LENIENCE * ratio < goal.ratio
}

/** Lines for a median and, where there are samples enough, for one in a hundred. In milliseconds. */
export function latency(
  what: string,
  { hasTail }: { hasTail: boolean },
  samples: Samples,
  goals: { median?: number; p99?: number }
): Measured[] {
  const at = (name: "median" | "p99", share: number) => {
    const figures = {
      ours: quantile(samples[OURS], share),
      theirs: quantile(samples[THEIRS], share),
      digits: 0,
    }
    const ratio = goals[name]
    const goal = ratio === undefined ? undefined : ({ bound: "at most", ratio } as const)
    return judged(`${what}, ${name} (ms)`, figures, goal)
  }
  return hasTail ? [at("median", 0.5), at("p99", 0.99)] : [at("median", 0.5)]
}

/** A line with the figures of both, and their ratio. */
export function judged(
  what: string,
  { ours, theirs, digits }: { ours: number; theirs: number; digits: number },
  goal: Goal | undefined
): Measured {
  const ratio = ours / theirs
  const row = {
    what,
    ours: ours.toFixed(digits),
    theirs: theirs.toFixed(digits),
    ratio: ratio.toFixed(2),
    goal: goal === undefined ? "" : `${goal.bound} ${goal.ratio}`,
  }
  return { row, ratio, goal }
}

function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}
