import { orderBooks, placedOrder } from "../setup/orders"
import { paymentLinks, TWO_DESKS } from "../setup/payment-links"
import { describeShop, PROVIDER_ID } from "../setup/shop"

describeShop("a payment link for an order", TWO_DESKS, (shop) => {
  const { ready, merchant, path, link } = paymentLinks(shop)

  describe("is refused with one sentence", () => {
    it.each([
      [
        "999.4",
        "too_little_open",
        /999\.4 UZS are open, and the least Checkout.uz takes is 1,000 UZS/,
      ],
      ["50000001", "too_much_open", /50,000,001 UZS are open, and the most .* 50,000,000 UZS/],
    ])("over %s UZS", async (total, code, sentence) => {
      ready.orderId = await placedOrder(shop, total)
      expect(await link()).toMatchObject({
        open_amount: Number(total),
        provider_ids: [],
        code_against: code,
        reason_against: expect.stringMatching(sentence) as unknown,
      })
      expect(await merchant().post(path())).toMatchObject({
        status: 409,
        body: { code, message: expect.stringMatching(sentence) as unknown },
      })
    })

    it("in another currency", async () => {
      ready.orderId = await placedOrder(shop)
      await shop.sql(`UPDATE "order" SET currency_code = 'eur' WHERE id = ?`, [ready.orderId])
      expect(await link()).toMatchObject({
        currency_code: "eur",
        provider_ids: [],
        code_against: "other_currency",
        reason_against: expect.stringContaining("in EUR") as unknown,
      })
    })

    it("where the region offers no provider of ours", async () => {
      ready.orderId = await placedOrder(shop)
      await shop.sql(
        `UPDATE region_payment_provider SET deleted_at = now() WHERE payment_provider_id LIKE 'pp_checkout-uz%'`
      )
      expect(await link()).toMatchObject({
        provider_ids: [],
        code_against: "not_in_region",
        reason_against: expect.stringContaining("offered in this order's region") as unknown,
      })
      expect(await merchant().post(path())).toMatchObject({
        status: 409,
        body: { code: "not_in_region" },
      })
    })

    it("for an order nobody knows, a wrong body, and somebody who is not logged in", async () => {
      ready.orderId = await placedOrder(shop)
      for (const unknown of ["order_nobody", "%27%3B--", "x".repeat(300)]) {
        expect(await merchant().get(path(unknown))).toMatchObject({ status: 404 })
        expect(await merchant().post(path(unknown))).toMatchObject({ status: 404 })
      }
      for (const body of [{ provider_id: 7 }, { amount: 1 }, [], "{"]) {
        expect(await merchant().post(path(), body)).toMatchObject({
          status: 400,
          body: { message: expect.any(String) as unknown },
        })
      }
      expect(await merchant().post(path(), { provider_id: "pp_system_default" })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining(PROVIDER_ID) as unknown },
      })
      for (const method of ["GET", "POST"]) {
        const response = await fetch(`${shop.baseUrl}${path()}`, { method })
        expect(response.status).toBe(401)
      }
      expect((await orderBooks(shop, ready.orderId)).invoices).toEqual([])
    })
  })
})
