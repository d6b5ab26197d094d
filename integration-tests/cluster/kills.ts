import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import type { Cluster } from "./cluster"
import type { Deeds } from "./deeds"
import type { Random } from "./random"

/** How long to wait for a moment in which the victim is settling, in milliseconds. */
const WATCH_LIMIT_MS = 30_000
/** For how long of it only the worst moment will do. */
const WORST_LIMIT_MS = 8_000
/** How long what was killed stays dead, in milliseconds. */
const SHORTEST_DEATH_MS = 500
const DEATH_SPREAD_MS = 3_000

/** What can be killed, and started again. */
export type Victim = { name: string; kill: () => Promise<void>; start: () => Promise<void> }

/** One SIGKILL. */
export type Kill = {
  victim: string
  /** Milliseconds since the run began. */
  atMs: number
  /** Paid invoices on their way to a settlement in that instant, by number. */
  settling: number[]
  /** What it was doing, in words. */
  during: string
}

/**
 * Carts paid before each kill: somewhere in its own part of the run, and none in its last third. What
 * a dead member leaves locked is free after two minutes, in which the others go on paying.
 */
export function killMoments(random: Random, carts: number, kills: number): number[] {
  const part = (carts * 2) / 3 / kills
  return Array.from({ length: kills }, (_, k) =>
    Math.floor(part * (k + 0.15 + random.next() * 0.7))
  )
}

/**
 * Kills one of them in the middle of its work and starts it again. The worker's own work is what
 * nobody told the servers about; theirs is the rest.
 */
export async function killAndRestart(
  cluster: Cluster,
  victim: Victim,
  { deeds, random, begunAt }: { deeds: Deeds; random: Random; begunAt: number }
): Promise<Kill> {
  const moment = await waitUntilSettling(cluster, deeds, victim === cluster.worker)
  await victim.kill()
  const during = moment.orderBegun ? "the making of an order" : "a settlement"
  const { settling } = moment
  const kill = { victim: victim.name, atMs: Date.now() - begunAt, settling, during }
  await sleep(SHORTEST_DEATH_MS + random.next() * DEATH_SPREAD_MS)
  await victim.start()
  return kill
}

const rowsSchema = z.array(z.object({ number: z.coerce.number(), order_begun: z.boolean() }))

/** What money is on its way in one instant. */
type Moment = {
  settling: number[]
  /** Core had just made an order, and nothing was captured for it. */
  orderBegun: boolean
}

/**
 * Waits for an instant in which money is confirmed and not settled: at first for the worst one,
 * in which core has made an order and has not captured its money yet. Empty where none came.
 */
async function waitUntilSettling(
  cluster: Cluster,
  deeds: Deeds,
  byReconciler: boolean
): Promise<Moment> {
  const begunAt = Date.now()
  while (Date.now() < begunAt + WATCH_LIMIT_MS) {
    const moment = await lookAround(cluster, deeds, byReconciler)
    const choosy = Date.now() < begunAt + WORST_LIMIT_MS
    if (moment.settling.length > 0 && (moment.orderBegun || !choosy)) return moment
    await sleep(10)
  }
  return { settling: [], orderBegun: false }
}

async function lookAround({ sql }: Cluster, deeds: Deeds, byReconciler: boolean): Promise<Moment> {
  const { rows } = await sql.query(
    `SELECT number, EXISTS (
              SELECT 1 FROM "order" o
               WHERE o.deleted_at IS NULL AND o.created_at > now() - interval '3 seconds'
                 AND NOT EXISTS (SELECT 1 FROM order_transaction t WHERE t.order_id = o.id)
            ) AS order_begun
       FROM checkout_uz_invoice WHERE state = 'paid' AND settle_attempts = 0`
  )
  const silent = new Set(deeds.paid.filter((paid) => paid.silent).map(({ number }) => number))
  const own = rowsSchema.parse(rows).filter(({ number }) => silent.has(number) === byReconciler)
  return {
    settling: own.map(({ number }) => number),
    orderBegun: own.some(({ order_begun }) => order_begun),
  }
}
