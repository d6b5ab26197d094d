import { setTimeout as delay } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { SeededVariant } from "../../examples/demo-store/src/seed/products"
import { createSandbox } from "../../src/sandbox"
import { fillCart, reprice, withCollection, type ReadyCart } from "./carts"
import { untilForgotten, untilQuiet } from "./quiet"
import { sandboxControl, type SandboxControl } from "./sandbox-control"
import { storeClient, type Session, type StoreClient } from "./store-client"
import { shopFor, type RunningShop, type ShopOptions } from "./worker-shop"

export type { ReadyCart } from "./carts"
export { OTHER_PROVIDER_ID, PROVIDER_ID, type ShopOptions } from "./worker-shop"

/** A running shop: a real Medusa server on a real database, and the sandbox beside it. */
export type Shop = {
  readonly container: MedusaContainer
  readonly baseUrl: string
  readonly sandbox: SandboxControl
  readonly store: StoreClient
  readonly variants: SeededVariant[]
  readonly regionId: string
  readonly shippingOptionId: string
  /** Runs SQL with `?` placeholders against the shop's database. */
  sql: (
    statement: string,
    values?: readonly (string | number)[]
  ) => Promise<Record<string, unknown>[]>
  /** A cart with items, an e-mail, an address, a way of delivery and a payment collection. */
  readyCart: (variantIndex?: number, quantity?: number) => Promise<ReadyCart>
  /** A ready cart that comes to exactly this, in UZS. */
  cartOver: (total: string) => Promise<ReadyCart>
  /** A ready cart with a payment session of ours. */
  startedCart: (
    variantIndex?: number
  ) => Promise<{ cart: ReadyCart; session: Session; number: number }>
}

/**
 * Runs tests on a shop of their own. The database is as fresh as after seeding before every test;
 * the sandbox's books go on.
 */
export function describeShop(
  name: string,
  options: ShopOptions,
  tests: (shop: Shop) => void
): void {
  describe(name, () => {
    const sandboxServer = createSandbox()
    let running: RunningShop | undefined
    const runningNow = (): RunningShop => {
      if (!running) throw new Error("The shop has not started yet.")
      return running
    }
    let cartsTaken = 0
    const shop = openShop(runningNow, () => {
      const cart = runningNow().carts[cartsTaken]
      cartsTaken += 1
      return cart
    })

    beforeAll(async () => {
      running = await shopFor(options, async (port) => (await sandboxServer.listen(port)).url)
      const { carts } = running
      while (carts.length < (options.cartsOnHand ?? 2)) {
        carts.push(await withCollection(shop, await fillCart(shop, 0, 1)))
      }
    })
    beforeEach(async () => {
      await runningNow().server.database.refresh()
      cartsTaken = 0
    })
    afterEach(async () => {
      await untilForgotten(shop)
      await untilQuiet(shop)
      await runningNow().server.untilWorkflowsEnd()
    })
    afterAll(async () => {
      await sandboxServer.close()
    })

    tests(shop)
  })
}

function openShop(running: () => RunningShop, cartOnHand: () => ReadyCart | undefined): Shop {
  const shop: Shop = {
    get container() {
      return running().server.container
    },
    get baseUrl() {
      return running().baseUrl
    },
    get sandbox() {
      return sandboxControl(running().sandboxUrl)
    },
    get store() {
      return storeClient(running().baseUrl, running().publishableKey)
    },
    get variants() {
      return running().variants
    },
    get regionId() {
      return running().regionId
    },
    get shippingOptionId() {
      return running().shippingOptionId
    },
    sql: async (statement, values = []) =>
      z
        .object({ rows: z.array(z.record(z.string(), z.unknown())) })
        .parse(
          await running()
            .server.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
            .raw(statement, values)
        ).rows,
    readyCart: async (variantIndex = 0, quantity = 1) =>
      (variantIndex === 0 && quantity === 1 ? cartOnHand() : undefined) ??
      withCollection(shop, await fillCart(shop, variantIndex, quantity)),
    cartOver: async (total) => {
      const id = await fillCart(shop, 0, 1)
      await reprice(shop, id, total)
      return withCollection(shop, id)
    },
    startedCart: async (variantIndex = 0) => {
      const cart = await shop.readyCart(variantIndex)
      const [session] = await shop.store.startSession(cart.collectionId)
      const number = session?.data.invoice_id
      if (!session || number === undefined) throw new Error("No payment session was started.")
      return { cart, session, number }
    },
  }
  return shop
}

/** Waits until a question has an answer. Throws, with the last one, when it never comes. */
export async function eventually<T>(
  ask: () => Promise<T>,
  accept: (answer: T) => boolean,
  limitMs = 20_000
): Promise<T> {
  const giveUpAt = Date.now() + limitMs
  for (;;) {
    const answer = await ask()
    if (accept(answer)) return answer
    if (Date.now() > giveUpAt) {
      throw new Error(`Waited ${limitMs} ms in vain. The last answer: ${JSON.stringify(answer)}`)
    }
    // A question is a page of queries: asked more often, it slows down what it waits for.
    await delay(150)
  }
}
