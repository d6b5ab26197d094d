import { z } from "zod"
import { expectSettledOnce, readBooks } from "../setup/books"
import { complete } from "../setup/orders"
import { sessionsOf } from "../setup/progress"
import { describeShop, eventually, type Shop } from "../setup/shop"
import type { Session } from "../setup/store-client"
import {
  CANCELS_UNPAID,
  placedCart,
  timeIsUp,
  untilCanceled,
  type PlacedCart,
} from "../setup/unpaid-orders"

describeShop("an unpaid order whose customer is back", CANCELS_UNPAID, (shop) => {
  afterEach(async () => {
    await shop.sandbox.clearFaults()
    await shop.sandbox.settings({ ip_whitelist: null })
  })

  describe("refreshed", () => {
    it("gets a new invoice as a new session of the same collection, which captures the order once", async () => {
      const placed = await placedCart(shop)
      await lapse(shop, placed.number)
      const shown = await refresh(shop, placed.session.id)
      expect(shown).toMatchObject({ status: 200, body: { status: "awaiting_payment" } })
      const [fresh] = await sessionsOf(shop, placed.cart)
      expect(fresh?.id).toBe(z.object({ id: z.string() }).parse(shown.body).id)
      expect(fresh?.id).not.toBe(placed.session.id)
      const newer = await newestNumber(shop, placed)
      expect(newer).not.toBe(placed.number)

      await shop.sandbox.pay(newer)
      const books = await expectSettledOnce(shop, placed.cart)
      expect(books.orders[0]?.id).toBe(placed.orderId)
      expect(books.captured).toBe(placed.cart.total)
      expect(await refresh(shop, placed.session.id)).toMatchObject({
        body: { status: "order_placed", payment_url: null },
      })
      expect(await shop.sandbox.calls("create_payment")).toBeGreaterThan(0)
    })

    it("is captured once by its old invoice, and money for the new one too is held", async () => {
      const placed = await placedCart(shop)
      await lapse(shop, placed.number)
      await refresh(shop, placed.session.id)
      const newer = await newestNumber(shop, placed)
      await shop.sandbox.pay(placed.number)
      await expectSettledOnce(shop, placed.cart)
      await shop.sandbox.pay(newer)
      await eventually(
        () => readBooks(shop, placed.cart),
        ({ invoices }) => invoices.some(({ blocker }) => blocker !== null)
      )
      const books = await expectSettledOnce(shop, placed.cart)
      expect(books.captured).toBe(placed.cart.total)
      expect(books.paidAtService).toBe(2 * placed.cart.total)
      expect(books.invoices).toContainEqual(
        expect.objectContaining({ number: String(newer), blocker: "nothing_owed" })
      )
    })

    it("gets none when it is cancelled", async () => {
      const placed = await placedCart(shop)
      await timeIsUp(shop, placed)
      await untilCanceled(shop, placed)
      const made = await shop.sandbox.calls("create_payment")
      expect(await refresh(shop, placed.session.id)).toMatchObject({
        status: 200,
        body: { status: "canceled", payment_url: null },
      })
      expect(await shop.sandbox.calls("create_payment")).toBe(made)
    })
  })

  describe("completed a second time", () => {
    it("is captured when its money has come and nobody said so", async () => {
      const placed = await placedCart(shop)
      await shop.sandbox.pay(placed.number, "drop")
      expect(await complete(shop, placed.cart.id)).toBe(placed.orderId)
      const books = await readBooks(shop, placed.cart)
      expect(books.invoices).toMatchObject([{ state: "settled" }])
      await expectSettledOnce(shop, placed.cart)

      const calls = (await shop.sandbox.requests()).length
      expect(await complete(shop, placed.cart.id)).toBe(placed.orderId)
      expect((await shop.sandbox.requests()).length).toBe(calls)
    })

    it("answers with its order while it is unpaid, also when the service is down", async () => {
      const placed = await placedCart(shop)
      expect(await complete(shop, placed.cart.id)).toBe(placed.orderId)
      await shop.sandbox.fault("status_payment", "http_500", 1000)
      expect(await complete(shop, placed.cart.id)).toBe(placed.orderId)
      expect((await readBooks(shop, placed.cart)).captured).toBe(0)
    })

    it("captures nothing when it is cancelled", async () => {
      const placed = await placedCart(shop)
      await timeIsUp(shop, placed)
      await untilCanceled(shop, placed)
      await shop.sandbox.pay(placed.number, "drop")
      await shop.store.post(`/store/carts/${placed.cart.id}/complete`)
      const books = await readBooks(shop, placed.cart)
      expect(books).toMatchObject({ captured: 0, payments: [] })
      expect(books.orders).toMatchObject([{ status: "canceled" }])
    })

    it("asks the service once, and waits for nothing, when an order is placed the first time", async () => {
      const { cart, number } = await shop.startedCart()
      await complete(shop, cart.id)
      expect(await shop.sandbox.calls("status_payment", number)).toBe(1)
    })
  })
})

async function lapse(shop: Shop, number: number): Promise<void> {
  await shop.sql(
    `UPDATE checkout_uz_invoice SET created_at = now() - interval '61 minutes',
            expires_at = now() - interval '1 minute', state = 'expired' WHERE number = ?`,
    [String(number)]
  )
}

async function newestNumber(shop: Shop, { cart }: PlacedCart): Promise<number> {
  const { invoices } = await readBooks(shop, cart)
  return Math.max(...invoices.map(({ number }) => Number(number)))
}

async function refresh(shop: Shop, sessionId: Session["id"]) {
  return shop.store.post(`/store/checkout-uz/payment-sessions/${sessionId}/refresh`)
}
