import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import type { ICartModuleService, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { DELIVERY } from "../../examples/demo-store/src/seed/catalogue"
import { seedDelivery } from "../../examples/demo-store/src/seed/delivery"
import { seedProducts, type SeededVariant } from "../../examples/demo-store/src/seed/products"
import { seedShop } from "../../examples/demo-store/src/seed/shop"
import { freePort } from "../../scripts/lib/ports"
import { createSandbox } from "../../src/sandbox"
import { untilForgotten, untilQuiet } from "./quiet"
import { startServer, type RunningServer } from "./server"
import { sandboxControl, type SandboxControl } from "./sandbox-control"
import { storeClient, type Session, type StoreClient } from "./store-client"

export const PROVIDER_ID = "pp_checkout-uz_main"
export const OTHER_PROVIDER_ID = "pp_system_default"

/** What a test file changes about the shop it runs on. */
export type ShopOptions = {
  /** Options of the plugin over the tests' own; `null` takes one away. */
  plugin?: Record<string, unknown>
  apiKey?: string
  /** Further provider entries of this plugin, beside `main`. */
  providers?: { id: string; options: Record<string, unknown> }[]
  /** The payment module's `dependencies`, where a test leaves some out. */
  dependencies?: string[]
  /** Where the shop keeps its locks; in memory unless said otherwise. */
  locking?: "memory" | "postgres"
  /** Which part of the work the server says it does; all of it unless said otherwise. */
  workerMode?: "server"
  /** SQL statements that the database has seen before the server starts. */
  beforeStart?: readonly string[]
  /** Whether Medusa's roles (its flag `rbac`) are switched on. */
  roles?: boolean
  /**
   * How many ready carts stand in the database every test begins with, as most tests want one (2).
   * None where a server remembers what was done to a cart for longer than a test lasts.
   */
  cartsOnHand?: number
}

/** A cart that is ready to be paid. Amounts in UZS. */
export type ReadyCart = { id: string; collectionId: string; total: number }

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
    const running = {
      baseUrl: "",
      sandboxUrl: "",
      publishableKey: "",
      regionId: "",
      shippingOptionId: "",
      variants: [] as SeededVariant[],
    }
    let server: RunningServer | undefined
    const serverNow = (): RunningServer => {
      if (!server) throw new Error("The shop has not started yet.")
      return server
    }
    const carts = cartsOnHand(options.cartsOnHand ?? 2)
    const shop = openShop(running, serverNow, carts)

    beforeAll(async () => {
      const { url } = await sandboxServer.listen(0)
      const port = await freePort()
      running.sandboxUrl = url
      running.baseUrl = `http://127.0.0.1:${port}`
      process.env.TEST_API_KEY = options.apiKey ?? "sandbox-key"
      process.env.TEST_PLUGIN_OPTIONS = JSON.stringify(pluginOptions(running, options))
      process.env.TEST_PROVIDERS = JSON.stringify(options.providers ?? [])
      process.env.MEDUSA_FF_RBAC = String(options.roles ?? false)
      process.env.TEST_LOCKING = options.locking ?? "memory"
      process.env.TEST_WORKER_MODE = options.workerMode ?? "shared"
      process.env.TEST_DEPENDENCIES = JSON.stringify(options.dependencies ?? null)
      // The copied store has neither Medusa's roles nor its locks in PostgreSQL.
      const migrate = options.roles === true || options.locking === "postgres"
      const folder = join(__dirname, "..", "app")
      server = await startServer({ folder, port, migrate, beforeStart: options.beforeStart ?? [] })
      Object.assign(running, await seed(server.container, running.baseUrl, options))
      await carts.fill(shop)
    })
    beforeEach(async () => {
      await serverNow().database.refresh()
      carts.putBack()
    })
    afterEach(async () => {
      await untilForgotten(shop)
      await untilQuiet(shop)
      await serverNow().untilWorkflowsEnd()
    })
    afterAll(async () => {
      await server?.stop()
      await sandboxServer.close()
    })

    tests(shop)
  })
}

