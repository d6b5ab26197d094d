import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { type Books, readBooks } from "./books"
import type { Cluster } from "./cluster"
import { serve } from "./customer"
import { type Deeds, newDeeds } from "./deeds"
import { type Kill, killAndRestart, killMoments, type Victim } from "./kills"
import type { CustomerPlan } from "./plan"
import { type Random, shareOf } from "./random"
import { resolve, type Verdict } from "./verdict"

/** Customers in the shop at once: two cores carry no more. */
const CUSTOMERS_AT_ONCE = 8
/** How long after the last payment everything must be settled or in front of the merchant, in milliseconds. */
const CONVERGENCE_LIMIT_MS = 480_000

/** What a run came to. Times in seconds from paying to settled. */
export type RunResult = {
  deeds: Deeds
  kills: Kill[]
  verdict: Verdict
  /** By number; those that wait for the merchant are not here. */
  secondsToSettle: Map<number, number>
  faults: Map<string, number>
  /** Seconds of the whole run. */
  took: number
  converged: boolean
}

/**
 * Sends the customers through the shop, kills one thing after the other meanwhile, and holds the books
 * together.
 */
export async function run(
  cluster: Cluster,
  random: Random,
  { plans, victims }: { plans: CustomerPlan[]; victims: readonly Victim[] }
): Promise<RunResult> {
  const begunAt = Date.now()
  const deeds = newDeeds()
  const before = await hitsByKind(cluster)
  const kills = killThroughout(cluster, random, {
    deeds,
    begunAt,
    victims,
    moments: killMoments(random, plans.length, victims.length),
  })
  // A failing killer is reported where it is awaited, not as an unhandled rejection.
  kills.catch(() => undefined)
  await serveAll(cluster, plans, deeds)
  return conclude(cluster, { deeds, kills: await kills, before, begunAt })
}

/** What a run has done, and when it began; how many answers had been spoilt before it, by kind. */
type Done = {
  deeds: Deeds
  kills: Kill[]
  before: Map<string, number>
  begunAt: number
}

/** Waits until every payment is at rest, and holds the books together. */
export async function conclude(
  cluster: Cluster,
  { deeds, kills, before, begunAt }: Done
): Promise<RunResult> {
  const converged = await waitForConvergence(cluster, deeds)
  await endWaiting(cluster)
  const books = await readBooks(cluster)
  const after = await hitsByKind(cluster)
  return {
    deeds,
    kills,
    verdict: resolve(
      books,
      deeds.paid.map(({ number }) => number)
    ),
    secondsToSettle: settlingTimes(books, deeds),
    faults: new Map([...after].map(([kind, hits]) => [kind, hits - (before.get(kind) ?? 0)])),
    took: (Date.now() - begunAt) / 1000,
    converged,
  }
}

/** By number, in seconds from paying; of the parts of a cart from its last one, with which all are settled. */
function settlingTimes(books: Books, { paid }: Deeds): Map<number, number> {
  const rows = new Map(books.invoices.map((invoice) => [invoice.number, invoice]))
  const settled = paid.flatMap((one) => {
    const then = rows.get(one.number)?.settled_at
    return then ? [{ ...one, then: then.getTime() }] : []
  })
  return new Map(
    settled.map(({ number, cartId, then }) => {
      const last = Math.max(...settled.filter((one) => one.cartId === cartId).map(({ at }) => at))
      return [number, (then - last) / 1000]
    })
  )
}

async function serveAll(cluster: Cluster, plans: CustomerPlan[], deeds: Deeds): Promise<void> {
  const queue = [...plans]
  const afterwards: Promise<unknown>[] = []
  const till = async () => {
    for (let plan = queue.shift(); plan; plan = queue.shift()) {
      const later = await serve(cluster, plan, deeds)
      for (const part of later) part.catch(() => undefined)
      afterwards.push(...later)
    }
  }
  await Promise.all(Array.from({ length: CUSTOMERS_AT_ONCE }, till))
  await Promise.all(afterwards)
}

/** Members to be killed: the worker and a server in turns. */
export function membersInTurn(
  { worker, servers }: Cluster,
  random: Random,
  count: number
): Victim[] {
  const workerFirst = shareOf(random, 2, 0.5)[0] ?? false
  return Array.from({ length: count }, (_, k) =>
    (k % 2 === 0) === workerFirst ? worker : random.pick(servers)
  )
}

/** Each in its turn, when its part of the customers has paid. */
async function killThroughout(
  cluster: Cluster,
  random: Random,
  {
    deeds,
    begunAt,
    victims,
    moments,
  }: { deeds: Deeds; begunAt: number; victims: readonly Victim[]; moments: number[] }
): Promise<Kill[]> {
  const kills: Kill[] = []
  for (const [k, victim] of victims.entries()) {
    while (deeds.carts < (moments[k] ?? 0)) await sleep(50)
    kills.push(await killAndRestart(cluster, victim, { deeds, random, begunAt }))
  }
  return kills
}

const countSchema = z.tuple([z.object({ open: z.coerce.number() })])

/** Seconds after which money that stands on nothing is in front of the merchant, and one of grace. */
const PATIENCE_SECONDS = 121

/** Parts that wait for others, of which some are missing: at rest until the customer or the merchant acts. */
const UNFINISHED = `i.blocker = 'part_paid' AND i.held_from IS NOT NULL AND i.plan_amount > (
  SELECT sum(o.session_amount) FROM checkout_uz_invoice o
   WHERE o.cart_id = i.cart_id AND o.state = 'paid' AND o.blocker = 'part_paid')`

/**
 * Waits until every paid invoice is settled, given back, or waits for a known reason for so long that
 * the merchant has it before them, or is a part whose others never came; false where the time was not enough.
 */
async function waitForConvergence({ sql }: Cluster, deeds: Deeds): Promise<boolean> {
  const numbers = deeds.paid.map(({ number }) => String(number))
  const deadline = Date.now() + CONVERGENCE_LIMIT_MS
  while (Date.now() < deadline) {
    const { rows } = await sql.query(
      `SELECT count(*) AS open FROM checkout_uz_invoice i
        WHERE number = ANY($1) AND state NOT IN ('settled', 'returned')
          AND NOT (state = 'paid' AND ${UNFINISHED})
          AND NOT (state = 'paid' AND blocker IS NOT NULL AND blocker <> 'part_paid'
                   AND waiting_since <= now() - make_interval(secs => $2))`,
      [numbers, PATIENCE_SECONDS]
    )
    if (countSchema.parse(rows)[0].open === 0) return true
    await sleep(250)
  }
  return false
}

/** Lets the time be over that unfinished payments are waited for: the merchant has them before them now. */
async function endWaiting({ sql }: Cluster): Promise<void> {
  await sql.query(
    `UPDATE checkout_uz_invoice SET held_from = now() WHERE state = 'paid' AND blocker = 'part_paid'`
  )
}

export async function hitsByKind({ sandbox }: Cluster): Promise<Map<string, number>> {
  const hits = new Map<string, number>()
  for (const { kind, hits: more } of await sandbox.faults()) {
    hits.set(kind, (hits.get(kind) ?? 0) + more)
  }
  return hits
}
