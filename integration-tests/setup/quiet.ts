import { setTimeout as delay } from "node:timers/promises"
import { z } from "zod"
import type { Shop } from "./shop"

/** Milliseconds without a query after which the server has nothing more to do. */
const QUIET_MS = 400
const LIMIT_MS = 8_000
/** Milliseconds for which a server remembers the key and the choices of the admin, and some more. */
const MEMORY_MS = 1_100

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

/**
 * Takes back what a merchant set, and waits until the server has forgotten it: the next test has a
 * new database, and would still be served by the key of this one.
 */
export async function untilForgotten(shop: Shop): Promise<void> {
  const keys = await shop.sql("DELETE FROM checkout_uz_api_key RETURNING id")
  const settings = await shop.sql("DELETE FROM checkout_uz_setting RETURNING id")
  if (keys.length + settings.length > 0) await delay(MEMORY_MS)
}