function pluginOptions(
  { baseUrl, sandboxUrl }: { baseUrl: string; sandboxUrl: string },
  options: ShopOptions
): Record<string, unknown> {
  const all: Record<string, unknown> = {
    baseUrl: `${sandboxUrl}/api/v1`,
    webhookBaseUrl: baseUrl,
    returnUrl: "http://127.0.0.1:8000/checkout/return?session={session_id}",
    storefrontOrigins: ["http://127.0.0.1:8000"],
    timeouts: { requestMs: 3_000 },
    // Tests say themselves who notices a payment.
    reconcile: { sweepSeconds: 86_400 },
    // Tests ask far more often than customers do.
    limits: {
      webhookCallsPerMinute: 100_000,
      storePerSession: 100_000,
      storePerAddress: 100_000,
      invoicesPerCollection: 100_000,
      cardAttempts: 100_000,
    },
    ...options.plugin,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}

async function seed(container: MedusaContainer, backendUrl: string, options: ShopOptions) {
  const { region, salesChannelId, publishableKey } = await seedShop(container, [
    PROVIDER_ID,
    OTHER_PROVIDER_ID,
    ...(options.providers ?? []).map(({ id }) => `pp_checkout-uz_${id}`),
  ])
  const delivery = await seedDelivery(container, salesChannelId)
  const variants = await seedProducts(container, {
    salesChannelId,
    backendUrl,
    shippingProfileId: delivery.shippingProfileId,
    stockLocationId: delivery.stockLocationId,
  })
  return {
    variants,
    publishableKey,
    regionId: region.id,
    shippingOptionId: delivery.shippingOptionId,
  }
}

function openShop(
  running: {
    baseUrl: string
    sandboxUrl: string
    publishableKey: string
    regionId: string
    shippingOptionId: string
    variants: SeededVariant[]
  },
  server: () => RunningServer,
  carts: CartsOnHand
): Shop {
  const shop: Shop = {
    get container() {
      return server().container
    },
    get baseUrl() {
      return running.baseUrl
    },
    get sandbox() {
      return sandboxControl(running.sandboxUrl)
    },
    get store() {
      return storeClient(running.baseUrl, running.publishableKey)
    },
    get variants() {
      return running.variants
    },
    get regionId() {
      return running.regionId
    },
    get shippingOptionId() {
      return running.shippingOptionId
    },
    sql: async (statement, values = []) =>
      z
        .object({ rows: z.array(z.record(z.string(), z.unknown())) })
        .parse(
          await server()
            .container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
            .raw(statement, values)
        ).rows,
    readyCart: async (variantIndex = 0, quantity = 1) =>
      (variantIndex === 0 && quantity === 1 ? carts.take() : undefined) ??
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

type CartsOnHand = ReturnType<typeof cartsOnHand>

/** Carts that are made once: a test's database is a copy of the one they were made in. */
function cartsOnHand(wanted: number) {
  const made: ReadyCart[] = []
  let taken = 0
  return {
    fill: async (shop: Shop): Promise<void> => {
      while (made.length < wanted) {
        made.push(await withCollection(shop, await fillCart(shop, 0, 1)))
      }
    },
    putBack: (): void => {
      taken = 0
    },
    take: (): ReadyCart | undefined => {
      const cart = made[taken]
      taken += 1
      return cart
    },
  }
}

const cartSchema = z.object({ cart: z.looseObject({ id: z.string(), total: z.number() }) })
const collectionSchema = z.object({ payment_collection: z.looseObject({ id: z.string() }) })

async function fillCart(shop: Shop, index: number, quantity: number): Promise<string> {
  const { store } = shop
  const variant = shop.variants[index]
  const [courier] = DELIVERY
  if (!courier) throw new Error("The shop has no way of delivery.")
  if (!variant) throw new Error(`The shop has no variant ${index}.`)
  const created = cartSchema.parse(
    await store.ok("POST", "/store/carts", {
      region_id: shop.regionId,
      email: "xaridor@example.uz",
      items: [{ variant_id: variant.id, quantity }],
      shipping_address: {
        first_name: "Dilnoza",
        last_name: "Karimova",
        address_1: "Amir Temur shoh koʻchasi, 1",
        city: "Toshkent",
        country_code: "uz",
        phone: "+998901234567",
      },
    })
  )
  const { id } = created.cart
  // Through the Store API this takes Medusa a second (checkout.spec.ts does it); the row is the same.
  const carts: ICartModuleService = shop.container.resolve(Modules.CART)
  await carts.addShippingMethods(id, [
    { name: courier.name, amount: courier.price, shipping_option_id: shop.shippingOptionId },
  ])
  return id
}

/** A price agreed by hand for the cart's one item, with free delivery. */
async function reprice(shop: Shop, cartId: string, total: string): Promise<void> {
  const carts: ICartModuleService = shop.container.resolve(Modules.CART)
  const cart = await carts.retrieveCart(cartId, { relations: ["items", "shipping_methods"] })
  for (const { id } of cart.items ?? []) {
    await carts.updateLineItems(id, { unit_price: total, is_custom_price: true })
  }
  for (const { id } of cart.shipping_methods ?? []) {
    await carts.updateShippingMethods([{ id, amount: 0 }])
  }
}

async function withCollection({ store }: Shop, id: string): Promise<ReadyCart> {
  const { payment_collection } = collectionSchema.parse(
    await store.ok("POST", "/store/payment-collections", { cart_id: id })
  )
  const { cart } = cartSchema.parse(await store.ok("GET", `/store/carts/${id}`))
  return { id, collectionId: payment_collection.id, total: cart.total }
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
