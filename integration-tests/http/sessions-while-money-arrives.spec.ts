import { Modules } from "@medusajs/framework/utils"
import {
  addToCartWorkflow,
  createPaymentSessionsWorkflow,
  deleteLineItemsWorkflow,
} from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { expectNothingCaptured, expectSettledOnce, readBooks } from "../setup/books"
import { breakDatabase } from "../setup/faults"
import {
  transitionsOf,
  orderNumbers,
  sessionsOf,
  sessionStatus,
  waitForStatus,
} from "../setup/progress"
import {
  describeShop,
  eventually,
  OTHER_PROVIDER_ID,
  PROVIDER_ID,
  type ReadyCart,
  type Shop,
} from "../setup/shop"

describeShop("payment sessions of one cart", {}, (shop) => {
  describe("one that changes while its money is on the way", () => {
    it("refuses a new session in the middle of settling, and one order stands", async () => {
      const { cart, session, number } = await shop.startedCart()
      await breakDatabase(shop, { table: "order", on: "INSERT", seconds: 1, fails: false })
      await shop.sandbox.pay(number)
      await waitUntilPaid(shop, cart)
      const answer = await shop.store.post(
        `/store/payment-collections/${cart.collectionId}/payment-sessions`,
        { provider_id: PROVIDER_ID }
      )
      expect(answer).toMatchObject({ status: 409, body: { code: "already_paid" } })

      await expectSettledOnce(shop, cart)
      expect(await sessionsOf(shop, cart)).toMatchObject([{ id: session.id }])
      expect(await orderNumbers(shop)).toEqual([1])
    })

    it.each(["order", "order_transaction"])(
      "ends in one order when a session replaces ours while core writes the %s",
      async (table) => {
        const { cart, session, number } = await shop.startedCart()
        const heal = await breakDatabase(shop, { table, on: "INSERT", seconds: 1, fails: false })
        await shop.sandbox.pay(number)
        await waitUntilPaid(shop, cart)
        // Behind the guard's back, as another plugin or an admin's script would.
        await createPaymentSessionsWorkflow(shop.container).run({
          input: { payment_collection_id: cart.collectionId, provider_id: PROVIDER_ID },
          throwOnError: false,
        })
        await heal()

        await waitForStatus(shop, session.id, "order_placed")
        const books = await expectSettledOnce(shop, cart)
        expect(books.captured).toBe(cart.total)
        expect(books.refunded).toBe(0)
      }
    )

    it("refuses a new session on a paid order with one sentence, and leaves the payment as it is", async () => {
      const { cart, session, number } = await shop.startedCart()
      await shop.sandbox.pay(number)
      await expectSettledOnce(shop, cart)
      for (const provider_id of [PROVIDER_ID, OTHER_PROVIDER_ID]) {
        const answer = await shop.store.post(
          `/store/payment-collections/${cart.collectionId}/payment-sessions`,
          { provider_id }
        )
        expect(answer).toMatchObject({
          status: 409,
          body: { code: "already_paid", message: "This order is already paid." },
        })
      }
      expect(await sessionsOf(shop, cart)).toEqual([expect.objectContaining({ id: session.id })])
      await expectSettledOnce(shop, cart)
    })

    it("keeps a paid order's books when core is asked for a session behind the guard", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number)
      await expectSettledOnce(shop, cart)
      const created = await shop.sandbox.calls("create_payment")
      const { errors } = await createPaymentSessionsWorkflow(shop.container).run({
        input: { payment_collection_id: cart.collectionId, provider_id: PROVIDER_ID },
        throwOnError: false,
      })
      expect(errors).toMatchObject([{ error: { message: "This order is already paid." } }])
      expect(await shop.sandbox.calls("create_payment")).toBe(created)
      await expectSettledOnce(shop, cart)
    })

    it("makes a session for money whose session was deleted, when the amount is the same", async () => {
      const { cart, session, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      await shop.container.resolve(Modules.PAYMENT).deletePaymentSession(session.id)
      expect(await sessionsOf(shop, cart)).toEqual([])
      const created = await shop.sandbox.calls("create_payment")

      await waitForStatus(shop, session.id, "order_placed")
      const books = await expectSettledOnce(shop, cart)
      expect(books.invoices).toHaveLength(1)
      expect(await shop.sandbox.calls("create_payment")).toBe(created)
    })

    it("settles on our provider when another provider's session replaced ours after the money", async () => {
      const { cart, session, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      await createPaymentSessionsWorkflow(shop.container).run({
        input: { payment_collection_id: cart.collectionId, provider_id: OTHER_PROVIDER_ID },
      })
      expect(await sessionsOf(shop, cart)).toMatchObject([{ provider_id: OTHER_PROVIDER_ID }])

      await waitForStatus(shop, session.id, "order_placed")
      await expectSettledOnce(shop, cart)
      expect(await sessionsOf(shop, cart)).toMatchObject([{ provider_id: PROVIDER_ID }])
    })

    it("holds money for an amount the cart no longer has, and settles when the amount is back", async () => {
      const { cart, session, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      await addToCartWorkflow(shop.container).run({
        input: { cart_id: cart.id, items: [{ variant_id: shop.variants[1]?.id, quantity: 1 }] },
      })
      expect(await sessionsOf(shop, cart)).toEqual([])

      expect(await sessionStatus(shop, session.id)).toMatchObject({ status: "held" })
      const books = await expectNothingCaptured(shop, cart)
      expect(books.invoices).toMatchObject([{ state: "paid", blocker: "cart_changed" }])

      await removeItem(shop, cart, shop.variants[1]?.id ?? "")
      await waitForStatus(shop, session.id, "order_placed")
      await expectSettledOnce(shop, cart)
      expect(await transitionsOf(shop, number)).toEqual([
        "pending > paid",
        "paid > paid",
        "paid > settled",
      ])
    })
  })
})

async function waitUntilPaid(shop: Shop, cart: ReadyCart): Promise<void> {
  await eventually(
    () => readBooks(shop, cart),
    ({ invoices }) => invoices.some(({ state }) => state !== "pending")
  )
}

async function removeItem(shop: Shop, cart: ReadyCart, variantId: string): Promise<void> {
  const items = z
    .array(z.object({ id: z.string() }))
    .parse(
      await shop.sql(`SELECT id FROM cart_line_item WHERE cart_id = ? AND variant_id = ?`, [
        cart.id,
        variantId,
      ])
    )
  await deleteLineItemsWorkflow(shop.container).run({
    input: { cart_id: cart.id, ids: items.map(({ id }) => id) },
  })
}
