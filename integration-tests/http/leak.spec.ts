import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { seedAdminUser } from "../../examples/demo-store/src/seed/admin-user"
import { expectSettledOnce } from "../setup/books"
import { findCardLeaks } from "../setup/card-leaks"
import { hearEverything } from "../setup/debug-logs"
import { echoingService, ECHOES, type Echo } from "../setup/echoing-service"
import { ledgerOf } from "../setup/ledger"
import { databaseText, findLeaks, recordAnswers } from "../setup/leaks"
import { untilQuiet } from "../setup/quiet"
import { sandboxControl, type Fault } from "../setup/sandbox-control"
import { pauseIsOver } from "../setup/patience"
import { describeShop, eventually, PROVIDER_ID, type ReadyCart, type Shop } from "../setup/shop"
import { announcement, BARE_ADDRESS, CORE_ADDRESS, ownAddress, postHook } from "../setup/webhooks"

const API_KEY = "cuz_live_9tQ+x2/Vb7Lr~Ke4.Wm8Zs0Yd6Jf3Hc1Ga5Np-Ui_Ov="
const MARKER = "planted-marker-7f3a9c"
const ADMIN = { email: "egasi@example.uz", password: "choy-va-non" }

/** The one code and the one kind of card that the sandbox takes, and what is told from anything else by itself. */
const CODE = "123456"
const WRONG_CODE = "739182"
const CARD = { card_number: "8600 0000 0000 0001", card_expiry: "09/87" }
const UNKNOWN_CARD = { ...CARD, card_number: "8600 4917 3062 8854" }
const CARD_SECRETS = {
  cards: [CARD.card_number, UNKNOWN_CARD.card_number],
  expiry: CARD.card_expiry,
  codes: [CODE, WRONG_CODE],
}

const FAILURES: Fault[] = ["http_500", "http_429", "status_error", "html", "reset", "hang"]

const service = echoingService()
let serviceUrl = ""
let heard: ReturnType<typeof hearEverything>

