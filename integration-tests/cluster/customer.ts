import { setTimeout as sleep } from "node:timers/promises"
import type { Cluster } from "./cluster"
import type { Deeds } from "./deeds"
import { payInParts } from "./parts"
import { forge, pay } from "./paying"
import { type CustomerPlan, piecesOf } from "./plan"
import { ANOTHER_PAGE, type Shopfront, shopfront } from "./shopfront"

/** How long a customer stays on the return page, and how often it asks, in milliseconds. */
const POLL_LIMIT_MS = 12_000
const POLL_EVERY_MS = 1_500

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
  const price = cluster.shop.variants[plan.variant]?.amount ?? 0
  const cartId = await shop.fillCart(plan.variant, piecesOf(plan, price))
  const collectionId = await shop.openCollection(cartId)
  const first = await shop.startPayment(collectionId)
  deeds.carts += 1
  if (plan.parts) {
    const payment = { cartId, collectionId, first, parts: plan.parts }
    return [payInParts({ cluster, shop, deeds }, plan, payment)]
  }
  const started = [first]
  if (plan.paysTwice) {
    const other = { returnUrl: ANOTHER_PAGE, number: first.number }
    started.push(await shop.startPayment(collectionId, other))
  }
  if (plan.forged) await forge(cluster, first.number, deeds)
  if (!plan.pays) {
    deeds.unpaid.push(first.number)
    return []
  }
  const silent = plan.announcement === "dropped" && !plan.polls && !plan.completes
  for (const { number } of started) {
    deeds.paid.push({ number, cartId, at: Date.now(), isPart: false, silent })
    await pay(cluster, number, plan.announcement, deeds)
  }
  const latest = started.at(-1) ?? first
  return [
    ...(plan.completes ? [shop.complete(cartId)] : []),
    ...(plan.polls ? [stayOnReturnPage(shop, latest.sessionId)] : []),
  ]
}

async function stayOnReturnPage(shop: Shopfront, sessionId: string): Promise<void> {
  const deadline = Date.now() + POLL_LIMIT_MS
  while (Date.now() < deadline) {
    const status = (await shop.shownPayment(sessionId))?.status
    if (status === "order_placed" || status === "held") return
    await sleep(POLL_EVERY_MS)
  }
}
