import { cpus } from "node:os"
import type { Cluster } from "../../integration-tests/cluster/cluster"
import { shopfront } from "../../integration-tests/cluster/shopfront"
import { heading, step } from "../../scripts/demo/progress"
import { type CheckoutShop, openCheckoutShop } from "../checkout-shop"
import { type Cart, type Customer, newCustomer, OURS } from "../customer"
import { keepResults, type Row } from "../results"
import { openCluster, type WatchedCluster } from "./open"
import { cpuBetween, type Part, PARTS, type Pids, pidsOfShop, usagesOf } from "./parts"
import { medianOf } from "../median"

const CUSTOMERS = 16
const CARTS = 32
const ROUNDS = 3
const WARM_UP = 24
/** Carts are filled by so many at once; that is not measured. */
const FILLERS = 4
const GOAL = 1.6

const NOTE =
  `Whole checkouts a second by ${CUSTOMERS} customers at once, the median of ${ROUNDS} rounds of ${CARTS} that the three ` +
  "set-ups take in turn. Each pays an invoice at the sandbox, with its webhook dropped, and asks for its order. Below stands the " +
  "processor time that a checkout takes, by process. PostgreSQL, Redis, the sandbox and the customers share the machine's cores " +
  "with the servers: a second server brings no core of its own here."

/** Who serves the customers, the carts they pay for, and what was measured. */
type Arm = {
  name: string
  customers: readonly Customer[]
  pids: Pids
  carts: Cart[]
  rates: number[]
  cpu: Map<Part, number>
}

/** One server as Medusa starts it, one with its worker on Redis, and two of them. */
export async function benchCluster(): Promise<void> {
  const count = WARM_UP + ROUNDS * CARTS
  const shop = await openCheckoutShop(count)
  try {
    const watched = await openCluster(() => ({ SWEEP_SECONDS: "86400" }))
    try {
      const arms = await measure(shop, watched, count)
      const rows = rowsOf(arms)
      console.table(rows)
      await keepResults("Cluster", `${NOTE} ${ceilings(arms)}`, rows)
    } finally {
      await watched.close()
    }
  } finally {
    await shop.close()
  }
}

async function measure(
  shop: CheckoutShop,
  { cluster, pids }: WatchedCluster,
  count: number
): Promise<Arm[]> {
  heading("Measuring")
  const filled = await step(`Filling ${2 * count} carts`, () => fillCarts(cluster, 2 * count))
  const [one, two] = cluster.servers.map(({ url }) =>
    newCustomer({
      url,
      sandboxUrl: cluster.sandbox.url,
      publishableKey: cluster.shop.publishable_key,
    })
  )
  if (one === undefined || two === undefined) throw new Error("There are not two servers.")
  const arms = [
    {
      ...newArm("one server, Medusa's modules in memory", [newCustomer(shop)], shop.carts),
      pids: await pidsOfShop(shop),
    },
    { ...newArm("one server and a worker, on Redis", [one], filled.splice(0, count)), pids },
    { ...newArm("two servers and a worker, on Redis", [one, two], filled), pids },
  ]
  await step("Warming up", async () => {
    for (const arm of arms) await checkOut(arm, WARM_UP)
  })
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const arm of arms) await step(`${arm.name}, round ${round + 1}`, () => takeRound(arm))
  }
  return arms
}

const newArm = (
  name: string,
  customers: readonly Customer[],
  carts: Cart[]
): Omit<Arm, "pids"> => ({
  name,
  customers,
  carts,
  rates: [],
  cpu: new Map(),
})

async function fillCarts(cluster: Cluster, count: number): Promise<Cart[]> {
  const carts: Cart[] = []
  let begun = 0
  const fill = async (server: 0 | 1) => {
    const front = shopfront(cluster, server)
    while (begun < count) {
      begun += 1
      const id = await front.fillCart(0, 1)
      carts.push({ id, collection_id: await front.openCollection(id) })
    }
  }
  await Promise.all(Array.from({ length: FILLERS }, (_, n) => fill(n % 2 === 0 ? 0 : 1)))
  return carts
}

async function takeRound(arm: Arm): Promise<void> {
  const before = await usagesOf(arm.pids)
  const seconds = await checkOut(arm, CARTS)
  arm.rates.push(CARTS / seconds)
  for (const [part, used] of cpuBetween(before, await usagesOf(arm.pids))) {
    arm.cpu.set(part, (arm.cpu.get(part) ?? 0) + used)
  }
}

/** @returns the seconds it took. */
async function checkOut({ customers, carts: all }: Arm, count: number): Promise<number> {
  const carts = all.splice(0, count)
  const serve = async (who: Customer) => {
    for (let cart = carts.pop(); cart !== undefined; cart = carts.pop()) {
      const invoice = await who.start(cart, OURS)
      if (invoice === undefined) throw new Error("A session has no invoice.")
      await who.pay(invoice)
      await who.complete(cart)
    }
  }
  const start = performance.now()
  const queues = Array.from({ length: CUSTOMERS }, (_, n) => customers[n % customers.length])
  await Promise.all(queues.flatMap((who) => (who === undefined ? [] : [serve(who)])))
  return (performance.now() - start) / 1000
}

/** Each set-up is a column. */
function rowsOf(arms: readonly Arm[]): Row[] {
  const base = medianOf(arms[0]?.rates ?? [])
  const row = (what: string, goal: string, cell: (arm: Arm) => string): Row => {
    const cells: Row = { what }
    for (const arm of arms) cells[arm.name] = cell(arm)
    return { ...cells, goal }
  }
  return [
    row("checkouts a second, median", "", ({ rates }) => medianOf(rates).toFixed(2)),
    row("of the slowest and the fastest round", "", ({ rates }) =>
      [Math.min(...rates), Math.max(...rates)].map((rate) => rate.toFixed(2)).join(" and ")
    ),
    row("to the first", `two servers: at least ${GOAL}`, ({ rates }) =>
      (medianOf(rates) / base).toFixed(2)
    ),
    ...PARTS.map((part) =>
      row(`${part}, CPU s a checkout`, "", ({ cpu }) => {
        const seconds = cpu.get(part)
        return seconds === undefined ? "" : perCheckout(seconds).toFixed(3)
      })
    ),
  ]
}

/** What processor time alone would allow, whatever else the machine did meanwhile. */
function ceilings([one, , two]: readonly Arm[]): string {
  const used = (arm: Arm | undefined, parts: readonly Part[]) =>
    perCheckout(parts.reduce((sum, part) => sum + (arm?.cpu.get(part) ?? 0), 0))
  const cores = cpus().length
  const single = 1 / used(one, ["server 1"])
  const shared = cores / used(two, PARTS)
  const apart = 2 / used(two, ["server 1", "server 2"])
  const times = (rate: number) => `${rate.toFixed(1)} a second, ${(rate / single).toFixed(2)} times`
  return (
    `By processor time alone, one server, which is one thread, could serve ${single.toFixed(1)} a second; two servers with ` +
    `all the rest on these ${cores} cores ${times(shared)} that; and two with a core each and the rest elsewhere ${times(apart)} that.`
  )
}

const perCheckout = (seconds: number) => seconds / (ROUNDS * CARTS)
