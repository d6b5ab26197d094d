import { Agent, request } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "pg"
import { z } from "zod"
import { call } from "../scripts/demo/http"
import { heading, step } from "../scripts/demo/progress"
import { openCheckoutShop, type CheckoutShop } from "./checkout-shop"
import { pidListeningOn, usageOf } from "./cluster/proc"
import { newCustomer, OURS, THEIRS, type Cart, type Customer } from "./customer"
import { medianOf } from "./median"
import { keepResults, type Row } from "./results"

const ORDERS = 40
/** Of Medusa's own address, which waits for five seconds each time. */
const SLOW_ORDERS = 5
const WARM_UP = 10
const STRANGE = 200_000
/** The least memory of the second fifth is compared with that of the last: between collections it comes and goes. */
const FIFTH = STRANGE / 5
const LOOK_MS = 500
const PLAIN = 20_000
const CONNECTIONS = 16
/** What is not ours: no invoice of the sandbox has a number so high. */
const STRANGE_NUMBER = 900_000_000
const AMOUNT = 65_000

type Bench = { shop: CheckoutShop; who: Customer; database: Client }

/** From a webhook to its order, and what webhooks about other stores' invoices cost. */
export async function benchWebhooks(): Promise<void> {
  const shop = await openCheckoutShop(2 * (WARM_UP + ORDERS) + SLOW_ORDERS)
  const database = new Client({ connectionString: shop.databaseUrl })
  try {
    await database.connect()
    const bench = { shop, who: newCustomer(shop), database }
    heading("Measuring")
    const rows = [
      ...(await step("From a webhook to its order", () => measureOrders(bench))),
      ...(await step("Webhooks that are not ours", () => measureStrange(bench))),
    ]
    console.table(rows)
    await keepResults("Webhooks", NOTE, rows)
  } finally {
    await database.end()
    await shop.close()
  }
}

const NOTE =
  `From the request until the order is in the database, one at a time and in turn: a webhook to an invoice's own address, ` +
  `against the completion of a cart with Medusa's system provider, and against the same webhook to the address that Medusa ` +
  `has for every provider. Then ${STRANGE.toLocaleString("en")} webhooks about invoices that are not this store's, ${CONNECTIONS} at once, ` +
  `against the same bodies to a route of the store that only answers 200, by the same caller.`

async function measureOrders(bench: Bench): Promise<Row[]> {
  const { shop, who } = bench
  const ours: number[] = []
  const theirs: number[] = []
  const slow: number[] = []
  for (let n = 0; n < WARM_UP + ORDERS; n++) {
    const byWebhook = await untilOrdered(bench, OURS, (number) => announceAtOwn(bench, number))
    const byThem = await untilOrdered(bench, THEIRS, (_, cart) => who.complete(cart))
    if (n < WARM_UP) continue
    ours.push(byWebhook)
    theirs.push(byThem)
  }
  for (let n = 0; n < SLOW_ORDERS; n++) {
    const address = `${shop.url}/hooks/payment/checkout-uz_main`
    slow.push(await untilOrdered(bench, OURS, (number) => post(address, announcement(number))))
  }
  const [webhook, completion, medusas] = [medianOf(ours), medianOf(theirs), medianOf(slow)]
  return [
    row("webhook to order, to theirs completed (ms)", webhook, completion, "at most 1.1"),
    row("Medusa's own address, to ours (ms)", medusas, webhook, "at least 8"),
  ]
}

/** Milliseconds from a request until the cart has its order. */
async function untilOrdered(
  { shop, who, database }: Bench,
  provider: typeof OURS | typeof THEIRS,
  ask: (number: number, cart: Cart) => Promise<unknown>
): Promise<number> {
  const cart = shop.carts.pop()
  if (!cart) throw new Error("There are too few carts.")
  const number = (await who.start(cart, provider)) ?? 0
  if (provider === OURS) await who.pay(number)
  const begun = performance.now()
  const asked = ask(number, cart)
  for (;;) {
    const { rowCount } = await database.query("SELECT 1 FROM order_cart WHERE cart_id = $1", [
      cart.id,
    ])
    if (rowCount) break
    await sleep(1)
  }
  const taken = performance.now() - begun
  await asked
  return taken
}

const tokenSchema = z.object({ rows: z.tuple([z.object({ webhook_token: z.string() })]) })

async function announceAtOwn({ shop, database }: Bench, number: number): Promise<void> {
  const found: unknown = await database.query(
    "SELECT webhook_token FROM checkout_uz_invoice WHERE number = $1",
    [String(number)]
  )
  const [{ webhook_token: token }] = tokenSchema.parse(found).rows
  await post(`${shop.url}/hooks/checkout-uz/main/${token}`, announcement(number))
}

async function measureStrange({ shop }: Bench): Promise<Row[]> {
  const pid = await pidListeningOn(Number(new URL(shop.url).port))
  const calls = () => callsAt(shop)
  const before = await calls()
  const plain = () =>
    atOnce(PLAIN, (n) => post(`${shop.url}/plain`, announcement(STRANGE_NUMBER + n)))
  const strange = (from: number, to: number) =>
    atOnce(to - from, (n) =>
      post(`${shop.url}/hooks/checkout-uz/main`, announcement(STRANGE_NUMBER + from + n))
    )
  await plain()
  const plainRate = PLAIN / (await plain())
  const memory = watchMemory(pid)
  const begun = performance.now()
  const least: number[] = []
  for (let from = 0; from < STRANGE; from += FIFTH) {
    await strange(from, from + FIFTH)
    least.push(memory.leastSince())
  }
  const rate = (1_000 * STRANGE) / (performance.now() - begun)
  memory.stop()
  const [, settled = 0, , , last = 0] = least
  const made = (await calls()) - before
  const mb = (bytes: number) => bytes / 1_048_576
  return [
    row("webhooks that are not ours a second, to plain answers", rate, plainRate, "at least 0.6"),
    row("the server's memory in the last fifth, to the second (MB)", mb(last), mb(settled), "flat"),
    { what: "requests to the service meanwhile", measured: String(made), goal: "0" },
  ]
}

/** Looks at a process's resident memory all the while. */
function watchMemory(pid: number) {
  let seen: number[] = []
  const timer = setInterval(() => {
    void usageOf(pid).then(({ rss }) => seen.push(rss))
  }, LOOK_MS)
  return {
    /** The least of it, in bytes, since it was asked for the last time. */
    leastSince: () => {
      const least = Math.min(...seen)
      seen = []
      return least
    },
    stop: () => {
      clearInterval(timer)
    },
  }
}

function row(what: string, measured: number, to: number, goal: string): Row {
  const ratio = (measured / to).toFixed(2)
  return { what, measured: measured.toFixed(0), to: to.toFixed(0), ratio, goal }
}

/** Does something so often, some at a time. @returns the seconds it took */
async function atOnce(count: number, job: (n: number) => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  let next = 0
  const one = async () => {
    while (next < count) await job(next++)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  return (performance.now() - begun) / 1_000
}

async function callsAt({ sandboxUrl }: CheckoutShop): Promise<number> {
  const answer = z.array(z.unknown())
  return (await call({ method: "GET", url: `${sandboxUrl}/sandbox/requests`, answer })).length
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

function post(url: string, body: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" }
    const outgoing = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume()
      response.on("end", () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${url} answered ${response.statusCode}.`))
      })
    })
    outgoing.on("error", reject)
    outgoing.end(JSON.stringify(body))
  })
}

function announcement(number: number) {
  const data = { order_id: number, amount: AMOUNT, currency: "UZS", status: "paid" }
  return { status: "success", event: "payment_confirmed", payment_system: "click", data }
}
