import { askAdmin, logIn } from "../setup/merchant"
import { addItem, booksAfterPayment, orderBooks } from "../setup/orders"
import { paidOrder } from "../setup/paid-carts"
import {
  capturedPayment,
  decided,
  expectNothingOpen,
  linkOver,
  payoutsOf,
  refund,
} from "../setup/room"
import { expectSameReading } from "../setup/same-reading"
import { describeShop, PROVIDER_ID, type Shop } from "../setup/shop"

describeShop("the room of a refunded order", {}, (shop) => {
  afterEach(() => expectSameReading(shop))

  describe("whose payment was given back in full while it stands", () => {
    it("takes no further session, books no old page, and lists the refund once", async () => {
      const { cart, orderId, number, older } = await paidOrder(shop, { pages: 2 })
      await refund(shop, orderId)
      expect(await payoutsOf(shop, number)).toEqual([cart.total])

      const path = `/store/payment-collections/${cart.collectionId}/payment-sessions`
      const created = await shop.sandbox.calls("create_payment")
      expect((await shop.store.post(path, { provider_id: PROVIDER_ID })).status).toBe(409)
      expect(await shop.sandbox.calls("create_payment")).toBe(created)

      await shop.sandbox.pay(older)
      expect(await decided(shop, older)).toEqual({
        state: "paid",
        blocker: "nothing_owed",
        facts: { asked: "0", open: "0", paidElsewhere: "0", promised: "0" },
      })
      expect(await orderBooks(shop, orderId)).toMatchObject({
        captured: cart.total,
        refunded: cart.total,
        payment_status: "refunded",
        summary: { pending_difference: 0 },
      })
      expect(await payoutsOf(shop, number)).toEqual([cart.total])
      await expectNothingOpen(shop, orderId)
    })

    it("is not refunded a second time when it is cancelled afterwards", async () => {
      const { cart, orderId, number } = await paidOrder(shop)
      await refund(shop, orderId)
      await askAdmin(shop, "POST", `/admin/orders/${orderId}/cancel`)
      expect(await orderBooks(shop, orderId)).toMatchObject({
        status: "canceled",
        refunded: cart.total,
      })
      expect(await payoutsOf(shop, number)).toEqual([cart.total])
    })

    it("is paid anew by a link once it is edited upwards", async () => {
      const { cart, orderId } = await paidOrder(shop)
      await refund(shop, orderId)
      await addItem(shop, orderId)
      const { number, amount } = await linkOver(shop, orderId)
      expect(amount).toBe(45_000)
      await shop.sandbox.pay(number)
      expect(await booksAfterPayment(shop, orderId, number)).toMatchObject({
        captured: cart.total + 45_000,
        refunded: cart.total,
        summary: { pending_difference: 0 },
      })
    })
  })

  it("is what is left where a part was given back: nothing, since Medusa credits it", async () => {
    const { cart, orderId, number, older } = await paidOrder(shop, { pages: 2 })
    await refund(shop, orderId, 25_000)
    await expectNothingOpen(shop, orderId)
    await shop.sandbox.pay(older)
    expect(await decided(shop, older)).toEqual({
      state: "paid",
      blocker: "nothing_owed",
      facts: { asked: "40000", open: "0", paidElsewhere: "40000", promised: "0" },
    })
    expect(await orderBooks(shop, orderId)).toMatchObject({
      captured: cart.total,
      refunded: 25_000,
    })
    expect(await payoutsOf(shop, number)).toEqual([25_000])
  })

  describe("over 107,957.5, of which the customer paid 107,958", () => {
    it.each([
      ["all the customer paid", 107_958],
      ["all that was asked for", 107_957.5],
      ["everything, without an amount", undefined],
    ])("gives back all of it where %s is refunded", async (_what, amount) => {
      const { orderId, number } = await paidOver(shop, "107957.5")
      await refund(shop, orderId, amount)
      expect(await payoutsOf(shop, number)).toEqual([107_958])
      expect((await orderBooks(shop, orderId)).summary.pending_difference).toBeCloseTo(0, 0)
    })

    it.each([
      [100_000, 7_958],
      [100_000, 7_957.5],
      [53_979, 53_979],
      [107_957, 1],
    ])("gives back no more than that in two parts: %d and %d", async (first, second) => {
      const { orderId, number } = await paidOver(shop, "107957.5")
      await refund(shop, orderId, first)
      await refund(shop, orderId, second)
      const payouts = await payoutsOf(shop, number)
      expect(payouts).toHaveLength(2)
      expect(payouts[0]).toBe(first)
      expect(sum(payouts)).toBe(107_958)
    })

    it("refuses one more som, and lists nothing for it", async () => {
      const { orderId, number } = await paidOver(shop, "107957.5")
      await refund(shop, orderId, 107_958)
      const payment = await capturedPayment(shop, orderId)
      const answer = await (
        await logIn(shop)
      ).post(`/admin/payments/${payment}/refund`, { amount: 1 })
      expect(answer.status).toBe(400)
      expect(await payoutsOf(shop, number)).toEqual([107_958])
    })

    it("gives back no more than that when two halves and a bit are refunded at once", async () => {
      const { orderId, number } = await paidOver(shop, "107957.5")
      const payment = await capturedPayment(shop, orderId)
      const merchant = await logIn(shop)
      await Promise.all(
        [60_000, 60_000].map((amount) =>
          merchant.post(`/admin/payments/${payment}/refund`, { amount })
        )
      )
      expect(sum(await payoutsOf(shop, number))).toBeLessThanOrEqual(107_958)
    })

    it("is cancelled with one pay-out of all of it", async () => {
      const { orderId, number } = await paidOver(shop, "107957.5")
      await askAdmin(shop, "POST", `/admin/orders/${orderId}/cancel`)
      expect(await payoutsOf(shop, number)).toEqual([107_958])
    })

    it("asks for nothing more, and gives room to no old page", async () => {
      const { orderId } = await paidOver(shop, "107957.4")
      await expectNothingOpen(shop, orderId)
    })
  })
})

/** A paid order over a price with tiyin, as an invoice asks for it in whole som. */
async function paidOver(shop: Shop, total: string): Promise<{ orderId: string; number: number }> {
  const cart = await shop.cartOver(total)
  const [session] = await shop.store.startSession(cart.collectionId)
  const number = session?.data.invoice_id ?? 0
  await shop.sandbox.pay(number)
  await decided(shop, number)
  const [row] = await shop.sql("SELECT order_id FROM order_cart WHERE cart_id = ?", [cart.id])
  return { number, orderId: String(row?.["order_id"]) }
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
