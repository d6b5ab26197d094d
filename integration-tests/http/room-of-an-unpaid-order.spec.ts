import { expectSettledOnce } from "../setup/books"
import { askAdmin, logIn } from "../setup/merchant"
import { addItem, booksAfterPayment, changeQuantity, complete, orderBooks } from "../setup/orders"
import { waitForStatus } from "../setup/progress"
import {
  capturedPayment,
  credit,
  decided,
  linkOver,
  payoutsOf,
  secondCollection,
} from "../setup/room"
import { describeShop, PROVIDER_ID, type Shop } from "../setup/shop"
import { announcement, CORE_ADDRESS, postHook } from "../setup/webhooks"

/** What the cart's order asks for, and what one more item adds, in UZS. */
const TOTAL = 65_000
const MORE = 45_000

describeShop(
  "an order that is placed before its payment",
  { plugin: { orderPlacement: "before_payment" } },
  (shop) => {
    it("is not paid again by the old page after a credit and a link over the rest", async () => {
      const { orderId, number } = await placed(shop)
      await credit(shop, orderId, 20_000)
      const rest = await linkOver(shop, orderId)
      expect(rest.amount).toBe(45_000)
      await shop.sandbox.pay(rest.number)
      await booksAfterPayment(shop, orderId, rest.number)
      await shop.sandbox.pay(number)
      expect(await decided(shop, number)).toEqual({
        state: "paid",
        blocker: "nothing_owed",
        facts: { asked: "45000", open: "0", paidElsewhere: "45000", promised: "0" },
      })
      expect(await orderBooks(shop, orderId)).toMatchObject({
        captured: 45_000,
        payment_status: "captured",
        summary: { paid_total: 45_000, pending_difference: 0 },
      })
    })

    it("takes the old page's money in full where the credit came after it was paid", async () => {
      const { orderId, number } = await placed(shop)
      await shop.sandbox.pay(number, "drop")
      await credit(shop, orderId, 20_000)
      await announce(shop, number)
      // The customer has paid 20,000 more than is asked: the merchant decides, and knows the numbers.
      expect(await decided(shop, number)).toEqual({
        state: "paid",
        blocker: "nothing_owed",
        facts: { asked: "45000", open: "45000", paidElsewhere: "0", promised: "0" },
      })
      expect((await orderBooks(shop, orderId)).captured).toBe(0)
    })

    it.each(["cash", "a page of ours"] as const)(
      "is never captured beyond its total when a second collection was paid by %s",
      async (way) => {
        const { orderId, number } = await placed(shop)
        const second = await secondCollection(shop, orderId, TOTAL)
        if (way === "cash") await markAsPaid(shop, orderId, second)
        else await payCollection(shop, orderId, second)
        expect((await orderBooks(shop, orderId)).captured).toBe(TOTAL)
        await shop.sandbox.pay(number)
        expect(await decided(shop, number)).toEqual({
          state: "paid",
          blocker: "nothing_owed",
          facts: { asked: "65000", open: "0", paidElsewhere: "65000", promised: "0" },
        })
        expect(await orderBooks(shop, orderId)).toMatchObject({
          captured: TOTAL,
          // Medusa itself waits for the money of a collection that nobody needs; ours do not stay.
          payment_status: way === "cash" ? "partially_captured" : "captured",
          summary: { paid_total: TOTAL, pending_difference: 0 },
        })
      }
    )

    it("takes the rest from its old page's successor where some cash was booked", async () => {
      const { orderId, number } = await placed(shop)
      await markAsPaid(shop, orderId, await secondCollection(shop, orderId, 20_000))
      const rest = await linkOver(shop, orderId)
      expect(rest.amount).toBe(45_000)
      await shop.sandbox.pay(number)
      expect(await decided(shop, number)).toMatchObject({
        blocker: "nothing_owed",
        facts: { asked: "65000", open: "45000", paidElsewhere: "20000", promised: "0" },
      })
      await shop.sandbox.pay(rest.number)
      expect(await booksAfterPayment(shop, orderId, rest.number)).toMatchObject({
        captured: TOTAL,
        payment_status: "captured",
        summary: { pending_difference: 0 },
      })
    })

    it("is captured once when two of its collections are paid and announced to Medusa at once", async () => {
      const { orderId, number } = await placed(shop)
      const second = await secondCollection(shop, orderId, TOTAL)
      const [session] = await shop.store.startSession(second)
      const numbers = [number, session?.data.invoice_id ?? 0]
      await Promise.all(numbers.map((one) => shop.sandbox.pay(one, "drop")))
      await Promise.all(
        numbers.map((one) => postHook(shop, CORE_ADDRESS, announcement(one, TOTAL)))
      )
      const standings = await Promise.all(numbers.map((one) => decided(shop, one)))
      expect(standings.map(({ state }) => state).sort()).toEqual(["paid", "settled"])
      expect(standings.find(({ state }) => state === "paid")).toMatchObject({
        blocker: "nothing_owed",
        facts: { asked: "65000", open: "0", paidElsewhere: "65000" },
      })
      expect(await orderBooks(shop, orderId)).toMatchObject({
        captured: TOTAL,
        payment_status: "captured",
        summary: { paid_total: TOTAL, pending_difference: 0 },
      })
    })

    it("reads captured once it is paid through page and link after an edit upwards", async () => {
      const { orderId, number } = await placed(shop)
      await addItem(shop, orderId)
      await shop.sandbox.pay(number)
      await booksAfterPayment(shop, orderId, number)
      const rest = await linkOver(shop, orderId)
      expect(rest.amount).toBe(MORE)
      await shop.sandbox.pay(rest.number)
      expect(await booksAfterPayment(shop, orderId, rest.number)).toMatchObject({
        captured: TOTAL + MORE,
        payment_status: "captured",
        summary: { paid_total: TOTAL + MORE, pending_difference: 0 },
        invoices: [{ state: "settled" }, { state: "settled" }],
      })
    })

    it("reads captured once it is paid by a link over everything after an edit upwards", async () => {
      const { orderId, number } = await placed(shop)
      await addItem(shop, orderId)
      const whole = await linkOver(shop, orderId)
      expect(whole.amount).toBe(TOTAL + MORE)
      await shop.sandbox.pay(whole.number)
      expect(await booksAfterPayment(shop, orderId, whole.number)).toMatchObject({
        captured: TOTAL + MORE,
        payment_status: "captured",
      })
      await shop.sandbox.pay(number)
      expect(await decided(shop, number)).toMatchObject({ blocker: "nothing_owed" })
      expect((await orderBooks(shop, orderId)).captured).toBe(TOTAL + MORE)
    })

    it("holds a page over more than it asks for after an edit downwards", async () => {
      const { cart, session, orderId, number } = await placed(shop, 2)
      expect(cart.total).toBe(110_000)
      await changeQuantity(shop, orderId, { unitPrice: MORE, quantity: 1 })
      await shop.sandbox.pay(number)
      expect(await decided(shop, number)).toEqual({
        state: "paid",
        blocker: "nothing_owed",
        facts: { asked: "65000", open: "65000", paidElsewhere: "0", promised: "0" },
      })
      // Room again: the customer wants the second one after all.
      await changeQuantity(shop, orderId, { unitPrice: MORE, quantity: 2 })
      await waitForStatus(shop, session.id, "order_placed")
      expect(await orderBooks(shop, orderId)).toMatchObject({
        captured: 110_000,
        payment_status: "captured",
        summary: { pending_difference: 0 },
      })
    })

    it("is never captured beyond its total when page and link are paid in the same instant, five times", async () => {
      for (let round = 0; round < 5; round += 1) {
        const { orderId, number } = await placed(shop)
        await credit(shop, orderId, 20_000)
        await addItem(shop, orderId)
        // 90,000 are asked for: the page's 65,000 and the link's 90,000 do not both fit.
        const link = await linkOver(shop, orderId)
        expect(link.amount).toBe(90_000)
        await Promise.all([number, link.number].map((one) => shop.sandbox.pay(one)))
        const standings = await Promise.all([number, link.number].map((one) => decided(shop, one)))
        expect(standings.map(({ state }) => state).sort()).toEqual(["paid", "settled"])
        const { captured } = await orderBooks(shop, orderId)
        expect([TOTAL, 90_000]).toContain(captured)
      }
    })

    it("is captured once where the merchant has Medusa authorize the paid session", async () => {
      const { cart, orderId, session, number } = await placed(shop)
      const path = `/admin/orders/${orderId}/payment-sessions/authorize`
      const ask = () => askAdmin(shop, "POST", path, { payment_session_id: session.id })
      expect(await ask()).toMatchObject({ is_authorized: false })
      await shop.sandbox.pay(number, "drop")
      await ask()
      await announce(shop, number)
      await expectSettledOnce(shop, cart)
    })

    it("is not refunded twice when its refund is asked for twice at once", async () => {
      const { orderId, number } = await placed(shop)
      await shop.sandbox.pay(number)
      await booksAfterPayment(shop, orderId, number)
      const payment = await capturedPayment(shop, orderId)
      const merchant = await logIn(shop)
      await Promise.all(
        [40_000, 40_000].map((amount) =>
          merchant.post(`/admin/payments/${payment}/refund`, { amount })
        )
      )
      const sum = (await payoutsOf(shop, number)).reduce((total, amount) => total + amount, 0)
      expect(sum).toBeLessThanOrEqual(TOTAL)
      expect((await orderBooks(shop, orderId)).refunded).toBe(sum)
    })
  }
)

