import { Modules } from "@medusajs/framework/utils"
import {
  cancelOrderWorkflow,
  createPaymentSessionsWorkflow,
  refundPaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { readBooks } from "../setup/books"
import { askAdmin, logIn } from "../setup/merchant"
import { changeQuantity } from "../setup/orders"
import { settledCart } from "../setup/paid-carts"
import { sessionStatus } from "../setup/progress"
import { providerOf } from "../setup/provider"
import { describeShop, eventually, PROVIDER_ID, type Shop } from "../setup/shop"

describeShop("a refund or a cancellation in Medusa", {}, (shop) => {
  describe("money to give back by hand", () => {
    it("books one refund for the merchant when the admin refunds a part, and one when the rest", async () => {
      const { cart } = await settledCart(shop)
      const part = 5_000
      for (const amount of [part, cart.total - part]) {
        await askAdmin(shop, "POST", `/admin/payments/${await paymentId(shop)}/refund`, { amount })
      }
      expect(await payouts(shop)).toEqual([part, cart.total - part])
      const books = await readBooks(shop, cart)
      expect(books).toMatchObject({ captured: cart.total, refunded: cart.total })
      expect(books.invoices).toMatchObject([{ state: "settled" }])
    })

    it("books one refund however often core asks with the same refund's id", async () => {
      const { cart } = await settledCart(shop)
      await refundPaymentWorkflow(shop.container).run({
        input: { payment_id: await paymentId(shop), amount: 7_000 },
      })
      const [refund] = z
        .array(z.object({ id: z.string() }))
        .parse(await shop.sql("SELECT id FROM refund"))
      const { provider } = providerOf(shop)
      await Promise.all(
        [1, 2, 3].map(() =>
          provider.refundPayment({
            amount: 7_000,
            context: { idempotency_key: refund?.id ?? "" },
          })
        )
      )
      expect(await payouts(shop)).toEqual([7_000])
      expect((await readBooks(shop, cart)).invoices).toMatchObject([{ state: "settled" }])
    })

    it("books the whole amount when a captured order is cancelled, and sells it no more", async () => {
      const { cart, session, orderId } = await settledCart(shop)
      await cancelOrderWorkflow(shop.container).run({ input: { order_id: orderId } })
      expect(await payouts(shop)).toEqual([cart.total])
      expect((await readBooks(shop, cart)).invoices).toMatchObject([{ state: "settled" }])
      expect(await sessionStatus(shop, session.id)).toMatchObject({
        status: "canceled",
        payment_url: null,
      })
      const again = await createPaymentSessionsWorkflow(shop.container).run({
        input: { payment_collection_id: cart.collectionId, provider_id: PROVIDER_ID },
        throwOnError: false,
      })
      expect(again.errors).toMatchObject([{ error: { message: /cancelled/ } }])
    })

    it("still books a refund when core has deleted the paid session", async () => {
      const { session } = await settledCart(shop)
      await shop.container.resolve(Modules.PAYMENT).deletePaymentSession(session.id)
      await refundPaymentWorkflow(shop.container).run({
        input: { payment_id: await paymentId(shop), amount: 3_000 },
      })
      expect(await payouts(shop)).toEqual([3_000])
    })

    it("gives nothing back while the order is being changed, and Medusa could not finish it", async () => {
      const { cart, orderId } = await settledCart(shop)
      const payment = await paymentId(shop)
      const [variant] = shop.variants
      await askAdmin(shop, "POST", "/admin/order-edits", { order_id: orderId })
      await askAdmin(shop, "POST", `/admin/order-edits/${orderId}/items`, {
        items: [{ variant_id: variant?.id, quantity: 1 }],
      })
      const merchant = await logIn(shop)
      const refund = () => merchant.post(`/admin/payments/${payment}/refund`, { amount: 10_000 })
      for (let press = 0; press < 2; press += 1) {
        const { status, body } = await refund()
        expect(status).toBe(400)
        expect(z.object({ message: z.string() }).parse(body).message).toMatch(
          /^Order #\d+ is being changed \(edit\), so nothing was refunded: confirm or cancel that change first\.$/
        )
      }
      // Core says why itself, after the refund.
      expect((await merchant.post(`/admin/orders/${orderId}/cancel`, {})).status).toBe(400)
      expect(await payouts(shop)).toEqual([])
      expect(await readBooks(shop, cart)).toMatchObject({
        captured: cart.total,
        refunded: 0,
        orders: [{ status: "pending", transactions: [{ amount: cart.total }] }],
      })

      await askAdmin(shop, "POST", `/admin/order-edits/${orderId}/confirm`)
      expect(await refund()).toMatchObject({ status: 200 })
      expect(await payouts(shop)).toEqual([10_000])
    })

    it("gives back what was paid too much, whatever else is being changed", async () => {
      const { orderId } = await settledCart(shop)
      const payment = await paymentId(shop)
      // The merchant takes the tea off the order, which then asks for less than was paid, and begins another change.
      await changeQuantity(shop, orderId, { unitPrice: 45_000, quantity: 0 })
      await askAdmin(shop, "POST", "/admin/order-edits", { order_id: orderId })
      await askAdmin(shop, "POST", `/admin/payments/${payment}/refund`, { amount: 8_000 })
      expect(await payouts(shop)).toEqual([8_000])
    })

    it("refuses to release a part of a payment that no order stands on", async () => {
      const payment = shop.container.resolve(Modules.PAYMENT)
      const { number, sessionId } = await paidWithoutCart(shop)
      const payment_id = await paymentId(shop)
      await expect(payment.refundPayment({ payment_id, amount: 4_000 })).rejects.toThrow(
        "A payment without an order can only be released as a whole."
      )
      expect(await invoiceRow(shop, number)).toEqual({ state: "settled", spent_by: sessionId })

      await payment.refundPayment({ payment_id, amount: 20_000 })
      expect(await invoiceRow(shop, number)).toEqual({ state: "paid", spent_by: null })
      expect(await payouts(shop)).toEqual([])
    })
  })
})

async function invoiceRow(shop: Shop, number: number) {
  const [row] = await shop.sql(
    `SELECT state, spent_by_session AS spent_by FROM checkout_uz_invoice WHERE number = ?`,
    [String(number)]
  )
  return row
}

/** The one payment there is. */
async function paymentId(shop: Shop): Promise<string> {
  const rows = z.array(z.object({ id: z.string() })).parse(await shop.sql("SELECT id FROM payment"))
  expect(rows).toHaveLength(1)
  return rows[0]?.id ?? ""
}

/** What is on the list of pay-outs, in UZS, in the order it came there. */
async function payouts(shop: Shop): Promise<number[]> {
  const rows = await shop.sql("SELECT amount FROM checkout_uz_payout ORDER BY created_at")
  return z
    .array(z.object({ amount: z.coerce.number() }))
    .parse(rows)
    .map(({ amount }) => amount)
}

/** 20,000 UZS that were captured in a collection of their own, as a payment link would be. */
async function paidWithoutCart(shop: Shop) {
  const payment = shop.container.resolve(Modules.PAYMENT)
  const collection = await payment.createPaymentCollections({
    amount: 20_000,
    currency_code: "uzs",
  })
  const session = await payment.createPaymentSession(collection.id, {
    provider_id: PROVIDER_ID,
    amount: 20_000,
    currency_code: "uzs",
    data: {},
  })
  const { invoice_id: number } = z.object({ invoice_id: z.number() }).parse(session.data)
  await shop.sandbox.pay(number)
  await eventually(
    () => invoiceRow(shop, number),
    (row) => row?.["state"] === "settled"
  )
  return { number, sessionId: session.id }
}
