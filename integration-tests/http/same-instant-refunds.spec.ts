import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { expectSettledOnce, readBooks, type Books } from "../setup/books"
import { breakDatabase, untilHeldUp } from "../setup/faults"
import { compareBooksSoon } from "../setup/held"
import { logIn } from "../setup/merchant"
import { capturedPayment, payoutsOf } from "../setup/room"
import { describeShop, eventually } from "../setup/shop"
/** What a merchant gives back of an order, in UZS. */
const PART = 25_000

describeShop("refunds in the same instant", {}, (shop) => {
  it("an order that is cancelled while a part of it is refunded has no more booked as refunded than was", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    const { orders } = await expectSettledOnce(shop, cart)
    const orderId = orders[0]?.id ?? ""
    const paymentId = await capturedPayment(shop, orderId)
    // The refund holds its payment's row while the order is cancelled, which has read it before.
    const heal = await breakDatabase(shop, {
      table: "refund",
      on: "INSERT",
      when: `NEW.amount = ${PART}`,
      seconds: 2.5,
      fails: false,
    })
    const merchant = await logIn(shop)
    const refunding = merchant.post(`/admin/payments/${paymentId}/refund`, { amount: PART })
    await untilHeldUp(shop)
    await merchant.post(`/admin/orders/${orderId}/cancel`, {})
    await refunding
    await heal()
    // Medusa writes a refund before it tells the provider, who puts it on the list of pay-outs.
    const given = await eventually(
      async () => ({ ...(await readBooks(shop, cart)), payouts: await payoutsOf(shop, number) }),
      ({ payouts }) => payouts.reduce((sum, amount) => sum + amount, 0) >= cart.total,
      40_000
    )
    expect(given.payouts.reduce((sum, amount) => sum + amount, 0)).toBe(cart.total)
    expect(given.refunded).toBe(cart.total)
    // Core has booked what it meant to give back, or what it did where it read the refund in time; and we
    // have booked nothing on top of that.
    expect([cart.total, cart.total + PART]).toContain(bookedAsRefunded(given))

    await shop.sql("UPDATE refund SET created_at = now() - interval '5 minutes'")
    await compareBooksSoon(shop)
    const squared = await eventually(
      () => readBooks(shop, cart),
      (books) => bookedAsRefunded(books) === cart.total
    )
    expect(squared).toMatchObject({ captured: cart.total, refunded: cart.total })
  }, 90_000)

  it("two refunds of an order are booked one after the other, each with its own amount", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    const { orders } = await expectSettledOnce(shop, cart)
    const paymentId = await capturedPayment(shop, orders[0]?.id ?? "")
    const merchant = await logIn(shop)
    const amounts = [10_000, 30_000]
    const answers = await Promise.all(
      amounts.map((amount) => merchant.post(`/admin/payments/${paymentId}/refund`, { amount }))
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const given = await readBooks(shop, cart)
    const booked = given.orders[0]?.transactions ?? []
    const refunds = booked.filter(({ reference }) => reference === "refund")
    expect(refunds.map(({ amount }) => -amount).sort((a, b) => a - b)).toEqual(amounts)
    expect(given.orders[0]?.summary).toMatchObject({ pending_difference: 0 })
    expect((await payoutsOf(shop, number)).sort((a, b) => a - b)).toEqual(amounts)
  }, 60_000)

  it("two refunds that nobody held apart, and were booked with each other's amount, are squared", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    const { orders } = await expectSettledOnce(shop, cart)
    const orderId = orders[0]?.id ?? ""
    const paymentId = await capturedPayment(shop, orderId)
    const refund = (amount: number) =>
      refundPaymentWorkflow(shop.container).run({ input: { payment_id: paymentId, amount } })
    // Core refuses one of them where both come to its credit lines, when its money is refunded already; ours, before
    // it is, where it comes a little later.
    await Promise.allSettled([refund(10_000), refund(30_000)])
    await shop.sql("UPDATE refund SET created_at = now() - interval '5 minutes'")
    await compareBooksSoon(shop)
    const squared = await eventually(
      () => readBooks(shop, cart),
      (books) => bookedAsRefunded(books) === books.refunded
    )
    expect([10_000, 30_000, 40_000]).toContain(squared.refunded)
    expect(squared.captured).toBe(cart.total)
  }, 60_000)
})

/** What an order's transactions say was given back, in UZS. */
function bookedAsRefunded({ orders }: Books): number {
  const refunds = (orders[0]?.transactions ?? []).filter(({ reference }) => reference === "refund")
  return -refunds.reduce((sum, { amount }) => sum + amount, 0)
}
