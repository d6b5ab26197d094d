import { z } from "zod"
import type { Cluster } from "../../integration-tests/cluster/cluster"
import type { CheckoutShop } from "../checkout-shop"
import { pidListeningOn, type Usage, usageOf, usageOfFamily } from "./proc"

/** What a shop may be made of, the customers beside it. */
export const PARTS = [
  "server 1",
  "server 2",
  "worker",
  "PostgreSQL",
  "Redis",
  "sandbox",
  "customers",
] as const
export type Part = (typeof PARTS)[number]

/** The numbers of a running shop's processes; the customers are this one. */
export type Pids = ReadonlyMap<Part, number>
export type Usages = ReadonlyMap<Part, Usage>

const at = (url: string) => pidListeningOn(Number(new URL(url).port))

export async function pidsOfCluster(cluster: Cluster): Promise<Pids> {
  const { rows } = await cluster.sql.query("SELECT inet_server_port() AS port")
  const [database] = z.tuple([z.object({ port: z.number() })]).parse(rows)
  const [one, two] = cluster.servers
  return new Map<Part, number>([
    ["server 1", await at(one.url)],
    ["server 2", await at(two.url)],
    ["worker", await at(cluster.worker.url)],
    ["PostgreSQL", await pidListeningOn(database.port)],
    ["Redis", await at(cluster.redisUrl)],
    ["sandbox", await at(cluster.sandbox.url)],
    ["customers", process.pid],
  ])
}

export async function pidsOfShop({ url, databaseUrl, sandboxUrl }: CheckoutShop): Promise<Pids> {
  return new Map<Part, number>([
    ["server 1", await at(url)],
    ["PostgreSQL", await at(databaseUrl)],
    ["sandbox", await at(sandboxUrl)],
    ["customers", process.pid],
  ])
}

/** What each has used so far. */
export async function usagesOf(pids: Pids): Promise<Usages> {
  const usages = new Map<Part, Usage>()
  for (const [part, pid] of pids) {
    // Each of PostgreSQL's connections is a process.
    usages.set(part, await (part === "PostgreSQL" ? usageOfFamily(pid) : usageOf(pid)))
  }
  return usages
}

/** Seconds of processor time each has used between two looks. */
export function cpuBetween(before: Usages, after: Usages): Map<Part, number> {
  return new Map(
    [...after].map(([part, { cpuSeconds }]) => [
      part,
      cpuSeconds - (before.get(part)?.cpuSeconds ?? 0),
    ])
  )
}
