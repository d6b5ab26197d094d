import type { IPaymentModuleService } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import type { WORDS } from "../../src/api/store/language"
import type { StoreRefusalCode } from "../../src/contract"
import { BROKEN_ENTRIES, repriced } from "../setup/core-routes"
import { expectRefused, LANGUAGES } from "../setup/refusal"
import { describeShop, OTHER_PROVIDER_ID, PROVIDER_ID, type Shop } from "../setup/shop"

const KEYLESS = "pp_checkout-uz_keyless"
const UNKNOWN_KEY = "pp_checkout-uz_unknown-key"
const MISTYPED = "pp_checkout-uz_mistyped"
/** A provider of ours that no configuration has. */
const NOBODYS = "pp_checkout-uz_nobodys"

/** What is started, and for which collection. */
type Start = { collectionId: string; provider?: string; data?: Record<string, unknown> }

describeShop("a customer on Medusa's own routes", { providers: BROKEN_ENTRIES }, (shop) => {
  const start = (
    { collectionId, provider = PROVIDER_ID, data = {} }: Start,
    headers: Record<string, string> = {}
  ) =>
    shop.store.post(
      `/store/payment-collections/${collectionId}/payment-sessions`,
      { provider_id: provider, data },
      headers
    )
  const ready = async (change: Partial<Start> = {}) => ({
    collectionId: (await shop.readyCart()).collectionId,
    ...change,
  })
  const over = async (total: string) => ({
    collectionId: (await shop.cartOver(total)).collectionId,
  })
  const failing = async (kind: "reset" | "http_500" | "html" | "status_error" | "wrong_amount") => {
    await shop.sandbox.faultShare("create_payment", kind, 1)
    return ready()
  }

  afterEach(async () => {
    await shop.sandbox.clearFaults()
    await shop.sandbox.settings({ ip_whitelist: null })
  })

  describe("who starts a payment that cannot be started", () => {
    const refusals: [string, StoreRefusalCode, keyof typeof WORDS.en, () => Promise<Start>][] = [
      ["the service is down", "unavailable", "payment_unavailable", () => failing("reset")],
      ["the service fails", "unavailable", "payment_unavailable", () => failing("http_500")],
      ["the service answers a page", "unavailable", "payment_unavailable", () => failing("html")],
      ["the service refuses", "unavailable", "payment_unavailable", () => failing("status_error")],
      ["it asks for too much", "unavailable", "payment_unavailable", () => failing("wrong_amount")],
      [
        "the server is not on the whitelist",
        "unavailable",
        "payment_unavailable",
        async () => {
          await shop.sandbox.settings({ ip_whitelist: ["203.0.113.9"] })
          return ready()
        },
      ],
      ["no key", "unavailable", "payment_unavailable", () => ready({ provider: KEYLESS })],
      ["a wrong key", "unavailable", "payment_unavailable", () => ready({ provider: UNKNOWN_KEY })],
      ["a wrong option", "unavailable", "payment_unavailable", () => ready({ provider: MISTYPED })],
      ["too little", "amount_not_taken", "amount_not_taken", () => over("999")],
      ["too much", "amount_not_taken", "amount_not_taken", () => over("50000001")],
      ["dollars", "currency_not_taken", "currency_not_taken", () => inDollars(shop)],
      ["nothing in the cart", "cart_empty", "cart_empty", () => emptied(shop)],
      ["no e-mail", "email_missing", "email_missing", () => changed(shop, { email: null })],
      ["no delivery", "delivery_missing", "delivery_missing", () => withoutDelivery(shop)],
      [
        "another amount",
        "cart_changed",
        "cart_changed",
        async () => repriced(shop, await shop.readyCart()),
      ],
      ["a promise by hand", "not_payable", "not_payable", () => promised(shop)],
      [
        "a return address that is not the shop's",
        "invalid_request",
        "invalid_request",
        () => ready({ data: { return_url: "https://evil.example/" } }),
      ],
      [
        "a return address that no database keeps",
        "invalid_request",
        "invalid_request",
        () => ready({ data: { return_url: "http://127.0.0.1:8000/\0" } }),
      ],
    ]

    it.each(refusals)(
      "reads why in their language, with a code: %s",
      async (_, code, words, make) => {
        const asked = await make()
        for (const language of LANGUAGES) {
          const answer = await start(asked, { "accept-language": language })
          expectRefused(answer, { code, words, language })
        }
      }
    )

    it("reads it in the language of the cart where the browser names none of ours", async () => {
      const asked = await changed(shop, { email: null, locale: "ru-RU" })
      const answer = await start(asked, { "accept-language": "de" })
      expectRefused(answer, { code: "email_missing", words: "email_missing", language: "ru" })
    })

    it("leaves what is wrong to the developer, in `detail` of a request that is wrong, else in the log", async () => {
      const wrong = await start(await ready({ data: { return_url: "https://evil.example/" } }))
      expect(wrong.body).toHaveProperty(
        "detail",
        "The payment session's data.return_url must be an address on one of the plugin's storefrontOrigins in medusa-config."
      )
      const keyless = await start(await ready({ provider: KEYLESS }))
      expect(Object.keys(z.looseObject({}).parse(keyless.body)).sort()).toEqual([
        "code",
        "message",
        "type",
      ])
    })
  })

  describe("who meets a refusal of Medusa's own", () => {
    it("reads in their language that it went wrong with ours; why is the developer's", async () => {
      const { collectionId } = await shop.readyCart()
      for (const language of LANGUAGES) {
        const inLanguage = { "accept-language": language }
        const failed = await start({ collectionId: "pay_col_none" }, inLanguage)
        expectRefused(failed, { code: "unavailable", words: "payment_unavailable", language })
        const refused = await start({ collectionId, provider: NOBODYS }, inLanguage)
        expectRefused(refused, { code: "unavailable", words: "payment_unavailable", language })
      }
    })

    it("gets it as Medusa gives it where it names no provider of ours", async () => {
      const { collectionId } = await shop.readyCart()
      const russian = { "accept-language": "ru" }
      const unknown = await start({ collectionId, provider: "pp_none" }, russian)
      expect(unknown.status).toBeGreaterThanOrEqual(400)
      expect(JSON.stringify(unknown.body)).toContain("pp_none")
      const without = await shop.store.post(
        `/store/payment-collections/${collectionId}/payment-sessions`,
        {},
        russian
      )
      expect(without).toEqual({
        status: 400,
        body: {
          type: "invalid_data",
          message: "Invalid request: Field 'provider_id' is required",
        },
      })
    })

    it("gets another provider's refusal as it is, also with a code that is one of ours", async () => {
      const payment: IPaymentModuleService = shop.container.resolve(Modules.PAYMENT)
      const refused = new MedusaError(MedusaError.Types.NOT_ALLOWED, "Theirs.", "cart_changed")
      jest.spyOn(payment, "createPaymentSession").mockRejectedValueOnce(refused)
      expect(await start(await ready({ provider: OTHER_PROVIDER_ID }))).toEqual({
        status: 400,
        body: { type: "not_allowed", code: "cart_changed", message: "Theirs." },
      })
    })

    it("starts a payment as ever, with ours and with another provider", async () => {
      for (const provider of [PROVIDER_ID, OTHER_PROVIDER_ID]) {
        expect(await start(await ready({ provider }))).toMatchObject({
          status: 200,
          body: { payment_collection: { payment_sessions: [{ provider_id: provider }] } },
        })
      }
    })
  })
})

