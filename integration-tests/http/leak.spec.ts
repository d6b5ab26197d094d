import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { expectSettledOnce } from "../setup/books"
import { findCardLeaks } from "../setup/card-leaks"
import { hearEverything } from "../setup/debug-logs"
import { echoingService, ECHOES } from "../setup/echoing-service"
import {
  CARD,
  CARD_SECRETS,
  CODE,
  FAILURES,
  payByCardThroughFailures,
  recordTokens,
  WRONG_CODE,
} from "../setup/failing-card-payment"
import { lookAround, start } from "../setup/look-around"
import { databaseText, findLeaks, recordAnswers } from "../setup/leaks"
import { untilQuiet } from "../setup/quiet"
import { sandboxControl } from "../setup/sandbox-control"
import { pauseIsOver } from "../setup/patience"
import { describeShop, eventually, PROVIDER_ID, type ReadyCart, type Shop } from "../setup/shop"
import { announcement, BARE_ADDRESS, CORE_ADDRESS, ownAddress, postHook } from "../setup/webhooks"

const API_KEY = "cuz_live_9tQ+x2/Vb7Lr~Ke4.Wm8Zs0Yd6Jf3Hc1Ga5Np-Ui_Ov="
const MARKER = "planted-marker-7f3a9c"

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
        const byCard = await payByCardThroughFailures(atDesk, service, tokens.issued)
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

/** Puts a mark into every place that is searched. */
async function plantMarkers(shop: Shop): Promise<void> {
  shop.container.resolve<Logger>(ContainerRegistrationKeys.LOGGER).debug(MARKER)
  const cart = await shop.readyCart()
  await shop.store.ok("POST", `/store/carts/${cart.id}`, { metadata: { note: MARKER } })
}
