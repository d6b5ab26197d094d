import type { ICartModuleService, IOrderModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import {
  cardAnswerSchema,
  orderReceiptAnswerSchema,
  paymentMethodsAnswerSchema,
  storeRefusalSchema,
} from "../../src/contract"
import { en } from "../../src/api/store/translations/en"
import { ru } from "../../src/api/store/translations/ru"
import { uz } from "../../src/api/store/translations/uz"
import { expectSettledOnce } from "../setup/books"
import { ledgerOf } from "../setup/ledger"
import { describeShop, OTHER_PROVIDER_ID, PROVIDER_ID, type ReadyCart } from "../setup/shop"
import type { Answer } from "../setup/store-client"
import { customerToken } from "../setup/users"

const ROOT = "/store/checkout-uz"
const sessionUrl = (id: string) => `${ROOT}/payment-sessions/${id}`
const CARD = { card_number: "8600 0000 0000 0001", card_expiry: "12/39" }

describeShop("a storefront", {}, (shop) => {
  const speaks = async ({ id }: ReadyCart, locale: string) => {
    const carts: ICartModuleService = shop.container.resolve(Modules.CART)
    await carts.updateCarts(id, { locale })
  }

  describe("the payment systems of a region", () => {
    const ask = (regionId: string) =>
      shop.store.get(`${ROOT}/payment-methods?region_id=${encodeURIComponent(regionId)}`)
    const age = (days = 3) =>
      shop.sql(
        `UPDATE checkout_uz_account_snapshot SET read_at = now() - make_interval(days => ?),
                updated_at = now() - make_interval(days => ?)`,
        [days, days]
      )

    afterEach(() => shop.sandbox.clearFaults())

    it("are those of its provider's cash desk, with logos that are safe to show", async () => {
      const { status, body } = await ask(shop.regionId)
      expect(status).toBe(200)
      const { payment_methods } = z.strictObject(paymentMethodsAnswerSchema.shape).parse(body)
      expect(payment_methods).toContainEqual({
        key: "click",
        name: "Click",
        logo_light: `${shop.sandbox.url}/logos/click-light.svg`,
        logo_dark: `${shop.sandbox.url}/logos/click-dark.svg`,
      })
    })

    it("are asked for once, however many customers look at once", async () => {
      const before = await shop.sandbox.calls("get_payment_methods")
      const all = await Promise.all(Array.from({ length: 12 }, () => ask(shop.regionId)))
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
      expect(await shop.sandbox.calls("get_payment_methods")).toBe(before + 1)
    })

    it("are the last known ones while the service is down", async () => {
      const known = await ask(shop.regionId)
      await age()
      await shop.sandbox.faultShare("get_payment_methods", "http_500", 1)
      const asked = await shop.sandbox.calls("get_payment_methods")
      expect(await ask(shop.regionId)).toEqual(known)
      expect(await shop.sandbox.calls("get_payment_methods")).toBeGreaterThan(asked)
      // A second failure does not forget them either.
      await age()
      expect(await ask(shop.regionId)).toEqual(known)
    })

    it("are known for thirty days after anybody asked, so that a quiet shop survives an outage", async () => {
      const known = await ask(shop.regionId)
      await age(29)
      await ledgerOf(shop).prune()
      await shop.sandbox.faultShare("get_payment_methods", "http_500", 1)
      expect(await ask(shop.regionId)).toEqual(known)
      await age(31)
      await ledgerOf(shop).prune()
      expect(refusal(await ask(shop.regionId))).toMatchObject({ code: "unavailable" })
    })

    it("are not made up where the service never gave a list", async () => {
      await shop.sandbox.faultShare("get_payment_methods", "http_500", 1)
      expect(refusal(await ask(shop.regionId))).toMatchObject({ status: 502, code: "unavailable" })
    })

    it("are refused without a region, and for a region that does not offer us", async () => {
      const missing = refusal(await shop.store.get(`${ROOT}/payment-methods`))
      expect(missing).toMatchObject({ status: 400, code: "invalid_request" })
      expect(missing.detail).toContain("region_id")
      const unknown = refusal(await ask("reg_unknown"))
      expect(unknown).toMatchObject({ status: 404, code: "region_not_offered" })
      await shop.sql("DELETE FROM region_payment_provider WHERE payment_provider_id = ?", [
        PROVIDER_ID,
      ])
      expect(refusal(await ask(shop.regionId))).toMatchObject({ code: "region_not_offered" })
      await shop.store.startSession((await shop.readyCart()).collectionId, OTHER_PROVIDER_ID)
    })
  })

  describe("the payment system a customer has chosen", () => {
    const start = async (collectionId: string, data: Record<string, unknown>) => {
      const [session] = await shop.store.startSession(collectionId, PROVIDER_ID, data)
      const schema = z.looseObject({
        invoice_id: z.number(),
        payment_url: z.string(),
        payment_system: z.string().nullable(),
        pay_via: z.record(z.string(), z.string()),
      })
      return schema.parse(session?.data)
    }

    it("is where the session leads, also when a live invoice is handed out again", async () => {
      const { collectionId } = await shop.readyCart()
      const choice = await start(collectionId, {})
      expect(choice.payment_system).toBeNull()
      const click = await start(collectionId, { payment_system: "click" })
      expect(click.invoice_id).toBe(choice.invoice_id)
      expect(click.payment_url).toBe(choice.pay_via["click"])
      expect(click.payment_system).toBe("click")
      const again = await start(collectionId, {})
      expect(again).toEqual({ ...choice, session_id: again["session_id"] })
    })

    it.each(["no-such-system", "__proto__", 7, null])(
      "keeps the page of the choice where it is %j",
      async (payment_system) => {
        const { collectionId } = await shop.readyCart()
        const data = await start(collectionId, { payment_system })
        expect(Object.values(data.pay_via)).not.toContain(data.payment_url)
        expect(data.payment_system).toBeNull()
      }
    )
  })

  describe("the fiscal receipt of an order", () => {
    const ask = (
      orderId: string,
      { session, token }: { session?: string; token?: string } = {}
    ) => {
      const query = session === undefined ? "" : `?payment_session_id=${session}`
      const headers: Record<string, string> =
        token === undefined ? {} : { authorization: `Bearer ${token}` }
      return answerOf(shop.store.fetchAs(headers, `${ROOT}/orders/${orderId}/receipt${query}`))
    }

    async function paidOrder(
      locale?: string
    ): Promise<{ orderId: string; session: string; number: number }> {
      const { cart, session, number } = await shop.startedCart()
      if (locale !== undefined) await speaks(cart, locale)
      await shop.sandbox.pay(number)
      await expectSettledOnce(shop, cart)
      const [row] = await shop.sql("SELECT order_id FROM order_cart WHERE cart_id = ?", [cart.id])
      return { orderId: String(row?.["order_id"]), session: session.id, number }
    }

    afterEach(() => shop.sandbox.clearFaults())

    it("is not ready at first, then there, and kept: the service is not asked for it again", async () => {
      const { orderId, session, number } = await paidOrder()
      const early = refusal(await ask(orderId, { session }))
      expect(early).toMatchObject({ status: 404, code: "receipt_not_ready", type: "not_found" })
      await shop.sandbox.advance(60)
      const answer = await ask(orderId, { session })
      expect(answer.status).toBe(200)
      const { receipt } = z.strictObject(orderReceiptAnswerSchema.shape).parse(answer.body)
      expect(receipt).toContainEqual({
        name: "data.receipt_number",
        value: String(number),
        link: null,
      })
      await shop.sandbox.faultShare("get_fiscal", "http_500", 1)
      const calls = await shop.sandbox.calls("get_fiscal")
      expect(await ask(orderId, { session })).toEqual(answer)
      expect(await shop.sandbox.calls("get_fiscal")).toBe(calls)
    })

    it("is nobody's but the customer's who placed the order", async () => {
      const { orderId, session } = await paidOrder()
      await shop.sandbox.advance(60)
      const other = await shop.startedCart()
      const stranger = await customerToken(shop)
      for (const asker of [
        {},
        { session: other.session.id },
        { session: "x" },
        { token: stranger },
      ]) {
        expect(refusal(await ask(orderId, asker))).toMatchObject({
          status: 404,
          code: "unknown_order",
        })
      }
      expect(refusal(await ask("order_unknown", { session }))).toMatchObject({
        status: 404,
        code: "unknown_order",
      })
      const orders: IOrderModuleService = shop.container.resolve(Modules.ORDER)
      await orders.updateOrders(orderId, { customer_id: customerIn(stranger) })
      expect((await ask(orderId, { token: stranger })).status).toBe(200)
    })

    it("is asked for a few times a minute, however often a customer looks", async () => {
      const { orderId, session } = await paidOrder()
      const before = await shop.sandbox.calls("get_fiscal")
      for (let n = 0; n < 9; n += 1) {
        expect(refusal(await ask(orderId, { session })).code).toBe("receipt_not_ready")
      }
      expect(await shop.sandbox.calls("get_fiscal")).toBe(before + 6)
    })

    it("is refused in the language of the order's cart, and a stranger in that of their own", async () => {
      const { orderId, session } = await paidOrder("uz-UZ")
      const early = refusal(await ask(orderId, { session }))
      expect([early.code, early.message]).toEqual(["receipt_not_ready", uz.receipt_not_ready])
      const buyer = await customerToken(shop)
      const orders: IOrderModuleService = shop.container.resolve(Modules.ORDER)
      await orders.updateOrders(orderId, { customer_id: customerIn(buyer) })
      expect(refusal(await ask(orderId, { token: buyer })).message).toBe(uz.receipt_not_ready)
      await shop.sandbox.faultShare("get_fiscal", "http_500", 1)
      expect(refusal(await ask(orderId, { session })).message).toBe(uz.unavailable)

      const other = await shop.startedCart()
      await speaks(other.cart, "ru-RU")
      for (const id of [orderId, "order_unknown"]) {
        expect(refusal(await ask(id, { session: other.session.id })).message).toBe(ru.unknown_order)
        expect(refusal(await ask(id)).message).toBe(en.unknown_order)
      }
    })

    it("that cannot be asked for says that the service does not answer", async () => {
      const { orderId, session } = await paidOrder()
      await shop.sandbox.faultShare("get_fiscal", "http_500", 1)
      expect(refusal(await ask(orderId, { session }))).toMatchObject({ code: "unavailable" })
    })
  })

  describe("a refusal to a customer", () => {
    const inLanguage = (language: string, path = sessionUrl("payses_unknown")) =>
      answerOf(shop.store.fetchAs({ "accept-language": language }, path))

    it.each([
      ["uz-Latn-UZ,uz;q=0.9,ru;q=0.8", "Toʻlov topilmadi"],
      ["ru-RU", "Платёж не найден"],
      ["de-DE,en;q=0.5", "This payment was not found"],
      ["fr", "This payment was not found"],
    ])("is in the language of Accept-Language: %s", async (language, start) => {
      const { status, code, type, message } = refusal(await inLanguage(language))
      expect({ status, code, type }).toEqual({
        status: 404,
        code: "unknown_session",
        type: "not_found",
      })
      expect(message.startsWith(start)).toBe(true)
    })

    it("is in the cart's language where the request names none", async () => {
      const { cart, session } = await shop.startedCart()
      await speaks(cart, "ru-RU")
      const expired = { ...CARD, card_expiry: "01/20" }
      const { code, message } = refusal(
        await shop.store.post(`${sessionUrl(session.id)}/card`, expired)
      )
      expect({ code, message: message.slice(0, 19) }).toEqual({
        code: "card_refused",
        message: "Срок действия карты",
      })
    })

    it("names the field a customer has mistyped, and repeats nothing of it", async () => {
      const { session } = await shop.startedCart()
      const card = `${sessionUrl(session.id)}/card`
      const wrong: [string, object, string][] = [
        [card, { ...CARD, card_number: "8600 1234" }, "invalid_card_number"],
        [card, { ...CARD, card_expiry: "13/39" }, "invalid_card_expiry"],
        [card, { ...CARD, amount: 1 }, "invalid_request"],
        [`${card}/confirm`, { sms_code: "" }, "invalid_code"],
        [`${card}/confirm`, { sms_code: "123456" }, "code_expired"],
      ]
      for (const [path, body, code] of wrong) {
        const answer = await shop.store.post(path, body)
        expect(refusal(answer)).toMatchObject({ status: 400, code })
        expect(JSON.stringify(answer.body)).not.toContain("8600")
      }
    })

    it("of a new invoice names no cash desk and no key", async () => {
      const { session } = await shop.startedCart()
      await shop.sql("UPDATE checkout_uz_invoice SET expires_at = now() - interval '1 minute'")
      await shop.sandbox.fault("create_payment", "http_500")
      const answer = await shop.store.post(`${sessionUrl(session.id)}/refresh`)
      expect(refusal(answer)).toMatchObject({ status: 502, code: "unavailable" })
      expect(JSON.stringify(answer.body)).not.toMatch(/cash desk|key|main/)
      await shop.sandbox.clearFaults()
    })

    it("of a card is none: its answer counts down, and names a phone only where the service does", async () => {
      const { session } = await shop.startedCart()
      const { body } = await shop.store.post(`${sessionUrl(session.id)}/card`, CARD)
      const { seconds_left, phone } = z.strictObject(cardAnswerSchema.shape).parse(body)
      expect(seconds_left).toBeGreaterThan(290)
      expect(seconds_left).toBeLessThanOrEqual(300)
      expect(phone).toBeNull()
    })
  })
})

function refusal({
  status,
  body,
}: Answer): z.infer<typeof storeRefusalSchema> & { status: number } {
  return { status, ...storeRefusalSchema.parse(body) }
}

async function answerOf(response: Promise<Response>): Promise<Answer> {
  const answered = await response
  return { status: answered.status, body: await answered.json() }
}

/** The customer whom a token is for. */
function customerIn(token: string): string {
  const [, claims = ""] = token.split(".")
  const json: unknown = JSON.parse(Buffer.from(claims, "base64url").toString())
  return z.object({ actor_id: z.string() }).parse(json).actor_id
}