async function changed(
  shop: Shop,
  change: { email?: null; locale?: string }
): Promise<{ collectionId: string }> {
  const { id, collectionId } = await shop.readyCart()
  for (const [column, value] of Object.entries(change)) {
    await (value === null
      ? shop.sql(`UPDATE cart SET ${column} = NULL WHERE id = ?`, [id])
      : shop.sql(`UPDATE cart SET ${column} = ? WHERE id = ?`, [value, id]))
  }
  return { collectionId }
}

/** What is left to pay is the delivery alone. */
async function emptied(shop: Shop): Promise<{ collectionId: string }> {
  const { id, collectionId } = await shop.readyCart()
  await shop.sql("UPDATE cart_line_item SET deleted_at = now() WHERE cart_id = ?", [id])
  await shop.sql(
    "UPDATE payment_collection SET amount = t.total, raw_amount = jsonb_build_object('value', t.total::text, 'precision', 20) FROM (SELECT sum(amount) AS total FROM cart_shipping_method WHERE cart_id = ?) t WHERE id = ?",
    [id, collectionId]
  )
  return { collectionId }
}

async function withoutDelivery(shop: Shop): Promise<{ collectionId: string }> {
  const { id, collectionId } = await shop.readyCart()
  await shop.sql("DELETE FROM cart_shipping_method WHERE cart_id = ?", [id])
  await shop.sql(
    "UPDATE payment_collection SET amount = t.total, raw_amount = jsonb_build_object('value', t.total::text, 'precision', 20) FROM (SELECT sum(unit_price * quantity) AS total FROM cart_line_item WHERE cart_id = ? AND deleted_at IS NULL) t WHERE id = ?",
    [id, collectionId]
  )
  return { collectionId }
}

/** Medusa's own provider has authorized what the cart comes to, as for cash on delivery. */
async function promised(shop: Shop): Promise<{ collectionId: string }> {
  const { collectionId, total } = await shop.readyCart()
  const payment: IPaymentModuleService = shop.container.resolve(Modules.PAYMENT)
  const session = await payment.createPaymentSession(collectionId, {
    provider_id: OTHER_PROVIDER_ID,
    amount: total,
    currency_code: "uzs",
    data: {},
  })
  await payment.authorizePaymentSession(session.id, {})
  return { collectionId }
}

/** As a region has it that sells in dollars, and offers us by mistake. */
async function inDollars(shop: Shop): Promise<{ collectionId: string }> {
  const { collectionId } = await shop.readyCart()
  await shop.sql("UPDATE payment_collection SET currency_code = 'usd' WHERE id = ?", [collectionId])
  return { collectionId }
}
