import { z } from "zod"
import { exchange, fulfil, receiveReturn, replaceBroken, requestReturn } from "../setup/after-sales"
import { askAdmin } from "../setup/merchant"
import { addItem, booksAfterPayment, changeQuantity, orderBooks } from "../setup/orders"
import { paidOrder, type Paid } from "../setup/paid-carts"
import { decided, expectNothingOpen, linkFor, linkOver, payoutsOf, refund } from "../setup/room"
import { expectSameReading } from "../setup/same-reading"
import { describeShop, type Shop } from "../setup/shop"

/** The guest gift set: 390,000 UZS, and 410,000 with its delivery. */
const GIFT_SET = 9

describeShop("the room of an order that has changed", {}, (shop) => {
  afterEach(() => expectSameReading(shop))

  describe("of a paid gift set over 410,000", () => {
    it("is 25,000 after an exchange for one of 415,000, and the link brings just that", async () => {
      const { orderId } = await shippedOrder(shop)
      await exchange(shop, orderId, { variantIndex: GIFT_SET, price: 415_000 })
      expect((await linkFor(shop, orderId)).open_amount).toBe(25_000)
      const { number, amount } = await linkOver(shop, orderId)
      expect(amount).toBe(25_000)
      await shop.sandbox.pay(number)
      expect(await booksAfterPayment(shop, orderId, number)).toMatchObject({
        captured: 435_000,
        payment_status: "captured",
        summary: { paid_total: 435_000 },
      })
      await expectNothingOpen(shop, orderId)
    })

    it("is nothing for the link of an exchange that was called off before it was paid", async () => {
      const { orderId } = await shippedOrder(shop)
      const id = await exchange(shop, orderId, { variantIndex: GIFT_SET, price: 415_000 })
      const { number } = await linkOver(shop, orderId)
      await askAdmin(shop, "POST", `/admin/exchanges/${id}/cancel`)
      await shop.sandbox.pay(number)
      expect(await decided(shop, number)).toMatchObject({
        state: "paid",
        blocker: "nothing_owed",
        facts: { open: "0", paidElsewhere: "410000" },
      })
      expect((await orderBooks(shop, orderId)).captured).toBe(410_000)
    })

    it("is given back from the link's own invoice where its exchange is called off later", async () => {
      const { orderId } = await shippedOrder(shop)
      const id = await exchange(shop, orderId, { variantIndex: GIFT_SET, price: 415_000 })
      const { number } = await linkOver(shop, orderId)
      await shop.sandbox.pay(number)
      await booksAfterPayment(shop, orderId, number)
      await askAdmin(shop, "POST", `/admin/exchanges/${id}/cancel`)
      await askAdmin(shop, "POST", `/admin/payments/${await paymentOver(shop, 25_000)}/refund`, {
        amount: 25_000,
      })
      expect(await payoutsOf(shop, number)).toEqual([25_000])
      expect(await orderBooks(shop, orderId)).toMatchObject({
        captured: 435_000,
        refunded: 25_000,
        summary: { paid_total: 435_000, pending_difference: 0 },
      })
      await expectNothingOpen(shop, orderId)
    })

    it("is nothing after an exchange for something cheaper", async () => {
      const { orderId } = await shippedOrder(shop)
      await exchange(shop, orderId, { variantIndex: GIFT_SET, price: 380_000 })
      await expectNothingOpen(shop, orderId)
    })

    it("is nothing after a claim with a free replacement", async () => {
      const { orderId } = await shippedOrder(shop)
      await replaceBroken(shop, orderId, GIFT_SET)
      await expectNothingOpen(shop, orderId)
    })

    it("is nothing after a requested return and an edit upwards by less", async () => {
      const { orderId } = await shippedOrder(shop)
      await requestReturn(shop, orderId)
      await addItem(shop, orderId)
      await expectNothingOpen(shop, orderId)
    })

    it("is nothing once its return has arrived, and what is refunded is on the list", async () => {
      const { orderId, number, older } = await shippedOrder(shop, { pages: 2 })
      await receiveReturn(shop, orderId, await requestReturn(shop, orderId))
      await expectNothingOpen(shop, orderId)
      await refund(shop, orderId, 390_000)
      expect(await payoutsOf(shop, number)).toEqual([390_000])
      await shop.sandbox.pay(older)
      expect(await decided(shop, older)).toMatchObject({
        blocker: "nothing_owed",
        facts: { open: "0", paidElsewhere: "20000" },
      })
      expect(await orderBooks(shop, orderId)).toMatchObject({
        captured: 410_000,
        refunded: 390_000,
        summary: { pending_difference: 0 },
      })
    })
  })

  describe("of an order that was edited downwards after it was paid", () => {
    it("is nothing for an old page of its cart", async () => {
      const { orderId, older } = await paidOrder(shop, { pages: 2, quantity: 2 })
      await changeQuantity(shop, orderId, { unitPrice: 45_000, quantity: 1 })
      await shop.sandbox.pay(older)
      expect(await decided(shop, older)).toEqual({
        state: "paid",
        blocker: "nothing_owed",
        facts: { asked: "65000", open: "0", paidElsewhere: "110000", promised: "0" },
      })
      await expectNothingOpen(shop, orderId)
      await refund(shop, orderId, 45_000)
      expect(await orderBooks(shop, orderId)).toMatchObject({
        captured: 110_000,
        refunded: 45_000,
        summary: { pending_difference: 0 },
      })
    })

    it("is only what an edit upwards adds beyond what was paid too much", async () => {
      const { orderId } = await paidOrder(shop, { quantity: 2 })
      await changeQuantity(shop, orderId, { unitPrice: 45_000, quantity: 1 })
      await addItem(shop, orderId, 2)
      expect((await linkFor(shop, orderId)).open_amount).toBe(45_000)
    })

    it("is nothing where what was paid too much is kept as a credit", async () => {
      const { orderId } = await paidOrder(shop, { quantity: 2 })
      await changeQuantity(shop, orderId, { unitPrice: 45_000, quantity: 1 })
      await askAdmin(shop, "POST", `/admin/orders/${orderId}/credit-lines`, {
        amount: -45_000,
        reference: "kept",
        reference_id: "1",
      })
      await expectNothingOpen(shop, orderId)
    })
  })
})

async function shippedOrder(shop: Shop, { pages = 1 } = {}): Promise<Paid> {
  const paid = await paidOrder(shop, { variantIndex: GIFT_SET, pages })
  await fulfil(shop, paid.orderId)
  return paid
}

async function paymentOver(shop: Shop, amount: number): Promise<string> {
  const rows = await shop.sql("SELECT id FROM payment WHERE amount = ?", [amount])
  return z.object({ id: z.string() }).parse(rows[0]).id
}
