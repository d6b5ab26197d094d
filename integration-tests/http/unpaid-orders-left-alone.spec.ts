import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { expectSettledOnce } from "../setup/books"
import { complete } from "../setup/orders"
import { describeShop, eventually, OTHER_PROVIDER_ID, type Shop } from "../setup/shop"
import {
  anotherInvoice,
  CANCEL_AFTER,
  CANCELS_UNPAID,
  placedCart,
  reminders,
  statusOf,
  timeIsUp,
  type PlacedCart,
} from "../setup/unpaid-orders"

describeShop("an unpaid order that is to stay", CANCELS_UNPAID, (shop) => {
  afterEach(async () => {
    await shop.sandbox.clearFaults()
    await shop.sandbox.settings({ ip_whitelist: null })
  })

  describe("is left alone", () => {
    it("until its newest invoice's time is up", async () => {
      const placed = await placedCart(shop)
      const calls = await shop.sandbox.calls("status_payment")
      await timeIsUp(shop, placed)
      const newer = await anotherInvoice(shop, placed)
      await eventually(
        () => reminders(shop, placed),
        (left) => left.every((minutes) => minutes > 0)
      )
      expect(await statusOf(shop, placed)).toBe("pending")
      expect(await shop.sandbox.calls("status_payment")).toBe(calls)
      await shop.sandbox.pay(newer)
      await expectSettledOnce(shop, placed.cart)
    })

    it("for the configured minutes when it is placed long after its invoice expired", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sql(
        `UPDATE checkout_uz_invoice SET created_at = now() - interval '5 hours', give_up_at = NULL,
                  expires_at = now() - interval '4 hours' WHERE number = ?`,
        [String(number)]
      )
      const orderId = await complete(shop, cart.id)
      expect(await reminders(shop, { cart })).toEqual([CANCEL_AFTER])
      await shop.sql(`UPDATE checkout_uz_invoice SET give_up_at = now()`)
      await eventually(
        () => reminders(shop, { cart }),
        ([minutes]) => minutes === CANCEL_AFTER
      )
      expect(await statusOf(shop, { orderId })).toBe("pending")
    })

    it("when another way to pay stands beside ours", async () => {
      const placed = await placedCart(shop)
      await shop.container.resolve(Modules.PAYMENT).createPaymentSession(placed.cart.collectionId, {
        provider_id: OTHER_PROVIDER_ID,
        amount: placed.cart.total,
        currency_code: "uzs",
        data: {},
      })
      await expectLeftAlone(shop, placed)
    })

    it("when the merchant has taken the money in another way", async () => {
      const placed = await placedCart(shop)
      await shop.container.resolve(Modules.ORDER).addOrderTransactions({
        order_id: placed.orderId,
        amount: placed.cart.total,
        currency_code: "uzs",
        reference: "cash",
      })
      await expectLeftAlone(shop, placed)
    })

    it("when it is being fulfilled", async () => {
      const placed = await placedCart(shop)
      await fulfil(shop, placed)
      await expectLeftAlone(shop, placed)
    })

    it("where no order was ever placed", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sql(
        `UPDATE checkout_uz_invoice SET expires_at = now() - interval '1 day', give_up_at = now()`
      )
      await eventually(
        () => reminders(shop, { cart }),
        (left) => left.length === 0
      )
      expect(await shop.sandbox.calls("status_payment", number)).toBe(0)
      const orderId = await complete(shop, cart.id)
      expect(await statusOf(shop, { orderId })).toBe("pending")
    })
  })
})

async function expectLeftAlone(shop: Shop, placed: PlacedCart): Promise<void> {
  const calls = await shop.sandbox.calls("status_payment")
  await timeIsUp(shop, placed)
  await eventually(
    () => reminders(shop, placed),
    (left) => left.length === 0
  )
  expect(await statusOf(shop, placed)).toBe("pending")
  expect(await shop.sandbox.calls("status_payment")).toBe(calls)
}

async function fulfil(shop: Shop, { orderId }: PlacedCart): Promise<void> {
  const [fulfillment] = await shop.sql(
    `SELECT s.provider_id, l.stock_location_id FROM shipping_option s, inventory_level i
       JOIN LATERAL (SELECT i.location_id AS stock_location_id) l ON true
      WHERE s.deleted_at IS NULL LIMIT 1`
  )
  const { provider_id, stock_location_id } = z
    .object({ provider_id: z.string(), stock_location_id: z.string() })
    .parse(fulfillment)
  const created = await shop.container.resolve(Modules.FULFILLMENT).createFulfillment({
    location_id: stock_location_id,
    provider_id,
    delivery_address: { country_code: "uz" },
    items: [{ title: "Choy", sku: "choy", barcode: "1", quantity: 1 }],
    labels: [],
  })
  await shop.container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.ORDER]: { order_id: orderId },
    [Modules.FULFILLMENT]: { fulfillment_id: created.id },
  })
}
