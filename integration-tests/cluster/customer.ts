import { setTimeout as sleep } from "node:timers/promises"
import { announcement } from "../setup/webhooks"
import type { Cluster } from "./cluster"
import type { Announcement, CustomerPlan } from "./plan"
import { shopfront } from "./shopfront"

/** How long a customer stays on the return page, and how often it asks, in milliseconds. */
const POLL_LIMIT_MS = 12_000
const POLL_EVERY_MS = 1_500

/** An invoice that was paid. */
type PaidInvoice = {
  number: number
  cartId: string
  /** When the customer pressed the button, in milliseconds since 1970. */
  at: number
  /** Nobody tells the store: only the reconciler can find it. */
  silent: boolean
}

/** What a run's customers did so far. */
export type Deeds = {
  carts: number
  paid: PaidInvoice[]
  /** Announced, and never paid. */
  unpaid: number[]
  dropped: number
  doubled: number
  forged: number
}

export const newDeeds = (): Deeds => ({
  carts: 0,
  paid: [],
  unpaid: [],
  dropped: 0,
  doubled: 0,
  forged: 0,
})

/**
 * One customer from the cart to the payment.
 *
 * @returns what goes on after it: the return page, `cart.complete`
 */
export async function serve(
  cluster: Cluster,
  plan: CustomerPlan,
  deeds: Deeds
): Promise<Promise<unknown>[]> {
  const shop = shopfront(cluster, plan.server)
  const cartId = await shop.fillCart(plan.variant, plan.quantity)
  const collectionId = await shop.openCollection(cartId)
  const first = await shop.startPayment(collectionId)
  const started = [first]
  if (plan.paysTwice) {
    const other = { returnUrl: ANOTHER_PAGE, number: first.number }
    started.push(await shop.startPayment(collectionId, other))
  }
  deeds.carts += 1
  if (plan.forged) await forge(cluster, first.number, deeds)
  if (!plan.pays) {
    deeds.unpaid.push(first.number)
    return []
  }
  const silent = plan.announcement === "dropped" && !plan.polls && !plan.completes
  for (const { number } of started) {
    deeds.paid.push({ number, cartId, at: Date.now(), silent })
    await pay(cluster, number, plan.announcement, deeds)
  }
  const latest = started.at(-1) ?? first
  return [
    ...(plan.completes ? [shop.complete(cartId)] : []),
    ...(plan.polls ? [stayOnReturnPage(shop, latest.sessionId)] : []),
  ]
}

/** The same cart from another page of the shop: another return address, so another invoice. */
const ANOTHER_PAGE = "http://127.0.0.1:8000/another-page?session={session_id}"

/** The customer pays; what the service announces goes to both servers in the same instant. */
async function pay(
  cluster: Cluster,
  number: number,
  how: Announcement,
  deeds: Deeds
): Promise<void> {
  const { amount, webhook_url } = await cluster.sandbox.payment(number)
  if (webhook_url === null) throw new Error(`Invoice ${number} has no webhook address of its own.`)
  const mode = { sent: "send", dropped: "drop", doubled: "twice" } as const
  await cluster.sandbox.pay(number, mode[how])
  if (how === "dropped") deeds.dropped += 1
  if (how === "doubled") deeds.doubled += 1
  if (how === "dropped") return
  const times = how === "doubled" ? 2 : 1
  const second = `${cluster.servers[1].url}${new URL(webhook_url).pathname}`
  for (let n = 0; n < times; n += 1) void post(second, announcement(number, amount))
}

/** Somebody who guesses numbers announces an invoice as paid, to both servers and both addresses. */
async function forge(cluster: Cluster, number: number, deeds: Deeds): Promise<void> {
  const { amount } = await cluster.sandbox.payment(number)
  const paths = ["/hooks/checkout-uz/main", "/hooks/checkout-uz/main/a-guess"]
  for (const { url } of cluster.servers) {
    for (const path of paths) {
      deeds.forged += 1
      void post(`${url}${path}`, announcement(number, amount))
    }
  }
}

/** Nobody hears whether it arrived: a server may be down, and nothing is sent again. */
async function post(url: string, body: unknown): Promise<void> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    })
    await response.text()
  } catch {
    // Lost with the server that died.
  }
}

type Shopfront = ReturnType<typeof shopfront>

async function stayOnReturnPage(shop: Shopfront, sessionId: string): Promise<void> {
  const deadline = Date.now() + POLL_LIMIT_MS
  while (Date.now() < deadline) {
    const status = await shop.paymentStatus(sessionId)
    if (status === "order_placed" || status === "held") return
    await sleep(POLL_EVERY_MS)
  }
}
