import { createCartCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { expectSettledOnce } from "../setup/books"
import { askAdmin, logIn } from "../setup/merchant"
import { booksAfterPayment, complete, orderBooks, placedOrder } from "../setup/orders"
import { decided, linkOver, payoutsOf, secondCollection } from "../setup/room"
import { expectSameReading } from "../setup/same-reading"
import { describeShop, OTHER_PROVIDER_ID, type Shop } from "../setup/shop"

describeShop("what else Medusa does beside a payment", {}, (shop) => {
  afterEach(() => expectSameReading(shop))

  describe("a cart with store credit", () => {
    it("asks for the rest only, and its order is paid in full with that", async () => {
      const cart = await shop.readyCart()
      await creditCart(shop, cart.id, 20_000)
      await shop.store.ok("POST", `/store/carts/${cart.id}`, { metadata: { credited: true } })
      const { payment_collection } = z
        .object({ payment_collection: z.looseObject({ id: z.string(), amount: z.number() }) })
        .parse(await shop.store.ok("POST", "/store/payment-collections", { cart_id: cart.id }))
      const [session] = await shop.store.startSession(payment_collection.id)
      const number = session?.data.invoice_id ?? 0
      expect((await shop.sandbox.payment(number)).amount).toBe(45_000)
      await shop.sandbox.pay(number)
      await expectSettledOnce(shop, { ...cart, total: 45_000 })
    })

    it("that came after its page was opened holds the money, and says what is asked for", async () => {
      const { cart, number } = await shop.startedCart()
      await creditCart(shop, cart.id, 20_000)
      await shop.sandbox.pay(number)
      expect(await decided(shop, number)).toEqual({
        state: "paid",
        blocker: "cart_changed",
        facts: { asked: "45000", open: "45000", paidElsewhere: "0", promised: "0" },
      })
    })
  })

  it("cash that is booked in the instant a link is paid never hides that it came twice", async () => {
    for (let round = 0; round < 5; round += 1) {
      const orderId = await placedOrder(shop)
      const { number } = await linkOver(shop, orderId)
      const promise = await promiseOf(shop, orderId)
      const merchant = await logIn(shop)
      const [, cash] = await Promise.all([
        shop.sandbox.pay(number),
        merchant.post(`/admin/payments/${promise}/capture`),
      ])
      const { state } = await decided(shop, number)
      const { captured, summary } = await orderBooks(shop, orderId)
      const ours = state === "settled" ? 45_000 : 0
      const byHand = cash.status === 200 ? 45_000 : 0
      // Core books cash without a lock of the order: both were taken, and the order says so.
      expect(captured).toBe(ours + byHand)
      expect(summary.pending_difference).toBe(45_000 - captured)
    }
  })

  describe("a payment collection that is deleted with its page still open", () => {
    /** Returns the order's id, and its invoice's number and amount. */
    async function deletedCollection() {
      const orderId = await placedOrder(shop)
      const link = await linkOver(shop, orderId)
      const [row] = await shop.sql(
        "SELECT payment_collection_id AS id FROM checkout_uz_invoice WHERE number = ?",
        [String(link.number)]
      )
      const merchant = await logIn(shop)
      const removed = await merchant.remove(`/admin/payment-collections/${String(row?.["id"])}`)
      expect(removed.status).toBe(200)
      return { orderId, number: link.number }
    }

    it("keeps no order from the money it still asks for", async () => {
      const { orderId, number } = await deletedCollection()
      await shop.sandbox.pay(number)
      expect(await booksAfterPayment(shop, orderId, number)).toMatchObject({
        captured: 45_000,
        payment_status: "captured",
        summary: { paid_total: 45_000, pending_difference: 0 },
        invoices: [{ number, state: "settled" }],
      })
      const captures = await shop.sql(
        "SELECT amount::float8 AS amount FROM order_transaction WHERE order_id = ?",
        [orderId]
      )
      expect(captures).toEqual([{ amount: 45_000 }])
    })

    it("brings an order that was paid in another way no second time what it asked for", async () => {
      const { orderId, number } = await deletedCollection()
      await askAdmin(shop, "POST", `/admin/payments/${await promiseOf(shop, orderId)}/capture`)
      await shop.sandbox.pay(number)
      expect(await decided(shop, number)).toMatchObject({ state: "paid", blocker: "nothing_owed" })
      expect((await orderBooks(shop, orderId)).captured).toBe(45_000)
      const merchant = await logIn(shop)
      const [held] = await shop.sql("SELECT id FROM checkout_uz_invoice WHERE number = ?", [
        String(number),
      ])
      const path = `/admin/checkout-uz/invoices/${String(held?.["id"])}/resolve`
      expect(await merchant.post(path, { action: "mark_returned" })).toMatchObject({ status: 200 })
      expect(await payoutsOf(shop, number)).toEqual([45_000])
    })

    it("says that the order was cancelled, where it was", async () => {
      const { orderId, number } = await deletedCollection()
      await askAdmin(shop, "POST", `/admin/orders/${orderId}/cancel`)
      await shop.sandbox.pay(number)
      expect(await decided(shop, number)).toMatchObject({ blocker: "order_canceled" })
      expect((await orderBooks(shop, orderId)).captured).toBe(0)
    })
  })

  it("an edit that is only requested changes nothing, and one that is declined neither", async () => {
    const orderId = await placedOrder(shop)
    const [variant] = shop.variants
    await askAdmin(shop, "POST", "/admin/order-edits", { order_id: orderId })
    await askAdmin(shop, "POST", `/admin/order-edits/${orderId}/items`, {
      items: [{ variant_id: variant?.id, quantity: 1 }],
    })
    await askAdmin(shop, "POST", `/admin/order-edits/${orderId}/request`)
    const { number, amount } = await linkOver(shop, orderId)
    expect(amount).toBe(45_000)
    await shop.sandbox.pay(number)
    expect(await booksAfterPayment(shop, orderId, number)).toMatchObject({
      captured: 45_000,
      payment_status: "captured",
    })
    await askAdmin(shop, "POST", `/admin/order-edits/${orderId}/confirm`)
    const rest = await linkOver(shop, orderId)
    expect(rest.amount).toBe(45_000)
    await shop.sandbox.pay(rest.number)
    expect(await booksAfterPayment(shop, orderId, rest.number)).toMatchObject({
      captured: 90_000,
      payment_status: "captured",
      summary: { pending_difference: 0 },
    })
  })

  it("another provider's second collection takes what is open, and a link asks for the rest", async () => {
    const { cart } = await shop.startedCart()
    await shop.store.startSession(cart.collectionId, OTHER_PROVIDER_ID)
    const orderId = await complete(shop, cart.id)
    // A deposit, promised by hand in a collection of its own.
    const deposit = await secondCollection(shop, orderId, 15_000)
    await askAdmin(shop, "POST", `/admin/payment-collections/${deposit}/mark-as-paid`, {
      order_id: orderId,
    })
    const { number, amount } = await linkOver(shop, orderId)
    expect(amount).toBe(50_000)
    await shop.sandbox.pay(number)
    expect(await booksAfterPayment(shop, orderId, number)).toMatchObject({
      captured: 65_000,
      payment_status: "captured",
      summary: { paid_total: 65_000, pending_difference: 0 },
    })
  })
})

async function creditCart(shop: Shop, cart_id: string, amount: number): Promise<void> {
  await createCartCreditLinesWorkflow(shop.container).run({
    input: [{ cart_id, amount, reference: "credit", reference_id: "1", metadata: {} }],
  })
}

async function promiseOf(shop: Shop, orderId: string): Promise<string> {
  const rows = await shop.sql(
    `SELECT p.id FROM payment p JOIN order_payment_collection l
        ON l.payment_collection_id = p.payment_collection_id
      WHERE l.order_id = ? AND p.provider_id = ?`,
    [orderId, OTHER_PROVIDER_ID]
  )
  return z.object({ id: z.string() }).parse(rows[0]).id
}
