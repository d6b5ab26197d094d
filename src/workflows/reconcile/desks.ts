import type { ReconcileDependencies } from "./dependencies"
import { sweepCashDesk, type ReconcileLimits, type SweepReport } from "./runner"

/** Jobs under way in this process: a slow service must not make them pile up. */
const underWay = new Set<string>()

/**
 * Sweeps cash desks one after the other, each where it is this server's turn. What another server has
 * taken is passed over at once, so that servers which walk the same desks share them.
 */
export async function sweepDesks(
  dependencies: ReconcileDependencies,
  limits: ReconcileLimits,
  desks: Iterable<string>
): Promise<SweepReport[]> {
  const reports: SweepReport[] = []
  for (const desk of new Set(desks)) {
    const report = await oneAtATime(`desk ${desk}`, () => sweepCashDesk(dependencies, limits, desk))
    if (report) reports.push(report)
  }
  return reports
}

export async function oneAtATime<T>(name: string, job: () => Promise<T>): Promise<T | undefined> {
  if (underWay.has(name)) return undefined
  underWay.add(name)
  try {
    return await job()
  } finally {
    underWay.delete(name)
  }
}
