import { askAdmin, logIn } from "../setup/merchant"
import { addItem, booksAfterPayment, complete, orderBooks, placedOrder } from "../setup/orders"
import { sessionStatus, waitForStatus } from "../setup/progress"
import { decided, linkOver } from "../setup/room"
import { expectSameReading } from "../setup/same-reading"
import { describeShop, OTHER_PROVIDER_ID, type Shop } from "../setup/shop"

describeShop("the room of a promised order", {}, (shop) => {
  afterEach(() => expectSameReading(shop))

  describe("that was promised to be paid on delivery", () => {
    it("is taken for an old page of its cart, and the merchant reads: promised, and nothing paid", async () => {
      const { orderId, number } = await promisedOrder(shop)
      await shop.sandbox.pay(number)
      expect(await decided(shop, number)).toEqual({
        state: "paid",
        blocker: "nothing_owed",
        facts: { asked: "65000", open: "0", paidElsewhere: "0", promised: "65000" },
      })
      expect((await orderBooks(shop, orderId)).captured).toBe(0)
    })

    it("is free for the old page once the promise is withdrawn", async () => {
      const { orderId, number, session } = await promisedOrder(shop)
      await shop.sandbox.pay(number)
      await decided(shop, number)
      const [promise] = await shop.sql("SELECT id FROM payment WHERE provider_id = ?", [
        OTHER_PROVIDER_ID,
      ])
      await shop.container.resolve("payment").cancelPayment(String(promise?.["id"]))
      await waitForStatus(shop, session, "order_placed")
      expect(await orderBooks(shop, orderId)).toMatchObject({
        captured: 65_000,
        payment_status: "captured",
        summary: { pending_difference: 0 },
      })
    })

    it("is paid by a link, and the old page says so with true numbers", async () => {
      const { orderId, number } = await promisedOrder(shop)
      const link = await linkOver(shop, orderId)
      await shop.sandbox.pay(link.number)
      expect(await booksAfterPayment(shop, orderId, link.number)).toMatchObject({
        captured: 65_000,
        payment_status: "captured",
      })
      await shop.sandbox.pay(number)
      expect(await decided(shop, number)).toEqual({
        state: "paid",
        blocker: "nothing_owed",
        facts: { asked: "65000", open: "0", paidElsewhere: "65000", promised: "0" },
      })
      expect((await orderBooks(shop, orderId)).captured).toBe(65_000)
    })

    it("is the rest where a part of the promise was kept, and the other part is cancelled with it", async () => {
      const orderId = await placedOrder(shop)
      const [promise] = await shop.sql("SELECT id FROM payment WHERE provider_id = ?", [
        OTHER_PROVIDER_ID,
      ])
      const capture = `/admin/payments/${String(promise?.["id"])}/capture`
      await askAdmin(shop, "POST", capture, { amount: 20_000 })
      const { number, amount } = await linkOver(shop, orderId)
      expect(amount).toBe(25_000)
      await shop.sandbox.pay(number)
      expect(await booksAfterPayment(shop, orderId, number)).toMatchObject({
        captured: 45_000,
        payment_status: "captured",
        summary: { paid_total: 45_000, pending_difference: 0 },
      })
      // Cash that nobody owes cannot be booked by a click any more.
      expect((await (await logIn(shop)).post(capture)).status).toBe(400)
      expect((await orderBooks(shop, orderId)).captured).toBe(45_000)
    })

    it("is open to the cart's old page after an edit has replaced the promise", async () => {
      const { orderId, number } = await promisedOrder(shop)
      await addItem(shop, orderId)
      await shop.sandbox.pay(number)
      const standing = await decided(shop, number)
      const books = await orderBooks(shop, orderId)
      // 110,000 are asked for and the promise is cancelled: the 65,000 are a part of it.
      expect(standing).toMatchObject({ state: "settled" })
      expect(books).toMatchObject({ captured: 65_000, summary: { pending_difference: 45_000 } })
      const rest = await linkOver(shop, orderId)
      expect(rest.amount).toBe(45_000)
      await shop.sandbox.pay(rest.number)
      expect(await booksAfterPayment(shop, orderId, rest.number)).toMatchObject({
        captured: 110_000,
        payment_status: "captured",
      })
    })
  })

  it("is the same for cart page and link paid in the same instant, five times", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { orderId, number } = await promisedOrder(shop)
      const link = await linkOver(shop, orderId)
      await Promise.all([number, link.number].map((one) => shop.sandbox.pay(one)))
      expect(await decided(shop, link.number)).toMatchObject({ state: "settled" })
      expect(await decided(shop, number)).toMatchObject({ blocker: "nothing_owed" })
      expect((await orderBooks(shop, orderId)).captured).toBe(65_000)
    }
  })

  it("is told to the customer on an old page: nothing to pay any more", async () => {
    const { orderId, session } = await promisedOrder(shop)
    const link = await linkOver(shop, orderId)
    await shop.sandbox.pay(link.number)
    await booksAfterPayment(shop, orderId, link.number)
    const shown = await sessionStatus(shop, session)
    expect(shown).toMatchObject({ status: "order_placed", payment_url: null })
    expect(shown).not.toHaveProperty("order_id")
  })

  it("is not asked for by money that came while nobody listened, once cash has paid the order", async () => {
    const { orderId, number, session } = await promisedOrder(shop)
    await shop.sandbox.pay(number, "drop")
    const [promise] = await shop.sql("SELECT id FROM payment WHERE provider_id = ?", [
      OTHER_PROVIDER_ID,
    ])
    await askAdmin(shop, "POST", `/admin/payments/${String(promise?.["id"])}/capture`)
    await waitForStatus(shop, session, "held")
    expect(await decided(shop, number)).toEqual({
      state: "paid",
      blocker: "nothing_owed",
      facts: { asked: "65000", open: "0", paidElsewhere: "65000", promised: "0" },
    })
    expect((await orderBooks(shop, orderId)).captured).toBe(65_000)
  })
})

/** An order to be paid on delivery, of a cart that also has an open page of ours. */
async function promisedOrder(shop: Shop) {
  const { cart, session, number } = await shop.startedCart()
  await shop.store.startSession(cart.collectionId, OTHER_PROVIDER_ID)
  return { cart, number, session: session.id, orderId: await complete(shop, cart.id) }
}
