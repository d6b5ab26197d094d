import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { expectSettledOnce, readBooks } from "../setup/books"
import { COUNTED, stock } from "../setup/faults"
import { sessionStatus } from "../setup/progress"
import { describeShop, eventually, type Shop } from "../setup/shop"
import {
  anotherInvoice,
  CANCEL_AFTER,
  CANCELS_UNPAID,
  placedCart,
  reminders,
  statusOf,
  timeIsUp,
  untilCanceled,
  type PlacedCart,
} from "../setup/unpaid-orders"

describeShop("an order whose payment never comes", CANCELS_UNPAID, (shop) => {
  afterEach(async () => {
    await shop.sandbox.clearFaults()
    await shop.sandbox.settings({ ip_whitelist: null })
  })

  describe("once its time is up", () => {
    it("is cancelled, leaves a trace, and a payment that still arrives is held and never captured", async () => {
      const told = jest.spyOn(shop.container.resolve(ContainerRegistrationKeys.LOGGER), "info")
      const placed = await placedCart(shop)
      expect(await reminders(shop, placed)).toEqual([60 + CANCEL_AFTER])
      await timeIsUp(shop, placed)
      await untilCanceled(shop, placed)

      const canceled = await readBooks(shop, placed.cart)
      expect(canceled.orders).toMatchObject([{ payment_status: "canceled", transactions: [] }])
      await eventually(
        () => reminders(shop, placed),
        (left) => left.length === 0
      )
      expect(await metadataOf(shop, placed)).toMatchObject({
        canceled_by: "medusa-payment-checkout-uz",
        canceled_because: "unpaid",
      })
      expect(told).toHaveBeenCalledWith(expect.stringContaining("Order #1 "))
      told.mockRestore()
      expect(await sessionStatus(shop, placed.session.id)).toMatchObject({
        status: "canceled",
        payment_url: null,
      })

      await shop.sandbox.pay(placed.number)
      await eventually(
        () => readBooks(shop, placed.cart),
        ({ invoices }) => invoices[0]?.blocker != null
      )
      const books = await readBooks(shop, placed.cart)
      expect(books.invoices).toMatchObject([
        { state: "paid", blocker: "order_canceled", spent_by_session: null },
      ])
      expect(books).toMatchObject({ captured: 0, refunded: 0, payments: [] })
      expect(books.paidAtService).toBe(placed.cart.total)
      expect(await sessionStatus(shop, placed.session.id)).toMatchObject({
        status: "held",
        payment_url: null,
      })
    })

    it("gives its stock back: the last unit is reserved while the customer pays, and free afterwards", async () => {
      await stock(shop, 1)
      const first = await placedCart(shop, COUNTED)
      expect(await reserved(shop)).toEqual([1])

      const second = await shop.startedCart(COUNTED).catch((error: unknown) => error)
      expect(String(second)).toContain("inventory")

      await timeIsUp(shop, first)
      await untilCanceled(shop, first)
      expect(await reserved(shop)).toEqual([])
      const now = await placedCart(shop, COUNTED)
      await shop.sandbox.pay(now.number)
      await expectSettledOnce(shop, now.cart)
    })

    it("is settled instead when the service says that it is paid", async () => {
      const placed = await placedCart(shop)
      await shop.sandbox.pay(placed.number, "drop")
      await timeIsUp(shop, placed)
      const books = await expectSettledOnce(shop, placed.cart)
      expect(books.captured).toBe(placed.cart.total)
      await eventually(
        () => reminders(shop, placed),
        (left) => left.length === 0
      )
    })

    it("is settled when an older invoice that the customer moved on from was paid, also a closed one", async () => {
      for (const state of ["pending", "closed"]) {
        const placed = await placedCart(shop)
        await shop.sql(`UPDATE checkout_uz_invoice SET state = ? WHERE number = ?`, [
          state,
          String(placed.number),
        ])
        await anotherInvoice(shop, placed)
        await shop.sandbox.pay(placed.number, "drop")
        await timeIsUp(shop, placed)
        await expectSettledOnce(shop, placed.cart)
      }
    })

    it("is cancelled once although two of its invoices remind of it", async () => {
      const placed = await placedCart(shop)
      await anotherInvoice(shop, placed)
      await timeIsUp(shop, placed)
      await untilCanceled(shop, placed)
      const rows = await shop.sql(`SELECT status FROM "order"`)
      expect(rows).toEqual([{ status: "canceled" }])
    })
  })

  describe("in doubt", () => {
    it.each(["http_500", "html", "wrong_id"] as const)(
      "is not cancelled while the service answers with %s, and is when it says unpaid",
      async (fault) => {
        const placed = await placedCart(shop)
        await shop.sandbox.fault("status_payment", fault, 1000)
        await timeIsUp(shop, placed)
        await untilPutOff(shop, placed)
        expect(await statusOf(shop, placed)).toBe("pending")
        await shop.sandbox.clearFaults()
        await timeIsUp(shop, placed)
        await untilCanceled(shop, placed)
      }
    )

    it("is not cancelled while the service refuses the key", async () => {
      const placed = await placedCart(shop)
      await shop.sandbox.settings({ ip_whitelist: ["10.0.0.1"] })
      await timeIsUp(shop, placed)
      await untilPutOff(shop, placed)
      expect(await statusOf(shop, placed)).toBe("pending")
      await shop.sandbox.settings({ ip_whitelist: null })
      await timeIsUp(shop, placed)
      await untilCanceled(shop, placed)
    })

    it("is not cancelled when one of its invoices cannot be asked about, whatever the others say", async () => {
      const placed = await placedCart(shop)
      const other = await anotherInvoice(shop, placed)
      // The service no longer knows this one: an alert, never "unpaid".
      await shop.sql(`UPDATE checkout_uz_invoice SET number = '999999999' WHERE number = ?`, [
        String(placed.number),
      ])
      await timeIsUp(shop, placed)
      await untilPutOff(shop, placed)
      expect(await statusOf(shop, placed)).toBe("pending")
      expect(await shop.sandbox.calls("status_payment", other)).toBeLessThanOrEqual(3)
    })
  })
})

async function metadataOf(shop: Shop, { orderId }: { orderId: string }): Promise<unknown> {
  const [order] = await shop.sql(`SELECT metadata FROM "order" WHERE id = ?`, [orderId])
  return order?.["metadata"]
}

/** Waits until the order was looked into and put off. */
async function untilPutOff(shop: Shop, placed: PlacedCart): Promise<void> {
  await eventually(
    () => reminders(shop, placed),
    (left) => left.length > 0 && left.every((minutes) => minutes > 0)
  )
}

/** Units that are set aside for orders, one entry a reservation. */
async function reserved(shop: Shop): Promise<number[]> {
  const items = await shop.sql(
    `SELECT quantity::int AS units FROM reservation_item WHERE deleted_at IS NULL`
  )
  const levels = await shop.sql(
    `SELECT reserved_quantity::int AS units FROM inventory_level WHERE reserved_quantity > 0`
  )
  expect(levels).toEqual(items)
  return z
    .array(z.object({ units: z.number() }))
    .parse(items)
    .map(({ units }) => units)
}
