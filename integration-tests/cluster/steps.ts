import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import type { Cluster } from "./cluster"
import { type Deeds, newDeeds } from "./deeds"
import type { Kill } from "./kills"
import type { Member } from "./member"
import { nextPart } from "./parts"
import { piecesOf } from "./plan"
import type { Random } from "./random"
import { conclude, hitsByKind, type RunResult } from "./run"
import { type Shopfront, shopfront, type StartedPayment } from "./shopfront"

/** More steps than anything takes. */
const NEVER = 1_000_000
/** How long a member may take for what it is asked, in milliseconds. */
const WORK_LIMIT_MS = 15_000
const LOOK_EVERY_MS = 100

/** A cart that is paid in two parts. */
type Scene = {
  cluster: Cluster
  shop: Shopfront
  deeds: Deeds
  cartId: string
  first: StartedPayment
}

/** Something a member does about a payment, in which it may die. */
type Work = {
  name: string
  memberOf: (cluster: Cluster) => Member
  /** Goes as far as the work. @returns what makes the member begin */
  prepare: (scene: Scene) => Promise<() => Promise<unknown>>
  /** Which parts the customer has paid by then. */
  parts: 1 | 2
}

const serverOf = ({ servers }: Cluster) => servers[0]
/** A shop in which the next request goes to the first server. */
const atServer = ({ cluster }: Scene) => shopfront(cluster, 0)

const WORKS: readonly Work[] = [
  {
    name: "the return page after the first part",
    memberOf: serverOf,
    parts: 1,
    prepare: async (scene) => {
      await payPart(scene, scene.first.number, "drop")
      return () => atServer(scene).shownPayment(scene.first.sessionId)
    },
  },
  {
    name: "the webhook of the first part",
    memberOf: serverOf,
    parts: 1,
    prepare: (scene) => Promise.resolve(() => payPart(scene, scene.first.number, "send")),
  },
  {
    name: "the webhook of the last part",
    memberOf: serverOf,
    parts: 2,
    prepare: async (scene) => {
      const second = await toSecondPart(scene)
      return () => payPart(scene, second, "send")
    },
  },
  {
    name: "the completion after the last part",
    memberOf: serverOf,
    parts: 2,
    prepare: async (scene) => {
      await payPart(scene, await toSecondPart(scene), "drop")
      return () => atServer(scene).complete(scene.cartId)
    },
  },
  {
    name: "the sweep after the last part",
    memberOf: ({ worker }) => worker,
    parts: 2,
    prepare: async (scene) => {
      const second = await toSecondPart(scene)
      return () => payPart(scene, second, "drop")
    },
  },
]

/**
 * Kills the member that works on a payment in parts in place of one of the statements and requests it sends,
 * each time another one, and holds the books together in the end.
 *
 * @param deaths how many in each work, spread over all its steps
 */
export async function runOfSteps(
  cluster: Cluster,
  random: Random,
  { deaths }: { deaths: number }
): Promise<RunResult> {
  const begunAt = Date.now()
  const before = await hitsByKind(cluster)
  const deeds = newDeeds()
  const kills: Kill[] = []
  const afterwards: Promise<void>[] = []
  for (const work of WORKS) {
    const steps = await countSteps(cluster, deeds, work)
    for (let n = 0; n < deaths; n += 1) {
      const step = 1 + Math.floor(((n + random.next()) * steps) / deaths)
      const scene = await enter(cluster, deeds)
      const member = work.memberOf(cluster)
      const died = await diesAt(scene, work, step)
      const atMs = Date.now() - begunAt
      afterwards.push(payTheRest(scene, work))
      if (!died) continue
      const settling = deeds.paid.filter(({ cartId }) => cartId === scene.cartId)
      kills.push({
        victim: member.name,
        atMs,
        settling: settling.map(({ number }) => number),
        during: `${work.name}, before step ${step} of ${steps}`,
      })
      await member.start()
    }
  }
  await Promise.all(afterwards)
  return conclude(cluster, { deeds, kills, before, begunAt })
}

async function enter(cluster: Cluster, deeds: Deeds): Promise<Scene> {
  const shop = shopfront(cluster, 1)
  const price = cluster.shop.variants[0]?.amount ?? 0
  const parts = { count: 2, pays: 2, twice: undefined } as const
  const cartId = await shop.fillCart(0, piecesOf({ quantity: 1, parts }, price))
  const first = await shop.startPayment(await shop.openCollection(cartId))
  deeds.carts += 1
  deeds.inParts += 1
  return { cluster, shop, deeds, cartId, first }
}

async function payPart(
  { cluster, deeds, cartId }: Scene,
  number: number,
  webhook: "send" | "drop"
): Promise<void> {
  const silent = webhook === "drop"
  deeds.paid.push({ number, cartId, at: Date.now(), isPart: true, silent })
  if (silent) deeds.dropped += 1
  await cluster.sandbox.pay(number, webhook)
}

async function toSecondPart(scene: Scene): Promise<number> {
  await payPart(scene, scene.first.number, "send")
  const second = await secondPart(scene)
  if (second === undefined)
    throw new Error(`Cart ${scene.cartId} waited in vain for its second part.`)
  return second
}

async function secondPart({ cluster, shop, deeds, cartId, first }: Scene) {
  const paid = new Set([first.number])
  const place = { cluster, shop, deeds }
  const due = await nextPart(place, { polls: true }, { cartId, sessionId: first.sessionId, paid })
  return due?.number
}

/** The customer goes on, whoever died meanwhile. */
async function payTheRest(scene: Scene, { parts }: Work): Promise<void> {
  if (parts === 2) return
  const second = await secondPart(scene)
  if (second === undefined) scene.deeds.stuck.push(scene.cartId)
  else await payPart(scene, second, "send")
}

/** How many statements and requests a work takes where nobody dies. */
async function countSteps(cluster: Cluster, deeds: Deeds, work: Work): Promise<number> {
  const scene = await enter(cluster, deeds)
  const member = work.memberOf(cluster)
  const begin = await work.prepare(scene)
  await member.dieAt(NEVER)
  await begin()
  const deadline = Date.now() + WORK_LIMIT_MS
  while (!(await isDone(scene, work)) && Date.now() < deadline) await sleep(LOOK_EVERY_MS)
  const steps = await member.dieAt(NEVER)
  await payTheRest(scene, work)
  return steps
}

const countSchema = z.tuple([z.object({ count: z.coerce.number() })])

/** Whether the second part is made, or both are settled. */
async function isDone({ cluster, cartId }: Scene, { parts }: Work): Promise<boolean> {
  const { rows } = await cluster.sql.query(
    `SELECT count(*) AS count FROM checkout_uz_invoice
      WHERE cart_id = $1 AND (state = 'settled' OR $2::int = 1)`,
    [cartId, parts]
  )
  return countSchema.parse(rows)[0].count === 2
}

/** Whether the member died at this step of its work; it may be done before. */
async function diesAt(scene: Scene, work: Work, step: number): Promise<boolean> {
  const member = work.memberOf(scene.cluster)
  const begin = await work.prepare(scene)
  await member.dieAt(step)
  const begun = begin()
  const deadline = Date.now() + WORK_LIMIT_MS
  while (member.isUp() && Date.now() < deadline) await sleep(LOOK_EVERY_MS)
  await begun
  if (!member.isUp()) return true
  await member.dieAt(NEVER)
  return false
}
