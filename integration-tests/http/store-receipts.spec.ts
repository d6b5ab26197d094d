import type { IOrderModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { orderReceiptAnswerSchema } from "../../src/contract"
import { en } from "../../src/api/store/translations/en"
import { ru } from "../../src/api/store/translations/ru"
import { uz } from "../../src/api/store/translations/uz"
import { expectSettledOnce } from "../setup/books"
import { describeShop } from "../setup/shop"
import { answerOf, refusal, ROOT, speaks } from "../setup/storefront"
import { customerToken } from "../setup/users"

describeShop("a storefront", {}, (shop) => {
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
      if (locale !== undefined) await speaks(shop, cart, locale)
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
      await speaks(shop, other.cart, "ru-RU")
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
})

/** The customer whom a token is for. */
function customerIn(token: string): string {
  const [, claims = ""] = token.split(".")
  const json: unknown = JSON.parse(Buffer.from(claims, "base64url").toString())
  return z.object({ actor_id: z.string() }).parse(json).actor_id
}
