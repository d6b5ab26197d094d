import { z } from "zod"
import { expectNothingCaptured, expectSettledOnce } from "../setup/books"
import { CHANGES } from "../setup/cart-changes"
import { orderNumbers } from "../setup/progress"
import { describeShop, OTHER_PROVIDER_ID, PROVIDER_ID, type Shop } from "../setup/shop"

describeShop("the guards before a cart", {}, (shop) => {
  describe("whose money has not arrived", () => {
    it.each(Object.entries(CHANGES))("lets %s change an unpaid cart", async (_name, change) => {
      const { cart } = await shop.startedCart()
      const { method, path, body } = await change(shop, cart)
      const answer =
        method === "POST" ? await shop.store.post(path, body) : await shop.store.remove(path)
      expect(answer.status).toBe(200)
      await expectNothingCaptured(shop, cart)
    })

    it("asks the service about an invoice at most once in two seconds, however many changes come", async () => {
      const { cart, number } = await shop.startedCart()
      const startedAt = Date.now()
      for (let wave = 0; wave < 3; wave++) {
        const burst = Array.from({ length: 10 }, () =>
          shop.store.post(`/store/carts/${cart.id}/promotions`, { promo_codes: [] })
        )
        for (const { status } of await Promise.all(burst)) expect(status).not.toBe(409)
      }
      const seconds = (Date.now() - startedAt) / 1000
      const calls = await shop.sandbox.calls("status_payment", number)
      expect(calls).toBeGreaterThan(0)
      expect(calls).toBeLessThanOrEqual(1 + Math.floor(seconds / 2))
    })

    it("costs no call to the service when the cart has nothing to do with this plugin", async () => {
      const cart = await shop.readyCart()
      await shop.store.startSession(cart.collectionId, OTHER_PROVIDER_ID)
      const before = (await shop.sandbox.requests()).length
      await shop.store.ok("POST", `/store/carts/${cart.id}/line-items`, {
        variant_id: shop.variants[1]?.id,
        quantity: 1,
      })
      await shop.store.startSession(cart.collectionId, OTHER_PROVIDER_ID)
      await shop.store.ok("POST", `/store/carts/${cart.id}/complete`)
      expect((await shop.sandbox.requests()).length).toBe(before)
    })

    it("captures nothing while the service cannot be asked, and says that more is required", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      await shop.sandbox.fault("status_payment", "reset", 100)
      expect(await shop.store.post(`/store/carts/${cart.id}/complete`)).toMatchObject({
        status: 200,
        body: { type: "cart", error: { type: "payment_requires_more_error" } },
      })
      const books = await expectNothingCaptured(shop, cart)
      expect(books.invoices).toMatchObject([{ state: "pending" }])

      await shop.sandbox.clearFaults()
      await shop.store.ok("POST", `/store/carts/${cart.id}/complete`)
      await expectSettledOnce(shop, cart)
      expect(await orderNumbers(shop)).toEqual([1])
    })

    it("starts no payment for a cart that could not become an order", async () => {
      const before = await shop.sandbox.calls("create_payment")
      const without = { email: "email_missing", shipping: "delivery_missing" }
      for (const [lacks, code] of Object.entries(without)) {
        const collectionId = await incompleteCart(shop, lacks)
        const answer = await shop.store.post(
          `/store/payment-collections/${collectionId}/payment-sessions`,
          { provider_id: PROVIDER_ID }
        )
        expect(answer).toMatchObject({ status: 400, body: { code } })
      }
      expect(await shop.sandbox.calls("create_payment")).toBe(before)
    })
  })
})

/** A cart that lacks one thing a payment needs; returns its payment collection's id. */
async function incompleteCart(shop: Shop, lacks: string): Promise<string> {
  const { store } = shop
  const { cart } = z.object({ cart: z.object({ id: z.string() }) }).parse(
    await store.ok("POST", "/store/carts", {
      region_id: shop.regionId,
      ...(lacks === "email" ? {} : { email: "xaridor@example.uz" }),
      items: [{ variant_id: shop.variants[0]?.id, quantity: 1 }],
      shipping_address: { first_name: "Dilnoza", country_code: "uz" },
    })
  )
  if (lacks !== "shipping") {
    await store.ok("POST", `/store/carts/${cart.id}/shipping-methods`, {
      option_id: shop.shippingOptionId,
    })
  }
  const { payment_collection } = z
    .object({ payment_collection: z.object({ id: z.string() }) })
    .parse(await store.ok("POST", "/store/payment-collections", { cart_id: cart.id }))
  return payment_collection.id
}