/** An order over so many of the first variant that waits for its payment, and its open page. */
async function placed(shop: Shop, quantity = 1) {
  const cart = await shop.readyCart(0, quantity)
  const [session] = await shop.store.startSession(cart.collectionId)
  const number = session?.data.invoice_id
  if (!session || number === undefined) throw new Error("No payment session was started.")
  return { cart, session, number, orderId: await complete(shop, cart.id) }
}

async function markAsPaid(shop: Shop, orderId: string, collectionId: string): Promise<void> {
  const path = `/admin/payment-collections/${collectionId}/mark-as-paid`
  await askAdmin(shop, "POST", path, { order_id: orderId })
}

async function payCollection(shop: Shop, orderId: string, collectionId: string): Promise<void> {
  const [session] = await shop.store.startSession(collectionId, PROVIDER_ID)
  const number = session?.data.invoice_id ?? 0
  await shop.sandbox.pay(number)
  await booksAfterPayment(shop, orderId, number)
}

/** Tells the shop of a payment whose webhook was dropped. */
async function announce(shop: Shop, number: number): Promise<void> {
  const { webhook_url, amount } = await shop.sandbox.payment(number)
  const path = new URL(webhook_url ?? "").pathname
  expect(await postHook(shop, path, announcement(number, amount))).toBe(200)
}
