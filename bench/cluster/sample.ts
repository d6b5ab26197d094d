import { join } from "node:path"
import { z } from "zod"
import { readJsonFile } from "../../scripts/lib/json-file"
import type { WatchedCluster } from "./open"
import { usagesOf } from "./parts"
import { redisSize } from "./redis-keys"

const MEMBERS = ["server 1", "server 2", "worker"] as const
const MB = 1_048_576

const probeSchema = z.object({ heapUsed: z.number(), handles: z.number() })

/** What was seen of everything in one minute, by what it is called in the table. */
export type Sample = ReadonlyMap<string, number>

/** Looks at every process, at PostgreSQL's connections and into Redis. */
export async function takeSample({ cluster, pids, folder }: WatchedCluster): Promise<Sample> {
  const usages = await usagesOf(pids)
  const sample = new Map<string, number>()
  const note = (name: string, value: number | undefined) => {
    if (value !== undefined) sample.set(name, value)
  }
  for (const name of MEMBERS) {
    const usage = usages.get(name)
    const probe = await readJsonFile(join(folder, `probe-${pids.get(name)}.json`), probeSchema)
    note(`${name}: memory (MB)`, usage && usage.rss / MB)
    note(`${name}: heap (MB)`, probe && probe.heapUsed / MB)
    note(`${name}: handles`, probe?.handles)
    note(`${name}: files`, usage?.fds)
  }
  const { bytes, keys } = await redisSize(cluster.redisUrl)
  const { rows } = await cluster.sql.query(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()"
  )
  const [connections] = z.tuple([z.object({ count: z.number() })]).parse(rows)
  note("PostgreSQL: connections", connections.count)
  note("PostgreSQL: memory (MB)", (usages.get("PostgreSQL")?.rss ?? 0) / MB)
  note("Redis: memory (MB)", bytes / MB)
  note("Redis: keys", keys)
  note("sandbox: memory (MB)", (usages.get("sandbox")?.rss ?? 0) / MB)
  return sample
}
