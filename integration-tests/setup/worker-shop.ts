import { join } from "node:path"
import type { MedusaContainer } from "@medusajs/framework/types"
import { seedDelivery } from "../../examples/demo-store/src/seed/delivery"
import { seedProducts, type SeededVariant } from "../../examples/demo-store/src/seed/products"
import { seedShop } from "../../examples/demo-store/src/seed/shop"
import { freePort } from "../../scripts/lib/ports"
import type { ReadyCart } from "./carts"
import { startServer, type RunningServer } from "./server"

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

/** A shop that has been started and seeded. */
export type RunningShop = {
  server: RunningServer
  baseUrl: string
  /** Where it expects the sandbox. */
  sandboxUrl: string
  publishableKey: string
  regionId: string
  shippingOptionId: string
  variants: SeededVariant[]
  /** Carts that are in the database every test begins with. */
  carts: ReadyCart[]
}

declare global {
  /** A shop is kept where the next file finds it; not where a test failed on it (environment.ts). */
  var shopOfWorker: { options: string; shop: RunningShop; isDoubtful: boolean } | undefined
}

/**
 * The shop that the last test file of this worker ran on, where it had the same options: to start one
 * takes seconds. Else a new one in its place, since one process is one Medusa.
 *
 * @param startSandbox on a port, or with 0 on any free one; it resolves to its address
 */
export async function shopFor(
  options: ShopOptions,
  startSandbox: (port: number) => Promise<string>
): Promise<RunningShop> {
  const wanted = JSON.stringify(options)
  const kept = globalThis.shopOfWorker
  if (kept?.options === wanted && !kept.isDoubtful) {
    await startSandbox(Number(new URL(kept.shop.sandboxUrl).port))
    return kept.shop
  }
  globalThis.shopOfWorker = undefined
  await kept?.shop.server.stop()
  const shop = await startShop(options, await startSandbox(0))
  globalThis.shopOfWorker = { options: wanted, shop, isDoubtful: false }
  return shop
}

/** Starts a shop beside a sandbox, and seeds it with the demo's tea. */
async function startShop(options: ShopOptions, sandboxUrl: string): Promise<RunningShop> {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  process.env.TEST_API_KEY = options.apiKey ?? "sandbox-key"
  process.env.TEST_PLUGIN_OPTIONS = JSON.stringify(pluginOptions(baseUrl, sandboxUrl, options))
  process.env.TEST_PROVIDERS = JSON.stringify(options.providers ?? [])
  process.env.MEDUSA_FF_RBAC = String(options.roles ?? false)
  process.env.TEST_LOCKING = options.locking ?? "memory"
  process.env.TEST_WORKER_MODE = options.workerMode ?? "shared"
  process.env.TEST_DEPENDENCIES = JSON.stringify(options.dependencies ?? null)
  // The copied store has neither Medusa's roles nor its locks in PostgreSQL.
  const migrate = options.roles === true || options.locking === "postgres"
  const folder = join(__dirname, "..", "app")
  const server = await startServer({
    folder,
    port,
    migrate,
    beforeStart: options.beforeStart ?? [],
  })
  const seeded = await seed(server.container, baseUrl, options)
  return { server, baseUrl, sandboxUrl, ...seeded, carts: [] }
}

function pluginOptions(
  baseUrl: string,
  sandboxUrl: string,
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
