import { z } from "zod"
import { cardAnswerSchema } from "../../src/contract"
import { CARD } from "../setup/card-payment"
import { describeShop } from "../setup/shop"
import { answerOf, refusal, ROOT, speaks } from "../setup/storefront"

const sessionUrl = (id: string) => `${ROOT}/payment-sessions/${id}`

describeShop("a storefront", {}, (shop) => {
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
      await speaks(shop, cart, "ru-RU")
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
