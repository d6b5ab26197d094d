import { z } from "zod"
import { paymentMethodsAnswerSchema } from "../../src/contract"
import { ledgerOf } from "../setup/ledger"
import { describeShop, OTHER_PROVIDER_ID, PROVIDER_ID } from "../setup/shop"
import { refusal, ROOT } from "../setup/storefront"

describeShop("a storefront", {}, (shop) => {
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
      expect(refusal(await ask("reg_\0"))).toMatchObject({ status: 400, code: "invalid_request" })
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
})
