import { setTimeout as delay } from "node:timers/promises"
import { z } from "zod"
import type { Shop } from "./shop"

/** Milliseconds without a query after which the server has nothing more to do. */
const QUIET_MS = 400
const LIMIT_MS = 8_000

/**
 * Waits until the server has finished what it does after its answers: a webhook is handled once it
 * is acknowledged, and the next test's database takes the place of this one's. Somebody who asks
 * again in some seconds is not waited for.
 */
export async function untilQuiet(shop: Shop): Promise<void> {
  const giveUpAt = Date.now() + LIMIT_MS
  while (Date.now() < giveUpAt) {
    const [row] = await shop.sql(
      `SELECT count(*)::int AS busy FROM pg_stat_activity
        WHERE datname = current_database() AND query NOT LIKE '%pg_stat_activity%'
          AND (state <> 'idle' OR state_change > clock_timestamp() - make_interval(secs => ?))`,
      [QUIET_MS / 1000]
    )
    if (z.object({ busy: z.number() }).parse(row).busy === 0) return
    await delay(100)
  }
}
