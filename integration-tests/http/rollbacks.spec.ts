import { setTimeout as delay } from "node:timers/promises"
import { Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { expectNothingCaptured, expectSettledOnce, readBooks } from "../setup/books"
import { breakDatabase, COUNTED, stock } from "../setup/faults"
import { tryToComplete } from "../setup/orders"
import {
  transitionsOf,
  orderNumbers,
  sessionsOf,
  sessionStatus,
  waitForStatus,
} from "../setup/progress"
import { providerOf } from "../setup/provider"
import { describeShop, eventually, type Shop } from "../setup/shop"

/** Core's last word in a completion is a hook of which its types say nothing. */
const { orderCreated } = z
  .looseObject({
    orderCreated: z.custom<(handler: () => Promise<void>) => void>(
      (hook) => typeof hook === "function"
    ),
  })
  .parse(completeCartWorkflow.hooks)
const lateFailure = { isOn: false }
orderCreated(async () => {
  if (!lateFailure.isOn) return
  await delay(1_000)
  throw new Error("The test refuses this completion.")
})

describeShop("a completion that goes wrong", {}, (shop) => {
  describe("before the money is booked", () => {
    it("places one captured order, number 1, after stock that was gone is filled again", async () => {
      const { cart, session, number } = await shop.startedCart(COUNTED)
      await stock(shop, 0)
      await shop.sandbox.pay(number)
      await eventually(
        () => settleFailures(shop, number),
        (failures) => failures > 0
      )
      // However often somebody asks, no order number is burnt while the shelf is empty.
      for (let visit = 0; visit < 3; visit++) {
        expect(await sessionStatus(shop, session.id)).toMatchObject({ status: "paid" })
        expect(await tryToComplete(shop, cart.id)).not.toMatchObject({ body: { type: "order" } })
      }
      const short = await expectNothingCaptured(shop, cart)
      expect(short.payments).toEqual([])

      await stock(shop, 5)
      expect(await tryToComplete(shop, cart.id)).toMatchObject({ body: { type: "order" } })
      const books = await expectSettledOnce(shop, cart)
      expect(books.captured).toBe(cart.total)
      expect(books.refunded).toBe(0)
      expect(books.paidAtService).toBe(cart.total)
      expect(books.invoices).toHaveLength(1)
      expect(await orderNumbers(shop)).toEqual([1])
    })

    it("burns no order number when the cart is completed before the money, and says so", async () => {
      const { cart, number } = await shop.startedCart()
      for (let attempt = 0; attempt < 3; attempt++) {
        expect(await tryToComplete(shop, cart.id)).toMatchObject({
          status: 200,
          body: {
            type: "cart",
            cart: { id: cart.id },
            error: { type: "payment_requires_more_error" },
          },
        })
      }
      await expectNothingCaptured(shop, cart)
      await shop.sandbox.pay(number, "drop")
      expect(await tryToComplete(shop, cart.id)).toMatchObject({ body: { type: "order" } })
      await expectSettledOnce(shop, cart)
      expect(await orderNumbers(shop)).toEqual([1])
    })
  })

  describe("after the money is booked", () => {
    it("frees the money, and the order placed later reads captured and not refunded", async () => {
      const { cart, session, number } = await shop.startedCart()
      const heal = await breakDatabase(shop, REFUSED_TRANSACTION)
      await shop.sandbox.pay(number)
      await eventually(
        () => settleFailures(shop, number),
        (failures) => failures > 0
      )
      const failed = await expectNothingCaptured(shop, cart)
      expect(failed).toMatchObject({
        captured: cart.total,
        refunded: cart.total,
        invoices: [{ state: "paid", spent_by_session: null }],
      })
      await heal()

      await waitForStatus(shop, session.id, "order_placed")
      const books = await expectSettledOnce(shop, cart)
      expect(books.invoices).toHaveLength(1)
      expect(books.paidAtService).toBe(cart.total)
      // The failed attempt took number 1; nothing else did.
      expect(await orderNumbers(shop)).toEqual([2])
      expect(await collectionsOf(shop, books.orders[0]?.id ?? "")).toEqual([
        { status: "completed", captured: cart.total, refunded: 0 },
      ])
    })

    it("frees the money when cart.complete rolls back, and completes at the next attempt", async () => {
      const { cart, number } = await shop.startedCart()
      const heal = await breakDatabase(shop, REFUSED_TRANSACTION)
      await shop.sandbox.pay(number, "drop")
      expect((await tryToComplete(shop, cart.id)).status).toBeGreaterThanOrEqual(400)
      await expectNothingCaptured(shop, cart)
      await heal()

      expect(await tryToComplete(shop, cart.id)).toMatchObject({ body: { type: "order" } })
      const books = await expectSettledOnce(shop, cart)
      expect(books.invoices).toHaveLength(1)
    })

    it("captures nothing a second time when the refund of the roll-back fails too", async () => {
      const { cart, session, number } = await shop.startedCart()
      const healCompletion = await breakDatabase(shop, REFUSED_TRANSACTION)
      const healRefund = await breakDatabase(shop, {
        table: "checkout_uz_invoice",
        on: "UPDATE",
        when: "OLD.spent_by_session IS NOT NULL AND NEW.spent_by_session IS NULL",
        fails: true,
      })
      await shop.sandbox.pay(number)
      await eventually(
        () => settleFailures(shop, number),
        (failures) => failures > 0
      )
      const failed = await readBooks(shop, cart)
      expect(failed.orders).toEqual([])
      expect(failed).toMatchObject({ captured: cart.total, refunded: 0 })

      await healCompletion()
      await sessionStatus(shop, session.id)
      expect(await readBooks(shop, cart)).toMatchObject({ captured: cart.total, refunded: 0 })
      await healRefund()

      await waitForStatus(shop, session.id, "order_placed")
      const books = await expectSettledOnce(shop, cart)
      expect(books.captured - books.refunded).toBe(books.paidAtService)
      expect(await collectionsOf(shop, books.orders[0]?.id ?? "")).toEqual([
        { status: "completed", captured: cart.total, refunded: 0 },
      ])
    })

    it("captures nothing beside what a completion that waited behind it took back", async () => {
      const { cart, session, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      const { container } = shop
      const complete = () => {
        const run = { input: { id: cart.id }, throwOnError: false }
        return completeCartWorkflow(container).run(run)
      }
      // Both are begun before anything is taken back, as those of a storefront and of a webhook are.
      lateFailure.isOn = true
      const first = complete()
      await eventually(
        () => shop.sql("SELECT id FROM order_transaction"),
        (rows) => rows.length > 0
      )
      const second = complete()
      await first
      lateFailure.isOn = false
      await second

      await waitForStatus(shop, session.id, "order_placed")
      const { orders } = await expectSettledOnce(shop, cart)
      expect(await collectionsOf(shop, orders[0]?.id ?? "")).toEqual([
        { status: "completed", captured: cart.total, refunded: 0 },
      ])
    })

    it("never shows an observer an order while its completion is being rolled back", async () => {
      const { cart, session, number } = await shop.startedCart()
      // Order, link, capture and transaction stand for a second before core takes all back.
      lateFailure.isOn = true
      const paying = shop.sandbox.pay(number)
      await eventually(
        () => shop.sql("SELECT id FROM order_transaction"),
        (rows) => rows.length > 0
      )
      const seen = new Set<string>()
      const observers = Array.from({ length: 3 }, async () => {
        const { status } = await sessionStatus(shop, session.id)
        if (lateFailure.isOn) seen.add(status)
      })
      await eventually(
        async () => {
          for (const { state } of (await readBooks(shop, cart)).invoices) seen.add(state)
          return settleFailures(shop, number)
        },
        (failures) => failures > 0
      )
      lateFailure.isOn = false
      expect(seen).not.toContain("order_placed")
      expect(seen).not.toContain("settled")

      await Promise.all([paying, ...observers])
      await waitForStatus(shop, session.id, "order_placed")
      await expectSettledOnce(shop, cart)
      expect(await transitionsOf(shop, number)).toEqual([
        "pending > paid",
        "paid > paid",
        "paid > settled",
      ])
    })
  })

  describe("a session that goes", () => {
    it("lets core delete it although the ledger's table cannot be reached", async () => {
      const { cart, session, number } = await shop.startedCart()
      await shop.sql(
        "ALTER TABLE checkout_uz_invoice_binding RENAME TO checkout_uz_invoice_binding_gone"
      )
      await shop.container.resolve(Modules.PAYMENT).deletePaymentSession(session.id)
      expect(await sessionsOf(shop, cart)).toEqual([])
      await shop.sql(
        "ALTER TABLE checkout_uz_invoice_binding_gone RENAME TO checkout_uz_invoice_binding"
      )
      await shop.sandbox.pay(number)
      await expectSettledOnce(shop, cart)
    })

    it("lets core delete a session that was never recorded", async () => {
      const { provider } = providerOf(shop)
      await expect(provider.deletePayment({ data: {} })).resolves.toEqual({ data: {} })
      await expect(
        provider.deletePayment({ data: { session_id: "payses_nobodys" } })
      ).resolves.toBeDefined()
    })
  })
})

/** What core writes after the capture: a completion that fails here is rolled back. */
const REFUSED_TRANSACTION = { table: "order_transaction", on: "INSERT", fails: true } as const

/** How many attempts to settle an invoice have failed so far. */
async function settleFailures(shop: Shop, number: number): Promise<number> {
  const [row] = await shop.sql(`SELECT settle_attempts FROM checkout_uz_invoice WHERE number = ?`, [
    String(number),
  ])
  return z.object({ settle_attempts: z.coerce.number() }).parse(row).settle_attempts
}

/** What an order's payment collections add up to. */
async function collectionsOf(shop: Shop, orderId: string) {
  return shop
    .sql(
      `SELECT p.status, p.captured_amount AS captured, COALESCE(p.refunded_amount, 0) AS refunded
         FROM order_payment_collection l JOIN payment_collection p ON p.id = l.payment_collection_id
        WHERE l.order_id = ? AND l.deleted_at IS NULL`,
      [orderId]
    )
    .then((rows) =>
      z
        .array(
          z.object({
            status: z.string(),
            captured: z.coerce.number(),
            refunded: z.coerce.number(),
          })
        )
        .parse(rows)
    )
}
