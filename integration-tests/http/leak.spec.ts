import { LOG_FILE, OUTPUT } from "../setup/debug-logs"
import { readFile, rm } from "node:fs/promises"
import { dirname } from "node:path"
import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { seedAdminUser } from "../../examples/demo-store/src/seed/admin-user"
import { expectSettledOnce } from "../setup/books"
import { echoingService, ECHOES } from "../setup/echoing-service"
import { databaseText, findLeaks, recordAnswers } from "../setup/leaks"
import { untilQuiet } from "../setup/quiet"
import { sandboxControl, type Fault } from "../setup/sandbox-control"
import { pauseIsOver } from "../setup/patience"
import { describeShop, eventually, PROVIDER_ID, type ReadyCart, type Shop } from "../setup/shop"
import { announcement, BARE_ADDRESS, CORE_ADDRESS, ownAddress, postHook } from "../setup/webhooks"

const API_KEY = "cuz_live_9tQ+x2/Vb7Lr~Ke4.Wm8Zs0Yd6Jf3Hc1Ga5Np-Ui_Ov="
const MARKER = "planted-marker-7f3a9c"
const ADMIN = { email: "egasi@example.uz", password: "choy-va-non" }

const FAILURES: Fault[] = ["http_500", "http_429", "status_error", "html", "reset", "hang"]

const service = echoingService()
let serviceUrl = ""

describe("the API key", () => {
  beforeAll(async () => {
    serviceUrl = await service.listen()
  })
  afterAll(async () => {
    OUTPUT.restore()
    await service.close()
    await rm(dirname(LOG_FILE), { recursive: true })
  })

  const plugin = {
    get baseUrl() {
      return `${serviceUrl}/api/v1`
    },
  }

  describeShop("stays where it belongs", { apiKey: API_KEY, plugin }, (shop) => {
    it("no log, no row and no answer of a whole checkout with all its failures gives the key away", async () => {
      service.standBefore(shop.sandbox.url)
      const answers = recordAnswers(() => shop.baseUrl)
      try {
        const cart = await shop.readyCart()
        await failToStart(shop, cart)
        const desk = await openDesk(shop)
        await failToStartAtDesk(shop, desk, cart)
        const atDesk: Shop = { ...shop, sandbox: desk }
        const paid = await payThroughFailures(atDesk, cart)
        await lookAround(atDesk, paid)
        await plantMarkers(shop)
        await untilQuiet(shop)
        await eventually(
          () => readFile(LOG_FILE, "utf8"),
          (text) => text.includes(MARKER)
        )
      } finally {
        answers.restore()
      }
      const places = {
        logFile: await readFile(LOG_FILE, "utf8"),
        output: OUTPUT.text(),
        database: await databaseText(shop),
        answers: answers.text(),
      }
      for (const text of Object.values(places)) {
        // What was put there is found, so what is not found is not there.
        expect(text).toContain(MARKER)
        expect(findLeaks(text, API_KEY)).toEqual([])
      }
      // The failures did happen and were told.
      expect(places.logFile).toMatch(/"level":"debug"/)
      for (const words of [
        "HTTP 401",
        "HTTP 403",
        "HTTP 500",
        "HTTP 502",
        "HTTP 429",
        "[hidden]",
      ]) {
        expect(places.logFile).toContain(words)
      }
    }, 300_000)

    it.each([
      ["the key", `x${API_KEY}x`],
      ["half the key", API_KEY.slice(0, 20)],
      ["the header", `Bearer something`],
      ["the header's name", `{"Authorization":"Basic x"}`],
      ["the key in an address", `?key=${encodeURIComponent(API_KEY)}`],
      ["the header in base64", Buffer.from(`{"a":"Bearer ${API_KEY}"}`).toString("base64")],
      ["the key in hex", `\\x${Buffer.from(API_KEY).toString("hex")}`],
    ])("the search finds %s", async (_what, leak) => {
      await shop.sql(`UPDATE store SET metadata = ?::jsonb`, [JSON.stringify({ note: leak })])
      expect(findLeaks(await databaseText(shop), API_KEY)).not.toEqual([])
    })
  })
})

const start = (shop: Shop, cart: ReadyCart) =>
  shop.store.post(`/store/payment-collections/${cart.collectionId}/payment-sessions`, {
    provider_id: PROVIDER_ID,
  })

/** The service knows no such key yet, or gives back what it was sent. */
async function failToStart(shop: Shop, cart: ReadyCart): Promise<void> {
  expect((await start(shop, cart)).status).toBe(502)
  for (const echo of ECHOES) {
    service.answerWith(echo)
    expect((await start(shop, cart)).status).toBeGreaterThanOrEqual(400)
  }
  service.answerWith(undefined)
}

