import { createPromotionsWorkflow, createRegionsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { expectNothingCaptured, expectSettledOnce, readBooks } from "../setup/books"
import { orderNumbers, sessionsOf, waitForStatus } from "../setup/progress"
import {
  describeShop,
  eventually,
  OTHER_PROVIDER_ID,
  PROVIDER_ID,
  type ReadyCart,
  type Shop,
} from "../setup/shop"
import { customerToken } from "../setup/users"

/** A change a customer makes to a cart: where it is posted, and what. */
type Change = (
  shop: Shop,
  cart: ReadyCart
) => Promise<{ method: "POST" | "DELETE"; path: string; body?: unknown }>

/** Changes that move the total, or what is paid with. */
const CHANGES: Record<string, Change> = {
  "adding an item": (shop, cart) =>
    Promise.resolve({
      method: "POST",
      path: `/store/carts/${cart.id}/line-items`,
      body: { variant_id: shop.variants[1]?.id, quantity: 1 },
    }),
  "another quantity": async (shop, cart) => ({
    method: "POST",
    path: `/store/carts/${cart.id}/line-items/${await itemOf(shop, cart)}`,
    body: { quantity: 3 },
  }),
  "removing an item": async (shop, cart) => ({
    method: "DELETE",
    path: `/store/carts/${cart.id}/line-items/${await itemOf(shop, cart)}`,
  }),
  "a promotion": async (shop, cart) => ({
    method: "POST",
    path: `/store/carts/${cart.id}/promotions`,
    body: { promo_codes: [await promotion(shop)] },
  }),
  "another way of delivery": async (shop, cart) => ({
    method: "POST",
    path: `/store/carts/${cart.id}/shipping-methods`,
    body: { option_id: await otherShippingOption(shop) },
  }),
  "another region": async (shop, cart) => ({
    method: "POST",
    path: `/store/carts/${cart.id}`,
    body: { region_id: await otherRegion(shop) },
  }),
  "another session of ours": (_shop, cart) => Promise.resolve(sessionOf(cart, PROVIDER_ID)),
  "another provider's session": (_shop, cart) =>
    Promise.resolve(sessionOf(cart, OTHER_PROVIDER_ID)),
}

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

const ONE_OR_TWO_SENTENCES = /^[A-Z][^.]+\.( [A-Z][^.]+\.)?$/

function sessionOf(cart: ReadyCart, provider_id: string) {
  const path = `/store/payment-collections/${cart.collectionId}/payment-sessions`
  return { method: "POST" as const, path, body: { provider_id } }
}

const idRows = z.array(z.object({ id: z.string() }))

async function itemOf(shop: Shop, cart: ReadyCart): Promise<string> {
  const rows = await shop.sql("SELECT id FROM cart_line_item WHERE cart_id = ?", [cart.id])
  return idRows.parse(rows)[0]?.id ?? ""
}

async function otherShippingOption(shop: Shop): Promise<string> {
  const rows = await shop.sql("SELECT id FROM shipping_option WHERE id <> ? ORDER BY id LIMIT 1", [
    shop.shippingOptionId,
  ])
  return idRows.parse(rows)[0]?.id ?? ""
}

async function otherRegion(shop: Shop): Promise<string> {
  const { result } = await createRegionsWorkflow(shop.container).run({
    input: {
      regions: [
        {
          name: "Qoraqalpogʻiston",
          currency_code: "uzs",
          payment_providers: [PROVIDER_ID],
        },
      ],
    },
  })
  return result[0]?.id ?? ""
}

async function promotion(shop: Shop): Promise<string> {
  await createPromotionsWorkflow(shop.container).run({
    input: {
      promotionsData: [
        {
          code: "BAHOR",
          type: "standard",
          status: "active",
          application_method: {
            type: "fixed",
            target_type: "items",
            allocation: "across",
            value: 5_000,
            currency_code: "uzs",
          },
        },
      ],
    },
  })
  return "BAHOR"
}

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
