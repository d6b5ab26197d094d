import { keepResults, type Row } from "../results"
import type { KeyKind } from "./redis-keys"
import type { Sample } from "./sample"
import type { Soak } from "./soak"
import { medianOf } from "../median"

/** More than this from the second quarter to the last is growth: less comes and goes. */
const GROWTH = 1.05
/** Of small numbers a few more are no growth. */
const FEW = 3
/** What other work on the machine changes as well. */
const NOT_JUDGED = ["checkouts", "seconds a checkout"]

/** Puts a soak's tables into RESULTS.md. */
export async function keepSoak(soak: Soak): Promise<void> {
  const quarters = quartersOf(soak.samples)
  console.table(quarters)
  await keepResults("Soak", noteOf(soak), quarters)
  await keepResults("Soak, minute by minute", MINUTES_NOTE, soak.samples.map(rowOf))
  const redis = redisRows(soak)
  console.table(redis)
  await keepResults("Redis", redisNote(soak), redis)
}

const MINUTES_NOTE =
  "What stands behind the soak above, as it was seen at the end of each minute. Memory is resident memory, and PostgreSQL's that " +
  "of all its processes with what they share counted once; heap is the least of the minute; handles are what keeps Node waiting " +
  "(sockets, timers, requests), files the open file descriptors."

function noteOf({ minutes, highest, crowd, states }: Soak): string {
  return (
    `Two servers and a worker on one PostgreSQL and one Redis for ${minutes} minutes, at half of the ` +
    `${highest.toFixed(2)} whole checkouts a second (with the filling of the cart) that they served just before. ` +
    `${crowd.came.toLocaleString("en")} customers came: ${crowd.done} were served, ${crowd.failed} were not, and ` +
    `${crowd.turnedAway} found the shop full. One webhook in ten was dropped, one in twenty sent twice. ` +
    `${crowd.deeds.paid.length} invoices were paid; when it was over the ledger held, with those of the warm-up, ${states}. ` +
    "Each figure is the median of a quarter's minutes; up to 5% more in the last quarter than in the second one, or three more, is " +
    "flat. Open files follow how many customers are being served. Keys in Redis have a bound (see Redis above). PostgreSQL's memory follows its connections and what it has read of the " +
    "growing database: its shared buffers, as delivered, end at 128 MB, and what each connection remembers ends with it."
  )
}

function quartersOf(samples: readonly Sample[]): Row[] {
  const [first] = samples
  return [...(first?.keys() ?? [])].map((what) => {
    const values = samples.map((sample) => sample.get(what) ?? NaN)
    const at = (quarter: number) =>
      medianOf(values.slice((quarter * values.length) / 4, ((quarter + 1) * values.length) / 4))
    const [second, last] = [at(1), at(3)]
    const grows = last > second * GROWTH && last - second > FEW
    return {
      what,
      "first quarter": figure(at(0)),
      second: figure(second),
      third: figure(at(2)),
      last: figure(last),
      "last to second": (last / second).toFixed(2),
      judgement: NOT_JUDGED.includes(what) ? "" : grows ? "growing" : "flat",
    }
  })
}

function rowOf(sample: Sample, index: number): Row {
  const row: Row = { minute: String(index + 1) }
  for (const [what, value] of sample) row[what] = figure(value)
  return row
}

function redisNote({ crowd, minutes }: Soak): string {
  return (
    `What ${crowd.done.toLocaleString("en")} customers left in Redis in ${minutes} minutes, by kind of key, * for an id: keys and ` +
    "bytes before and after the soak (a minute and a half after the last customer), what that is for one payment, how many of the " +
    "keys never expire, after how many seconds the others have, and what the largest of them holds. Nothing that is left bears a " +
    "payment's name. What becomes more are the runs of schedules, of which Medusa keeps the last 1,000, and the logs of the queues, " +
    "which BullMQ cuts at about 10,000 lines: both have a bound, and grow without a customer, too."
  )
}

const NOTHING: KeyKind = { keys: 0, bytes: 0, lasting: 0, seconds: 0, things: 0 }

function redisRows({ redis: { before, after }, crowd }: Soak): Row[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  const rows = names.map((name) => ({
    name: `\`${name}\``,
    then: before.get(name) ?? NOTHING,
    now: after.get(name) ?? NOTHING,
  }))
  rows.push({ name: "together", then: sum(before), now: sum(after) })
  return rows.map(({ name, then, now }) => ({
    key: name,
    "keys before": String(then.keys),
    "keys after": String(now.keys),
    "bytes before": then.bytes.toLocaleString("en"),
    "bytes after": now.bytes.toLocaleString("en"),
    "keys a payment": ((now.keys - then.keys) / crowd.done).toFixed(3),
    "bytes a payment": ((now.bytes - then.bytes) / crowd.done).toFixed(0),
    "never expire": String(now.lasting),
    "longest to live (s)": now.keys === now.lasting ? "" : String(now.seconds),
    "largest, before and after": `${then.things} and ${now.things}`,
  }))
}

function sum(kinds: ReadonlyMap<string, KeyKind>): KeyKind {
  return [...kinds.values()].reduce(
    (all, kind) => ({
      keys: all.keys + kind.keys,
      bytes: all.bytes + kind.bytes,
      lasting: all.lasting + kind.lasting,
      seconds: Math.max(all.seconds, kind.seconds),
      things: Math.max(all.things, kind.things),
    }),
    NOTHING
  )
}

function figure(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0)
}