async function openDesk(shop: Shop) {
  return sandboxControl(shop.sandbox.url, await shop.sandbox.openCashDesk(API_KEY))
}

async function failToStartAtDesk(
  shop: Shop,
  desk: Shop["sandbox"],
  cart: ReadyCart
): Promise<void> {
  await desk.settings({ ip_whitelist: ["192.0.2.1"] })
  expect((await start(shop, cart)).status).toBe(502)
  await desk.settings({ ip_whitelist: null })
  for (const kind of [...FAILURES, "wrong_amount"] as const) {
    await desk.fault("create_payment", kind)
    expect((await start(shop, cart)).status).toBeGreaterThanOrEqual(400)
    await pauseIsOver(shop)
  }
}

/** A customer pays while every call about the payment fails in one way after the other. */
async function payThroughFailures(shop: Shop, cart: ReadyCart) {
  const [session] = await shop.store.startSession(cart.collectionId, PROVIDER_ID)
  const number = session?.data.invoice_id ?? -1
  const returnPage = () => shop.store.get(`/store/checkout-uz/payment-sessions/${session?.id}`)
  const askAgain = async () => {
    await shop.sql(`UPDATE checkout_uz_invoice SET requested_at = NULL`)
    await returnPage()
  }
  for (const kind of [...FAILURES, "wrong_id"] as const) {
    await shop.sandbox.fault("status_payment", kind, 1_000)
    await askAgain()
    await shop.sandbox.clearFaults()
    await pauseIsOver(shop)
  }
  for (const echo of ECHOES) {
    service.answerWith(echo)
    await askAgain()
  }
  await shop.store.post(`/store/carts/${cart.id}/complete`)
  service.answerWith(undefined)

  const own = await ownAddress(shop, number)
  for (const path of [own, BARE_ADDRESS, CORE_ADDRESS]) {
    await postHook(shop, path, "not JSON")
    await postHook(shop, path, announcement(number + 1, cart.total))
  }
  await fetch(`${shop.baseUrl}${own}`)
  await shop.sandbox.pay(number)
  const { orders } = await expectSettledOnce(shop, cart)
  await returnPage()
  return { cart, orderId: orders[0]?.id ?? "", sessionId: session?.id ?? "" }
}

/** Reads what the store's API and the admin's give to read, and undoes the order. */
async function lookAround(
  shop: Shop,
  paid: { cart: ReadyCart; orderId: string; sessionId: string }
): Promise<void> {
  const { get, post } = shop.store
  await get(`/store/carts/${paid.cart.id}`)
  await get(`/store/orders/${paid.orderId}?fields=*payment_collections.payments`)
  await get(`/store/payment-providers?region_id=${shop.regionId}`)
  await get(`/store/checkout-uz/payment-sessions/unknown`)
  await post(`/store/carts/${paid.cart.id}/complete`)
  await start(shop, paid.cart)

  const admin = await signIn(shop)
  for (const path of [
    "orders",
    `orders/${paid.orderId}?fields=*payment_collections.payment_sessions,*payment_collections.payments`,
    "payments",
    "payments/payment-providers",
    "plugins",
    "stores",
    "regions",
    "api-keys",
    "users",
    "workflows-executions?fields=*&limit=100",
  ]) {
    expect(await admin("GET", path)).toBe(200)
  }
  const [payment] = await shop.sql(`SELECT id FROM payment`)
  await admin("POST", `payments/${String(payment?.id)}/refund`, { amount: 1_000 })
  await admin("POST", `orders/${paid.orderId}/cancel`)
}

async function signIn(shop: Shop) {
  await seedAdminUser(shop.container, ADMIN.email, ADMIN.password)
  const headers = { "content-type": "application/json" }
  const signedIn = await fetch(`${shop.baseUrl}/auth/user/emailpass`, {
    method: "POST",
    headers,
    body: JSON.stringify(ADMIN),
  })
  const { token } = z.object({ token: z.string() }).parse(await signedIn.json())
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${shop.baseUrl}/admin/${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    await response.text()
    return response.status
  }
}

/** Puts a mark into every place that is searched. */
async function plantMarkers(shop: Shop): Promise<void> {
  shop.container.resolve<Logger>(ContainerRegistrationKeys.LOGGER).debug(MARKER)
  const cart = await shop.readyCart()
  await shop.store.ok("POST", `/store/carts/${cart.id}`, { metadata: { note: MARKER } })
}
