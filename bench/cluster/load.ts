import { setTimeout as sleep } from "node:timers/promises"
import type { Cluster } from "../../integration-tests/cluster/cluster"
import { serve } from "../../integration-tests/cluster/customer"
import { type Deeds, newDeeds } from "../../integration-tests/cluster/deeds"
import { type CustomerPlan, type Habits, planCustomers } from "../../integration-tests/cluster/plan"
import { seededRandom } from "../../integration-tests/cluster/random"

/** An ordinary day, with a little of everything that goes wrong. */
const HABITS: Habits = {
  dropped: 0.1,
  doubled: 0.05,
  paysTwice: 0.01,
  polls: 0.5,
  completes: 0.7,
  forged: 0.02,
  inParts: 0,
  leaves: 0,
  paysPartTwice: 0,
}
const AT_ONCE = 12
/** More than so many are never in the shop: who comes then is turned away and counted. */
const MOST = 60

const random = seededRandom(1)

/** Customers that came, and what became of them. */
export type Crowd = {
  came: number
  done: number
  failed: number
  turnedAway: number
  /** Milliseconds from a cart to the last answer, of those that are done. */
  took: number[]
  deeds: Deeds
}

export const newCrowd = (): Crowd => ({
  came: 0,
  done: 0,
  failed: 0,
  turnedAway: 0,
  took: [],
  deeds: newDeeds(),
})

/** As many customers as the shop can serve, so many in all. @returns how many it served a second */
export async function highestRate(cluster: Cluster, count: number): Promise<number> {
  const plans = planCustomers(random, count, HABITS)
  const total = plans.length
  const crowd = newCrowd()
  const start = performance.now()
  const till = async () => {
    for (let plan = plans.pop(); plan !== undefined; plan = plans.pop()) {
      await visit(cluster, plan, crowd)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, till))
  if (crowd.failed > 0) throw new Error(`${crowd.failed} of ${total} customers were not served.`)
  return (1000 * total) / (performance.now() - start)
}

/** One customer after the other at a steady rate, however long each takes, until the time is up. */
export async function keepComing(
  cluster: Cluster,
  crowd: Crowd,
  { perSecond, minutes }: { perSecond: number; minutes: number }
): Promise<void> {
  const visits = new Set<Promise<void>>()
  const start = performance.now()
  let plans: CustomerPlan[] = []
  for (let n = 0; n / perSecond < minutes * 60; n += 1) {
    await sleep(start + (1000 * n) / perSecond - performance.now())
    if (plans.length === 0) plans = planCustomers(random, 100, HABITS)
    const plan = plans.pop()
    if (visits.size >= MOST || plan === undefined) {
      crowd.turnedAway += 1
      continue
    }
    const one: Promise<void> = visit(cluster, plan, crowd).finally(() => visits.delete(one))
    visits.add(one)
  }
  await Promise.all(visits)
}

async function visit(cluster: Cluster, plan: CustomerPlan, crowd: Crowd): Promise<void> {
  crowd.came += 1
  const start = performance.now()
  try {
    await Promise.all(await serve(cluster, plan, crowd.deeds))
    crowd.done += 1
    crowd.took.push(performance.now() - start)
  } catch {
    crowd.failed += 1
  }
}
