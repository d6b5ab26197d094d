import { refusalIn } from "../setup/admin-answers"
import { askAdmin, logIn } from "../setup/merchant"
import { booksAfterPayment, draftOrder, orderBooks } from "../setup/orders"
import { capturedPayment, decided, linkOver, payoutsOf } from "../setup/room"
import { expectSameReading } from "../setup/same-reading"
import { describeShop, type Shop } from "../setup/shop"

describeShop("what is changed of a draft beside its payment", {}, (shop) => {
  afterEach(() => expectSameReading(shop))

  describe("a draft order whose link is paid", () => {
    it("is not deleted with its money: it is refunded first, and the refund is on the list", async () => {
      const orderId = await draftOrder(shop)
      const { number } = await linkOver(shop, orderId)
      await shop.sandbox.pay(number)
      await booksAfterPayment(shop, orderId, number)
      const path = `/admin/draft-orders/${orderId}`
      const stranger = await fetch(`${shop.baseUrl}${path}`, { method: "DELETE" })
      expect(stranger.status).toBe(401)
      const merchant = await logIn(shop)
      expect(refusalIn(await merchant.remove(path))).toMatchObject({
        status: 400,
        type: "not_allowed",
        message: expect.stringContaining("refund the payment first") as unknown,
      })
      const payment = await capturedPayment(shop, orderId)
      await askAdmin(shop, "POST", `/admin/payments/${payment}/refund`)
      expect((await merchant.remove(path)).status).toBe(200)
      expect(await payoutsOf(shop, number)).toEqual([45_000])
    })

    it("and edited upwards before it becomes an order asks for the difference only", async () => {
      const orderId = await draftOrder(shop)
      const { number } = await linkOver(shop, orderId)
      await shop.sandbox.pay(number)
      await booksAfterPayment(shop, orderId, number)
      await editDraft(shop, orderId)
      await askAdmin(shop, "POST", `/admin/draft-orders/${orderId}/convert-to-order`)
      const rest = await linkOver(shop, orderId)
      expect(rest.amount).toBe(45_000)
      await shop.sandbox.pay(rest.number)
      expect(await booksAfterPayment(shop, orderId, rest.number)).toMatchObject({
        captured: 90_000,
        payment_status: "captured",
        summary: { paid_total: 90_000, pending_difference: 0 },
      })
    })

    it("asks for less with a promotion, and its outdated link is held", async () => {
      const orderId = await draftOrder(shop)
      const outdated = await linkOver(shop, orderId)
      await askAdmin(shop, "POST", "/admin/promotions", {
        code: "CHOY10",
        type: "standard",
        status: "active",
        application_method: {
          type: "percentage",
          target_type: "items",
          allocation: "across",
          value: 10,
          currency_code: "uzs",
        },
      })
      await askAdmin(shop, "POST", `/admin/draft-orders/${orderId}/edit`)
      await askAdmin(shop, "POST", `/admin/draft-orders/${orderId}/edit/promotions`, {
        promo_codes: ["CHOY10"],
      })
      await askAdmin(shop, "POST", `/admin/draft-orders/${orderId}/edit/confirm`)
      const link = await linkOver(shop, orderId)
      expect(link.amount).toBe(40_500)
      await shop.sandbox.pay(outdated.number)
      expect(await decided(shop, outdated.number)).toEqual({
        state: "paid",
        blocker: "nothing_owed",
        facts: { asked: "40500", open: "40500", paidElsewhere: "0", promised: "0" },
      })
      await shop.sandbox.pay(link.number)
      await decided(shop, link.number)
      await askAdmin(shop, "POST", `/admin/draft-orders/${orderId}/convert-to-order`)
      expect(await orderBooks(shop, orderId)).toMatchObject({
        captured: 40_500,
        payment_status: "captured",
        summary: { paid_total: 40_500, pending_difference: 0 },
      })
    })
  })
})

async function editDraft(shop: Shop, orderId: string): Promise<void> {
  const [variant] = shop.variants
  const path = `/admin/draft-orders/${orderId}/edit`
  await askAdmin(shop, "POST", path)
  await askAdmin(shop, "POST", `${path}/items`, {
    items: [{ variant_id: variant?.id, quantity: 1 }],
  })
  await askAdmin(shop, "POST", `${path}/confirm`)
}
