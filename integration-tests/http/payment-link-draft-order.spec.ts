import { askAdmin } from "../setup/merchant"
import { booksAfterPayment, draftOrder, orderBooks } from "../setup/orders"
import { collectionsOf, paymentLinks, TOTAL, TWO_DESKS } from "../setup/payment-links"
import { decided } from "../setup/room"
import { describeShop } from "../setup/shop"

describeShop("a payment link for an order", TWO_DESKS, (shop) => {
  const { ready, merchant, link, make } = paymentLinks(shop)

  describe("that is still a draft", () => {
    beforeEach(async () => {
      ready.orderId = await draftOrder(shop)
    })

    it.each(["before", "after"] as const)(
      "is captured when it is paid %s the draft becomes an order",
      async (when) => {
        expect((await link()).open_amount).toBe(TOTAL)
        const { number } = await make()
        const convert = () =>
          askAdmin(shop, "POST", `/admin/draft-orders/${ready.orderId}/convert-to-order`)
        if (when === "after") await convert()
        await shop.sandbox.pay(number)
        await booksAfterPayment(shop, ready.orderId, number)
        if (when === "before") await convert()
        expect(await orderBooks(shop, ready.orderId)).toMatchObject({
          status: "pending",
          payment_status: "captured",
          summary: { paid_total: TOTAL, pending_difference: 0 },
          captured: TOTAL,
          invoices: [{ number, state: "settled" }],
        })
        expect(await collectionsOf(shop, ready.orderId)).toEqual([TOTAL])
      }
    )

    it("is held when it is paid after the draft was deleted", async () => {
      const { number } = await make()
      const response = await merchant().remove(`/admin/draft-orders/${ready.orderId}`)
      expect(response.status).toBe(200)
      await shop.sandbox.pay(number)
      expect(await decided(shop, number)).toMatchObject({ blocker: "owner_gone" })
      expect(await shop.sql(`SELECT id FROM capture`)).toEqual([])
    })
  })
})
