import { Modules } from "@medusajs/framework/utils"
import { completeCartWorkflowId } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { expectNothingCaptured, expectSettledOnce, rowsIn } from "../setup/books"
import { tryToComplete } from "../setup/orders"
import { paidCart, paidCarts } from "../setup/paid-carts"
import { describeShop, eventually } from "../setup/shop"
import type { Answer } from "../setup/store-client"
import { announcement, keptDeliveries, ownAddress, postHook } from "../setup/webhooks"

const RACES_TIMEOUT_MS = 600_000

describeShop("whoever notices a payment first", {}, (shop) => {
  const returnPage = (sessionId: string) =>
    shop.store.get(`/store/checkout-uz/payment-sessions/${sessionId}`)
  const hasOrder = ({ body }: Answer) =>
    z.looseObject({ status: z.literal("order_placed") }).safeParse(body).success

  /** Every answer of `POST /store/carts/:id/complete` that placed, or found, the order. */
  const orderIdSchema = z.object({
    type: z.literal("order"),
    order: z.looseObject({ id: z.string() }),
  })

  afterEach(async () => {
    await shop.sandbox.settings({ webhook_url: null })
  })

  it("a webhook before the customer is back: the return page finds the order and asks nobody", async () => {
    const { cart, session, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    const { orders } = await expectSettledOnce(shop, cart)

    expect((await returnPage(session.id)).body).toMatchObject({ order_id: orders[0]?.id })
    await expectSettledOnce(shop, cart)
    expect(await shop.sandbox.calls("status_payment", number)).toBe(1)

    // Whoever finds this address in a browser's history later learns no order's id from it.
    const settledAgo = (minutes: number) =>
      shop.sql(
        `UPDATE checkout_uz_invoice SET settled_at = now() - make_interval(mins => ${minutes})
          WHERE number = ? AND state = 'settled'`,
        [String(number)]
      )
    await settledAgo(29)
    expect((await returnPage(session.id)).body).toHaveProperty("order_id")
    await settledAgo(30)
    const later = await returnPage(session.id)
    expect(later.body).toMatchObject({ status: "order_placed" })
    expect(later.body).not.toHaveProperty("order_id")
  })

  it("a webhook after the return page changes nothing and asks nobody", async () => {
    const { cart, session, number } = await paidCart(shop)
    await eventually(() => returnPage(session.id), hasOrder)
    const before = await expectSettledOnce(shop, cart)
    const calls = await shop.sandbox.calls("status_payment", number)

    const [dropped] = await shop.sandbox.webhooksAbout(number)
    await shop.sandbox.resend(dropped?.n ?? -1)
    await eventually(
      () => keptDeliveries(shop, number),
      (kept) => kept.length === 1
    )
    expect(await expectSettledOnce(shop, cart)).toEqual(before)
    expect(await shop.sandbox.calls("status_payment", number)).toBe(calls)
  })

  it(
    "webhook and return page in the same instant, twenty times: each cart is one order with one capture",
    async () => {
      const carts = await paidCarts(shop, 20)
      const calls = await shop.sandbox.calls("create_payment")
      for (const { cart, session, number } of carts) {
        const own = await ownAddress(shop, number)
        const body = announcement(number, cart.total)
        const [status, page] = await Promise.all([
          postHook(shop, own, body),
          returnPage(session.id),
        ])
        expect(status).toBe(200)
        expect(page.status).toBe(200)
      }
      for (const { cart } of carts) {
        const books = await expectSettledOnce(shop, cart)
        expect(books.paidAtService).toBe(cart.total)
      }
      // Also counting what was made and taken back again.
      expect(await rowsIn(shop, "order")).toBe(20)
      expect(await rowsIn(shop, "payment")).toBe(20)
      expect(await rowsIn(shop, "capture")).toBe(20)
      expect(await rowsIn(shop, "refund")).toBe(0)
      expect(await shop.sandbox.calls("create_payment")).toBe(calls)
    },
    RACES_TIMEOUT_MS
  )

  it(
    "webhook and cart.complete in the same instant, ten times: each cart is one order with one capture",
    async () => {
      const carts = await paidCarts(shop, 10)
      for (const { cart, number } of carts) {
        const own = await ownAddress(shop, number)
        const [status, completed] = await Promise.all([
          postHook(shop, own, announcement(number, cart.total)),
          tryToComplete(shop, cart.id),
        ])
        expect(status).toBe(200)
        const { order } = orderIdSchema.parse(completed.body)
        const books = await expectSettledOnce(shop, cart)
        expect(books.orders[0]?.id).toBe(order.id)
        expect(await shop.sandbox.calls("status_payment", number)).toBeLessThanOrEqual(2)
      }
      expect(await rowsIn(shop, "order")).toBe(10)
      expect(await rowsIn(shop, "payment")).toBe(10)
      expect(await rowsIn(shop, "capture")).toBe(10)
      expect(await rowsIn(shop, "refund")).toBe(0)
    },
    RACES_TIMEOUT_MS
  )

  it("the webhook twice is one order", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number, "twice")
    await eventually(
      () => keptDeliveries(shop, number),
      (kept) => kept.length === 2
    )
    await expectSettledOnce(shop, cart)
    expect(await rowsIn(shop, "order")).toBe(1)
    expect((await keptDeliveries(shop, number)).map(({ tokenMatched }) => tokenMatched)).toEqual([
      true,
      true,
    ])
  })

  it("what cart.complete alone captured ends as settled", async () => {
    const { cart, number } = await paidCart(shop)
    const completed = await tryToComplete(shop, cart.id)
    const { order } = orderIdSchema.parse(completed.body)
    const books = await expectSettledOnce(shop, cart)
    expect(books.orders[0]?.id).toBe(order.id)
    expect(await shop.sandbox.calls("status_payment", number)).toBe(1)
  })

  it("what core's completion captured without any of the plugin's routes ends as settled", async () => {
    const { cart } = await paidCart(shop)
    const engine = shop.container.resolve(Modules.WORKFLOW_ENGINE)
    await engine.run(completeCartWorkflowId, { input: { id: cart.id } })
    const books = await expectSettledOnce(shop, cart)
    expect(books.paidAtService).toBe(cart.total)
  })

  it("nobody notices a payment that never came", async () => {
    const { cart, session, number } = await shop.startedCart()
    expect((await returnPage(session.id)).body).toMatchObject({ status: "pending" })
    expect((await tryToComplete(shop, cart.id)).body).toMatchObject({ type: "cart" })
    const books = await expectNothingCaptured(shop, cart)
    expect(books.invoices).toMatchObject([{ number: String(number), state: "pending" }])
    expect(await rowsIn(shop, "order")).toBe(0)
  })
})
