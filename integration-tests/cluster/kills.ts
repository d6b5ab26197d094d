import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import type { Cluster } from "./cluster"
import type { Deeds } from "./customer"
import type { Member } from "./member"
import type { Random } from "./random"

/** How long to wait for a moment in which the victim is settling, in milliseconds. */
const WATCH_LIMIT_MS = 20_000
/** How long a dead member stays dead, in milliseconds. */
const SHORTEST_DEATH_MS = 500
const DEATH_SPREAD_MS = 3_000

/** One SIGKILL. */
export type Kill = {
  victim: Member["name"]
  /** Milliseconds since the run began. */
  atMs: number
  /** Paid invoices on their way to a settlement in that instant, by number. */
  settling: number[]
}

/** Carts paid before each kill: somewhere in its own part of the run. */
export function killMoments(random: Random, carts: number, kills: number): number[] {
  const part = carts / kills
  return Array.from({ length: kills }, (_, k) =>
    Math.floor(part * (k + 0.15 + random.next() * 0.7))
  )
}

/**
 * Kills one member in the middle of its work and starts it again. The worker's own work is what
 * nobody told the servers about; theirs is the rest.
 */
export async function killAndRestart(
  cluster: Cluster,
  victim: Member,
  { deeds, random, begunAt }: { deeds: Deeds; random: Random; begunAt: number }
): Promise<Kill> {
  const settling = await waitUntilSettling(cluster, deeds, victim === cluster.worker)
  await victim.kill()
  const kill = { victim: victim.name, atMs: Date.now() - begunAt, settling }
  await sleep(SHORTEST_DEATH_MS + random.next() * DEATH_SPREAD_MS)
  await victim.start()
  return kill
}

const rowsSchema = z.array(z.object({ number: z.coerce.number() }))

/** Waits for an instant in which money is confirmed and not settled; empty where none came. */
async function waitUntilSettling(
  { sql }: Cluster,
  deeds: Deeds,
  byReconciler: boolean
): Promise<number[]> {
  const deadline = Date.now() + WATCH_LIMIT_MS
  while (Date.now() < deadline) {
    const { rows } = await sql.query(
      `SELECT number FROM checkout_uz_invoice
        WHERE state = 'paid' AND next_check_at <= now() + interval '310 seconds' AND settle_attempts = 0`
    )
    const silent = new Set(deeds.paid.filter((paid) => paid.silent).map(({ number }) => number))
    const numbers = rowsSchema
      .parse(rows)
      .map(({ number }) => number)
      .filter((number) => silent.has(number) === byReconciler)
    if (numbers.length > 0) return numbers
    await sleep(15)
  }
  return []
}
