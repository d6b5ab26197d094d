import { Modules } from "@medusajs/framework/utils"
import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { workflowScope } from "../../src/workflows/scope"
import { expectSettledOnce, readBooks } from "../setup/books"
import { holdUpCancelling, untilHeldUp } from "../setup/faults"
import { sessionStatus } from "../setup/progress"
import { describeShop, eventually, type Shop } from "../setup/shop"
import { underOwnerLock } from "../../src/payment-context"

describeShop(
  "a shop that keeps its locks in PostgreSQL",
  { locking: "postgres", plugin: { orderPlacement: "before_payment" } },
  (shop) => {
    it("does not let core into a cart while its owner is locked, and lets it in afterwards", async () => {
      const { cart } = await shop.startedCart()
      const locking = shop.container.resolve(Modules.LOCKING)
      const scope = workflowScope(shop.container)
      await underOwnerLock(scope, cart.id, async () => {
        // As core's workflows take it.
        await expect(locking.acquire(cart.id, { expire: 120 })).rejects.toThrow(/lock/)
      })
      await locking.acquire(cart.id, { expire: 120 })
      await locking.release(cart.id)
    })

    it("never captures on an order that is just being cancelled", async () => {
      const heal = await holdUpCancelling(shop)
      const { cart, session, number } = await shop.startedCart()
      await shop.store.ok("POST", `/store/carts/${cart.id}/complete`)
      await timeIsUp(shop)
      await untilHeldUp(shop)
      // As core does for a webhook on its own address, without any of the plugin's locks.
      await shop.sandbox.pay(number, "drop")
      await processPaymentWorkflow(shop.container).run({
        input: { action: "captured", data: { session_id: session.id, amount: cart.total } },
        throwOnError: false,
      })
      await sessionStatus(shop, session.id)
      await eventually(
        () => readBooks(shop, cart),
        ({ invoices }) =>
          invoices.every(({ state, blocker }) => state === "settled" || blocker !== null)
      )
      await heal()
      const books = await readBooks(shop, cart)
      expect(books.orders).toMatchObject([{ status: "canceled", transactions: [] }])
      expect(books).toMatchObject({ captured: 0, refunded: 0, payments: [] })
      expect(books.invoices).toMatchObject([{ state: "paid", blocker: "order_canceled" }])
    })

    it("settles an order all the same after a server died while it held the lock", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.store.ok("POST", `/store/carts/${cart.id}/complete`)
      const scope = workflowScope(shop.container)
      const held = z.array(z.object({ owner_id: z.string() }))
      const [left] = await underOwnerLock(scope, cart.id, async () =>
        held.parse(await shop.sql(`SELECT owner_id FROM locking WHERE id = ?`, [cart.id]))
      )
      await shop.sql(`INSERT INTO locking (id, owner_id, expiration) VALUES (?, ?, now())`, [
        cart.id,
        left?.owner_id ?? "",
      ])
      await shop.sandbox.pay(number)
      await settledAfterwards(shop, cart)
    })
  }
)

async function settledAfterwards(shop: Shop, cart: Parameters<typeof expectSettledOnce>[1]) {
  const books = await expectSettledOnce(shop, cart)
  expect(books.captured).toBe(cart.total)
}

/** Moves the only order and its invoice so far into the past that it is due to be cancelled. */
async function timeIsUp(shop: Shop): Promise<void> {
  await shop.sql(`UPDATE "order" SET created_at = now() - interval '1 day'`)
  await shop.sql(
    `UPDATE checkout_uz_invoice SET created_at = now() - interval '1 day',
            expires_at = now() - interval '23 hours', give_up_at = now()`
  )
}
