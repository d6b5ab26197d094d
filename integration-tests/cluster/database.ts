import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import type { Cluster } from "./cluster"
import type { Victim } from "./kills"

/** How long PostgreSQL may take to recover, in milliseconds. */
const RECOVERY_LIMIT_MS = 30_000
const LOOK_EVERY_MS = 50

const pidSchema = z.tuple([z.object({ pid: z.number() })])

/**
 * The cluster's PostgreSQL, to be killed. One of its processes gets SIGKILL: it then ends every connection, throws
 * away what it has in memory and has not written, empties its unlogged tables, and recovers from its log.
 */
export function databaseOf({ sql }: Cluster): Victim {
  return {
    name: "PostgreSQL",
    kill: async () => {
      const { rows } = await sql.query("SELECT pg_backend_pid() AS pid")
      process.kill(pidSchema.parse(rows)[0].pid, "SIGKILL")
    },
    /** It starts by itself. @throws Error where it does not */
    start: async () => {
      const deadline = Date.now() + RECOVERY_LIMIT_MS
      while (Date.now() < deadline) {
        if (await sql.query("SELECT 1").then(Boolean, () => false)) return
        await sleep(LOOK_EVERY_MS)
      }
      throw new Error(`PostgreSQL did not recover within ${RECOVERY_LIMIT_MS / 1000} s.`)
    },
  }
}
