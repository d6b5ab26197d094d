import { z } from "zod"
import { expectNothingCaptured, expectSettledOnce, readBooks } from "../setup/books"
import { CHANGES } from "../setup/cart-changes"
import { orderNumbers, sessionsOf, waitForStatus } from "../setup/progress"
import { describeShop, eventually, OTHER_PROVIDER_ID } from "../setup/shop"
import { customerToken } from "../setup/users"

/** Changes that leave what is to be paid as it is. */
const HARMLESS = {
  "the e-mail address": { email: "boshqa@example.uz" },
  "the billing address": { billing_address: { first_name: "Aziz", country_code: "uz" } },
  metadata: { metadata: { sovga: true } },
}

describeShop("the guards before a cart", {}, (shop) => {
  describe("whose money has arrived unheard", () => {
    it.each(Object.entries(CHANGES))("refuses %s, and places the order", async (_name, change) => {
      const { cart, number } = await shop.startedCart()
      const { method, path, body } = await change(shop, cart)
      await shop.sandbox.pay(number, "drop")
      const answer =
        method === "POST" ? await shop.store.post(path, body) : await shop.store.remove(path)
      expect(answer).toMatchObject({ status: 409, body: { code: "already_paid" } })
      expect(answer.body).toMatchObject({ message: ONE_OR_TWO_SENTENCES })

      const books = await expectSettledOnce(shop, cart)
      expect(books.paidAtService).toBe(cart.total)
      expect(await orderNumbers(shop)).toEqual([1])
    })

    it.each(Object.entries(HARMLESS))("lets %s be changed", async (_name, body) => {
      const { cart, session, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      expect((await shop.store.post(`/store/carts/${cart.id}`, body)).status).toBe(200)
      expect(await sessionsOf(shop, cart)).toMatchObject([{ id: session.id }])

      await shop.store.ok("POST", `/store/carts/${cart.id}/complete`)
      await expectSettledOnce(shop, cart)
    })
  })

  it("lets a paid cart that was emptied be filled again, which places the order", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sql("UPDATE cart_line_item SET deleted_at = now() WHERE cart_id = ?", [cart.id])
    await shop.sandbox.pay(number, "drop")
    await shop.store.ok("POST", `/store/carts/${cart.id}/line-items`, {
      variant_id: shop.variants[0]?.id,
      quantity: 1,
    })
    await shop.store.ok("POST", `/store/carts/${cart.id}/complete`)
    await expectSettledOnce(shop, cart)
  })

  describe("who fail open", () => {
    it("let every other provider's checkout go on where the plugin's tables are missing", async () => {
      const cart = await shop.readyCart()
      for (const table of ["invoice", "owner", "setting"]) {
        await shop.sql(`ALTER TABLE checkout_uz_${table} RENAME TO test_hidden_${table}`)
      }
      await shop.store.ok("POST", `/store/carts/${cart.id}`, { metadata: { sovga: true } })
      await shop.store.ok("POST", `/store/carts/${cart.id}/line-items`, {
        variant_id: shop.variants[0]?.id,
        quantity: 1,
      })
      await shop.store.startSession(cart.collectionId, OTHER_PROVIDER_ID)
      const placed = await shop.store.post(`/store/carts/${cart.id}/complete`)
      for (const table of ["invoice", "owner", "setting"]) {
        await shop.sql(`ALTER TABLE test_hidden_${table} RENAME TO checkout_uz_${table}`)
      }
      expect(placed).toMatchObject({ status: 200, body: { type: "order" } })
    })

    it("are not passed by writing an address in capital letters, or with a slash at its end", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number)
      await expectSettledOnce(shop, cart)
      const start = { provider_id: OTHER_PROVIDER_ID }
      for (const path of [
        `/Store/payment-collections/${cart.collectionId}/payment-sessions`,
        `/store/Payment-Collections/${cart.collectionId}/Payment-Sessions/`,
      ]) {
        expect(await shop.store.post(path, start)).toMatchObject({
          status: 409,
          body: { code: "already_paid" },
        })
      }
    })
  })

  describe("whose paid cart cannot become an order as it is", () => {
    it("let through what mends it: a shipping method that a change of region has dropped", async () => {
      const { cart, session, number } = await shop.startedCart()
      await shop.sql("UPDATE cart_shipping_method SET deleted_at = now() WHERE cart_id = ?", [
        cart.id,
      ])
      await shop.sandbox.pay(number, "drop")
      // Without delivery the cart comes to less than was paid; with it, to just that.
      const mended = await shop.store.post(`/store/carts/${cart.id}/shipping-methods`, {
        option_id: shop.shippingOptionId,
      })
      expect(mended.status).toBe(200)
      await waitForStatus(shop, session.id, "order_placed")
      await expectSettledOnce(shop, cart)
    })

    it("do not take the same number in another currency for the cart's money", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      await shop.sql("UPDATE cart SET currency_code = 'eur' WHERE id = ?", [cart.id])
      const changed = await shop.store.post(`/store/carts/${cart.id}`, {
        region_id: shop.regionId,
      })
      expect(changed.status).not.toBe(409)
      await expectNothingCaptured(shop, cart)
    })

    it("place the order first where a customer logs in just after paying, and break no login", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      const token = await customerToken(shop)
      const response = await fetch(`${shop.baseUrl}/store/carts/${cart.id}/customer`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "x-publishable-api-key": shop.store.publishableKey,
        },
      })
      expect(response.status).toBe(200)
      const books = await expectSettledOnce(shop, cart)
      expect(books.captured).toBe(cart.total)
    })
  })

  describe("whose customer paid an old page over another amount", () => {
    it("stays open, so that the cart can be brought back to what was paid", async () => {
      const { cart, session, number } = await shop.startedCart()
      const added = await shop.store.ok("POST", `/store/carts/${cart.id}/line-items`, {
        variant_id: shop.variants[1]?.id,
        quantity: 1,
      })
      await shop.sandbox.pay(number)
      await eventually(
        () => readBooks(shop, cart),
        ({ invoices }) => invoices[0]?.blocker === "cart_changed"
      )
      await expectNothingCaptured(shop, cart)

      const { items } = z
        .object({
          cart: z.object({ items: z.array(z.object({ id: z.string(), variant_id: z.string() })) }),
        })
        .parse(added).cart
      const extra = items.find(({ variant_id }) => variant_id === shop.variants[1]?.id)
      const removed = await shop.store.remove(
        `/store/carts/${cart.id}/line-items/${extra?.id ?? ""}`
      )
      expect(removed.status).toBe(200)
      await shop.store.get(`/store/checkout-uz/payment-sessions/${session.id}`)
      await expectSettledOnce(shop, cart)
    })
  })
})

const ONE_OR_TWO_SENTENCES = /^[A-Z][^.]+\.( [A-Z][^.]+\.)?$/
