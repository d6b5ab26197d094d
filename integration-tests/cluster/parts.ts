import { setTimeout as sleep } from "node:timers/promises"
import type { Cluster } from "./cluster"
import type { Deeds } from "./deeds"
import { forge, pay } from "./paying"
import type { CustomerPlan, PartsPlan } from "./plan"
import { ANOTHER_PAGE, type Shopfront, type StartedPayment } from "./shopfront"

/**
 * How long a customer waits for the next part, in milliseconds: a server that died leaves its lock on the
 * cart for two minutes.
 */
const NEXT_PART_LIMIT_MS = 240_000
const LOOK_EVERY_MS = 1_500
/** After how long it asks for the next part: at its return page, or from its cart, in milliseconds. */
const ASK_ON_PAGE_MS = 6_000
const ASK_FROM_CART_MS = 30_000

/** Where a customer pays. */
type Place = { cluster: Cluster; shop: Shopfront; deeds: Deeds }

/** A cart with the session that leads to its first part. */
type PaymentInParts = {
  cartId: string
  collectionId: string
  first: StartedPayment
  parts: PartsPlan
}

/**
 * A customer who pays a cart in parts: each one as soon as the shop says that it is due, and no more of
 * them than planned.
 */
export async function payInParts(
  place: Place,
  plan: CustomerPlan,
  { cartId, collectionId, first, parts }: PaymentInParts
): Promise<void> {
  const { cluster, shop, deeds } = place
  deeds.inParts += 1
  if (parts.pays < parts.count) deeds.unfinished += 1
  const silent = plan.announcement === "dropped" && !plan.polls && !plan.completes
  const paid = new Set<number>()
  const completions: Promise<void>[] = []
  let due: StartedPayment | undefined = first
  while (due !== undefined) {
    const pages: StartedPayment[] = [due]
    // Counted by what was paid: a part that was paid twice may stand for the next one too.
    if (paid.size + 1 === parts.twice) {
      const other = { returnUrl: ANOTHER_PAGE, number: due.number }
      pages.push(await shop.startPayment(collectionId, other))
    }
    for (const { number } of pages) {
      if (plan.forged) await forge(cluster, number, deeds)
      deeds.paid.push({ number, cartId, at: Date.now(), isPart: true, silent })
      paid.add(number)
      await pay(cluster, number, plan.announcement, deeds)
    }
    if (plan.completes) completions.push(shop.complete(cartId))
    if (paid.size >= parts.pays) break
    const { sessionId } = pages.at(-1) ?? due
    due = await nextPart(place, plan, { cartId, sessionId, paid })
    if (due === undefined) deeds.stuck.push(cartId)
  }
  await Promise.all(completions)
}

type Waiting = { cartId: string; sessionId: string; paid: ReadonlySet<number> }

/**
 * Waits until the next part is due, at the return page or in the cart, and asks for it where it does not
 * come: the shop may be down, or the service failed to make it. Undefined where it never came.
 */
export async function nextPart(
  { cluster, shop }: Place,
  { polls }: Pick<CustomerPlan, "polls">,
  { cartId, sessionId, paid }: Waiting
): Promise<StartedPayment | undefined> {
  const patience = polls ? ASK_ON_PAGE_MS : ASK_FROM_CART_MS
  const deadline = Date.now() + NEXT_PART_LIMIT_MS
  let askAt = Date.now() + patience
  while (Date.now() < deadline) {
    const number = polls
      ? await numberOnPage(cluster, shop, sessionId)
      : await shop.invoiceInCart(cartId)
    if (number !== undefined && !paid.has(number)) return { sessionId, number }
    if (Date.now() >= askAt) {
      await shop.refresh(sessionId)
      askAt = Date.now() + patience
    }
    await sleep(LOOK_EVERY_MS)
  }
  return undefined
}

/** The invoice that the return page leads to. */
async function numberOnPage(
  { sandbox }: Cluster,
  shop: Shopfront,
  sessionId: string
): Promise<number | undefined> {
  const address = (await shop.shownPayment(sessionId))?.payment_url
  if (!address) return undefined
  const { pathname } = new URL(address)
  return (await sandbox.payments()).find(({ uuid }) => pathname.includes(uuid))?.id
}
