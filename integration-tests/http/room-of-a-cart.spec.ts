import { setTimeout as delay } from "node:timers/promises"
import type { ICartModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { expectNothingCaptured, expectSettledOnce, readBooks } from "../setup/books"
import { promotion } from "../setup/cart-changes"
import { waitForBlocker } from "../setup/held"
import { orderNumbers, sessionStatus, waitForStatus } from "../setup/progress"
import { expectSameReading } from "../setup/same-reading"
import { describeShop, eventually, PROVIDER_ID, type ReadyCart, type Shop } from "../setup/shop"

describeShop("the money of a cart", {}, (shop) => {
  afterEach(() => expectSameReading(shop))

  it("places the order at the price that was paid, once its promotion was deleted", async () => {
    const cart = await shop.readyCart()
    const code = await promotion(shop, 5_000)
    await shop.store.ok("POST", `/store/carts/${cart.id}/promotions`, { promo_codes: [code] })
    const [session] = await shop.store.startSession(cart.collectionId, PROVIDER_ID)
    if (!session) throw new Error("No payment session was started.")
    await shop.sql("UPDATE promotion SET deleted_at = now() WHERE code = ?", [code])
    await shop.sandbox.pay(session.data.invoice_id ?? 0)
    await waitForStatus(shop, session.id, "order_placed")
    await expectSettledOnce(shop, { ...cart, total: cart.total - 5_000 })
    expect(await orderNumbers(shop)).toEqual([1])
  })

  describe("whose total changed while its payment was being started", () => {
    it("is never captured on an order over another total, also where core is asked directly", async () => {
      const { cart, session, number } = await shop.startedCart()
      // As a session that was started in the middle of the change: core takes no lock there.
      await changeBehindCore(shop, cart, 20)
      await shop.sandbox.pay(number)
      const { facts } = await waitForBlocker(shop, number, "cart_changed")
      expect(facts).toMatchObject({ open: facts?.["asked"], paidElsewhere: "0", promised: "0" })
      expect(Number(facts?.["asked"])).toBeGreaterThan(cart.total * 10)

      const { errors } = await completeCartWorkflow(shop.container).run({
        input: { id: cart.id },
        throwOnError: false,
      })
      expect(errors).toHaveLength(1)
      await expectNothingCaptured(shop, cart)
      expect(await sessionStatus(shop, session.id)).toMatchObject({
        status: "held",
        payment_url: null,
      })

      await changeBehindCore(shop, cart, 1)
      await waitForStatus(shop, session.id, "order_placed")
      await expectSettledOnce(shop, cart)
    })

    it("is captured for exactly the order's total or not at all, however the two fall together", async () => {
      for (const pause of [0, 100, 200, 300]) {
        const cart = await shop.readyCart()
        const [item] = await shop.sql(
          "SELECT id FROM cart_line_item WHERE cart_id = ? AND deleted_at IS NULL",
          [cart.id]
        )
        const change = shop.store.post(
          `/store/carts/${cart.id}/line-items/${String(item?.["id"])}`,
          { quantity: 20 }
        )
        await delay(pause)
        const start = shop.store.post(
          `/store/payment-collections/${cart.collectionId}/payment-sessions`,
          { provider_id: PROVIDER_ID }
        )
        await Promise.all([change, start])
        const { invoices } = await readBooks(shop, cart)
        for (const { number } of invoices) await shop.sandbox.pay(Number(number))
        await eventually(
          () => readBooks(shop, cart),
          (books) =>
            books.invoices.every(
              ({ state, blocker }) => state === "settled" || (state === "paid" && blocker !== null)
            )
        )
        const books = await readBooks(shop, cart)
        for (const order of books.orders) expect(books.captured).toBe(order.total)
        if (books.orders.length === 0) expect(books.captured).toBe(0)
      }
    }, 120_000)

    it("is held where taxes were added after the start, and says what the cart comes to now", async () => {
      const cart = await cartWithTaxesToCome(shop)
      const [session] = await shop.store.startSession(cart.collectionId)
      const number = z.number().parse(session?.data.invoice_id)
      await shop.store.ok("POST", `/store/carts/${cart.id}/taxes`)
      await shop.sandbox.pay(number)
      const { facts } = await waitForBlocker(shop, number, "cart_changed")
      expect(Number(facts?.["asked"])).toBe(Math.round(cart.total * 1.12))
      await expectNothingCaptured(shop, cart)
      const again = await shop.store.post(
        `/store/payment-collections/${cart.collectionId}/payment-sessions`,
        { provider_id: PROVIDER_ID }
      )
      expect(again).toMatchObject({ status: 409, body: { code: "cart_changed" } })
    })

    it("shows a customer who paid the old page that the money is held, and not that the order is coming", async () => {
      const { cart, session, number } = await shop.startedCart()
      await shop.store.ok("POST", `/store/carts/${cart.id}/line-items`, {
        variant_id: shop.variants[1]?.id,
        quantity: 1,
      })
      await shop.sandbox.pay(number)
      await waitForBlocker(shop, number, "cart_changed")
      expect(await sessionStatus(shop, session.id)).toMatchObject({
        status: "held",
        payment_url: null,
      })
    })
  })

  it("is not touched by a stranger who starts sessions with somebody else's session id", async () => {
    const victim = await shop.startedCart()
    const strange = await shop.readyCart()
    await shop.sandbox.fault("create_payment", "slow", 2)
    await Promise.all(
      [0, 1].map(() =>
        shop.store.post(`/store/payment-collections/${strange.collectionId}/payment-sessions`, {
          provider_id: PROVIDER_ID,
          data: { session_id: victim.session.id },
        })
      )
    )
    await shop.sandbox.clearFaults()
    await shop.sandbox.pay(victim.number, "drop")
    const blocked = await shop.store.post(`/store/carts/${victim.cart.id}/promotions`, {
      promo_codes: ["SPRING"],
    })
    expect(blocked.status).toBe(409)
    await waitForStatus(shop, victim.session.id, "order_placed")
    await expectSettledOnce(shop, victim.cart)
  })
})

/** Changes a cart's quantity as core does while a session is being started: without a refresh. */
async function changeBehindCore(shop: Shop, cart: ReadyCart, quantity: number): Promise<void> {
  const carts: ICartModuleService = shop.container.resolve(Modules.CART)
  const { items } = await carts.retrieveCart(cart.id, { relations: ["items"] })
  for (const { id } of items ?? []) await carts.updateLineItems(id, { quantity })
}

/** A cart in a region whose taxes, of 12 %, are only added when somebody asks for them. */
async function cartWithTaxesToCome(shop: Shop): Promise<ReadyCart> {
  await shop.sql("UPDATE region SET automatic_taxes = false")
  const taxes = shop.container.resolve(Modules.TAX)
  const [found] = await taxes.listTaxRegions({ country_code: "uz" })
  const region = found ?? (await taxes.createTaxRegions({ country_code: "uz" }))
  await taxes.createTaxRates({
    tax_region_id: region.id,
    name: "QQS",
    code: "qqs",
    rate: 12,
    is_default: true,
  })
  return shop.readyCart(0, 2)
}
