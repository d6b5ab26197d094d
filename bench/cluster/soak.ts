import { setTimeout as sleep } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { join } from "node:path"
import { z } from "zod"
import { heading, line, step } from "../../scripts/demo/progress"
import { type Crowd, highestRate, keepComing, newCrowd } from "./load"
import { openCluster, type WatchedCluster } from "./open"
import { type KeyKind, redisKinds } from "./redis-keys"
import { type Sample, takeSample } from "./sample"
import { keepSoak } from "./soak-report"

const WARM_UP = 24
const MEASURED = 60
const MINUTE_MS = 60_000
/** How long webhooks, events, jobs and sweeps may go on after the last customer, in milliseconds. */
const AFTERWARDS_MS = 90_000
const PROBE = pathToFileURL(join(__dirname, "heap-probe.mjs")).href

/** What a soak came to. */
export type Soak = {
  minutes: number
  highest: number
  crowd: Crowd
  samples: Sample[]
  /** Redis before the soak and after it, by kind of key. */
  redis: { before: Map<string, KeyKind>; after: Map<string, KeyKind> }
  /** Invoices by their state when all was over, with what they wait for. */
  states: string
}

/** A cluster at half the rate it can serve, for so long, with a look at everything each minute. */
export async function benchSoak(minutes: number): Promise<void> {
  const watched = await openCluster((folder) => ({
    SWEEP_SECONDS: "15",
    NODE_OPTIONS: `--import ${PROBE}`,
    PROBE_FOLDER: folder,
  }))
  try {
    await keepSoak(await soak(watched, minutes))
  } finally {
    await watched.close()
  }
}

async function soak(watched: WatchedCluster, minutes: number): Promise<Soak> {
  const { cluster } = watched
  heading("Measuring")
  await step("Warming up", () => highestRate(cluster, WARM_UP))
  const inWords = (rate: number) => `${rate.toFixed(2)} a second`
  const highest = await step("The highest rate", () => highestRate(cluster, MEASURED), inWords)
  await sleep(AFTERWARDS_MS)
  const before = await redisKinds(cluster.redisUrl)
  const crowd = newCrowd()
  heading(`${minutes} minutes at ${inWords(highest / 2)}`)
  const coming = keepComing(cluster, crowd, { perSecond: highest / 2, minutes })
  // Where it fails it is awaited only after the last sample.
  coming.catch(() => undefined)
  const samples = await watch(watched, crowd, minutes)
  await coming
  await sleep(AFTERWARDS_MS)
  const after = await redisKinds(cluster.redisUrl)
  return {
    minutes,
    highest,
    crowd,
    samples,
    redis: { before, after },
    states: await readStates(watched),
  }
}

async function watch(watched: WatchedCluster, crowd: Crowd, minutes: number): Promise<Sample[]> {
  const samples: Sample[] = []
  const start = performance.now()
  let seen = 0
  for (let minute = 1; minute <= minutes; minute += 1) {
    await sleep(start + minute * MINUTE_MS - performance.now())
    const sample = await takeSample(watched)
    const took = crowd.took.slice(seen).sort((a, b) => a - b)
    seen += took.length
    const seconds = (took[Math.floor(took.length / 2)] ?? 0) / 1000
    samples.push(new Map([["checkouts", took.length], ["seconds a checkout", seconds], ...sample]))
    line(`${minute}: ${[...sample.values()].map((value) => value.toFixed(0)).join(" ")}`)
  }
  return samples
}

const statesSchema = z.array(z.object({ state: z.string(), count: z.number() }))

async function readStates({ cluster }: WatchedCluster): Promise<string> {
  const { rows } = await cluster.sql.query(
    `SELECT state || coalesce(' (' || blocker || ')', '') AS state, count(*)::int AS count
       FROM checkout_uz_invoice GROUP BY 1 ORDER BY 2 DESC`
  )
  return statesSchema
    .parse(rows)
    .map(({ state, count }) => `${count} ${state}`)
    .join(", ")
}