describe("the API key, and a customer's card", () => {
  beforeAll(async () => {
    serviceUrl = await service.listen()
    heard = hearEverything()
  })
  afterAll(async () => {
    heard.restore()
    await service.close()
  })

  const plugin = {
    get baseUrl() {
      return `${serviceUrl}/api/v1`
    },
  }

  describeShop("stay where they belong", { apiKey: API_KEY, plugin }, (shop) => {
    it("no log, no row and no answer of a whole checkout with all its failures gives the key or the card away", async () => {
      service.standBefore(shop.sandbox.url)
      const answers = recordAnswers(() => shop.baseUrl)
      const tokens = recordTokens(shop)
      let betweenSteps = ""
      try {
        const cart = await shop.readyCart()
        await failToStart(shop, cart)
        const desk = await openDesk(shop)
        await failToStartAtDesk(shop, desk, cart)
        const atDesk: Shop = { ...shop, sandbox: desk }
        const paid = await payThroughFailures(atDesk, cart)
        const byCard = await payByCardThroughFailures(atDesk, tokens.issued)
        betweenSteps = byCard.betweenSteps
        await lookAround(atDesk, [paid, byCard])
        await plantMarkers(shop)
        await untilQuiet(shop)
        await eventually(
          () => Promise.resolve(heard.log()),
          (text) => text.includes(MARKER)
        )
      } finally {
        answers.restore()
        tokens.restore()
      }
      expect(tokens.issued.length).toBeGreaterThan(ECHOES.length + FAILURES.length)
      const secrets = { ...CARD_SECRETS, tokens: tokens.issued }
      // Where the token is kept, encrypted, until the code comes.
      expect(betweenSteps).toMatch(/cucard_/)
      expect(findCardLeaks(betweenSteps, secrets)).toEqual([])
      const places = {
        log: heard.log(),
        output: heard.output(),
        database: await databaseText(shop),
        answers: answers.text(),
      }
      for (const text of Object.values(places)) {
        // What was put there is found, so what is not found is not there.
        expect(text).toContain(MARKER)
        expect(findLeaks(text, API_KEY)).toEqual([])
        expect(findCardLeaks(text, secrets)).toEqual([])
      }
      // The failures did happen and were told.
      expect(places.log).toMatch(/"level":"debug"/)
      expect(places.log).toMatch(/(pay_via_card|confirm_card_payment).*\[hidden\]/)
      for (const words of [
        "HTTP 401",
        "HTTP 403",
        "HTTP 500",
        "HTTP 502",
        "HTTP 429",
        "[hidden]",
      ]) {
        expect(places.log).toContain(words)
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

    it.each([
      ["a card", "8600000000000001"],
      ["a card with spaces", `paid with ${CARD.card_number}.`],
      ["a part of a card", "4917-3062-8854"],
      ["a card in hex", `\\x${Buffer.from("8600491730628854").toString("hex")}`],
      ["an expiry", `{"card_expiry":"${CARD.card_expiry}"}`],
      ["an expiry in an address", "card_expiry=09%2F87&"],
      ["an expiry, escaped", String.raw`{"card_expiry":"09\/87"}`],
      ["the right code", `{"sms_code":"${CODE}"}`],
      ["a wrong code", `The code ${WRONG_CODE} is wrong.`],
      ["a token", "x3f9ac1e07b52x"],
    ])("the search for a card finds %s", async (_what, leak) => {
      await shop.sql(`UPDATE store SET metadata = ?::jsonb`, [JSON.stringify({ note: leak })])
      const secrets = { ...CARD_SECRETS, tokens: ["3f9ac1e07b52"] }
      expect(findCardLeaks(await databaseText(shop), secrets)).not.toEqual([])
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
  return { cart, orderId: orders[0]?.id ?? "" }
}

/** The tokens that the service gives for a card's second step, as the plugin reads them. */
function recordTokens(shop: Shop): { issued: string[]; restore: () => void } {
  const { requests } = ledgerOf(shop)
  const real = requests.payViaCard.bind(requests)
  const issued: string[] = []
  const spy = jest.spyOn(requests, "payViaCard").mockImplementation(async (invoice, card) => {
    const started = await real(invoice, card)
    issued.push(started.paymentToken)
    return started
  })
  return {
    issued,
    restore: () => {
      spy.mockRestore()
    },
  }
}

/** As badly made services do: in the answer is what was sent, body and all. */
function echoesWith(body: Readonly<Record<string, unknown>>): Echo[] {
  const json = JSON.stringify(body)
  // PHP writes a slash so.
  const sentBody = `${json} ${json.replaceAll("/", String.raw`\/`)}`
  return ECHOES.map((echo) => ({ ...echo, body: (sent: string) => echo.body(sent + sentBody) }))
}

/** A customer pays by card while each of the two steps fails in one way after the other. */
async function payByCardThroughFailures(shop: Shop, issued: readonly string[]) {
  const { cart, session } = await shop.startedCart()
  const route = `/store/checkout-uz/payment-sessions/${session.id}/card`
  const submit = async (card = CARD) => (await shop.store.post(route, card)).status
  const confirm = async (sms_code: string) =>
    (await shop.store.post(`${route}/confirm`, { sms_code })).status

  expect(await submit(UNKNOWN_CARD)).toBe(400)
  for (const kind of FAILURES) {
    await shop.sandbox.fault("pay_via_card", kind)
    expect(await submit(UNKNOWN_CARD)).toBeGreaterThanOrEqual(400)
    await shop.sandbox.clearFaults()
    await pauseIsOver(shop)
  }
  for (const card of [CARD, UNKNOWN_CARD]) {
    for (const echo of echoesWith(card)) {
      service.answerWith(echo)
      expect(await submit(card)).toBeGreaterThanOrEqual(400)
      service.answerWith(undefined)
    }
  }
  for (const kind of FAILURES) {
    expect(await submit()).toBe(200)
    await shop.sandbox.fault("confirm_card_payment", kind)
    expect(await confirm(WRONG_CODE)).toBeGreaterThanOrEqual(400)
    await shop.sandbox.clearFaults()
    await pauseIsOver(shop)
  }
  for (const n of ECHOES.keys()) {
    expect(await submit()).toBe(200)
    const sent = { payment_token: issued.at(-1), sms_code: n % 2 === 0 ? CODE : WRONG_CODE }
    service.answerWith(echoesWith(sent)[n])
    expect(await confirm(sent.sms_code)).toBeGreaterThanOrEqual(400)
    service.answerWith(undefined)
  }
  expect(await submit()).toBe(200)
  const betweenSteps = await databaseText(shop)
  expect(await confirm(WRONG_CODE)).toBe(400)
  expect(await confirm(CODE)).toBe(200)
  const { orders } = await expectSettledOnce(shop, cart)
  return { cart, orderId: orders[0]?.id ?? "", betweenSteps }
}

type Paid = { cart: ReadyCart; orderId: string }

/** Reads what the store's API and the admin's give to read, and undoes the orders. */
async function lookAround(shop: Shop, allPaid: readonly Paid[]): Promise<void> {
  const { get, post } = shop.store
  await get(`/store/payment-providers?region_id=${shop.regionId}`)
  await get(`/store/checkout-uz/payment-sessions/unknown`)
  for (const { cart, orderId } of allPaid) {
    await get(`/store/carts/${cart.id}`)
    await get(`/store/orders/${orderId}?fields=*payment_collections.payments`)
    await post(`/store/carts/${cart.id}/complete`)
    await start(shop, cart)
  }

  const admin = await signIn(shop)
  const [invoice] = await shop.sql("SELECT id FROM checkout_uz_invoice ORDER BY created_at DESC")
  for (const path of [
    "orders",
    ...allPaid.map(
      ({ orderId }) =>
        `orders/${orderId}?fields=*payment_collections.payment_sessions,*payment_collections.payments`
    ),
    "checkout-uz/invoices",
    `checkout-uz/invoices/${String(invoice?.["id"])}`,
    "checkout-uz/attention",
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
  for (const { orderId } of allPaid) await admin("POST", `orders/${orderId}/cancel`)
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
