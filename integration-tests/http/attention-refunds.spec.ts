import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { attention } from "../setup/attention"
import { readBooks } from "../setup/books"
import { listen } from "../setup/events"
import { moneyOf } from "../setup/held"
import { ledgerOf } from "../setup/ledger"
import { askAdmin, logIn } from "../setup/merchant"
import { settledCart } from "../setup/paid-carts"
import { booksAreDue } from "../setup/patience"
import { sessionStatus } from "../setup/progress"
import { describeShop, eventually, PROVIDER_ID, type ReadyCart, type Shop } from "../setup/shop"

describeShop("refunds that need the merchant", {}, (shop) => {
  describe("a refund in Medusa", () => {
    it("is to be paid out by hand until it is ticked off, with the order's number and customer", async () => {
      const events = listen(shop, "checkout-uz.payout.due")
      const { number } = await settledCart(shop)
      await askAdmin(shop, "POST", `/admin/payments/${await paymentId(shop)}/refund`, {
        amount: 10_000,
      })
      const { payouts } = await attention(shop)
      expect(payouts).toMatchObject([
        {
          kind: "refund",
          amount: 10_000,
          invoice_number: number,
          order: { display_id: 1 },
          customer: { email: "xaridor@example.uz" },
          completed_at: null,
        },
      ])
      await eventually(
        () => Promise.resolve(events),
        (heard) => heard.length === 1
      )
      expect(events).toMatchObject([{ payout_amount: 10_000, invoice_number: number }])

      const merchant = await logIn(shop)
      const complete = `/admin/checkout-uz/refunds/${payouts[0]?.id ?? ""}/complete`
      const first = await merchant.post(complete, { note: "receipt 12" })
      expect(first).toMatchObject({
        status: 200,
        body: { payout: { completed_by: merchant.id, note: "receipt 12" } },
      })
      const other = await logIn(shop)
      expect((await other.post(complete, { note: "again" })).body).toEqual(first.body)
      expect(await attention(shop)).toMatchObject({ payouts: [], payouts_count: 0 })
    })

    it("rings the bell and is mailed by a subscriber, whose key is the event's id", async () => {
      const events = listen(shop, "checkout-uz.payout.due")
      await settledCart(shop)
      await askAdmin(shop, "POST", `/admin/payments/${await paymentId(shop)}/refund`, {
        amount: 10_000,
      })
      const notifications = shop.container.resolve(Modules.NOTIFICATION)
      const rung = () => notifications.listNotifications({ channel: "feed" })
      await eventually(rung, ({ length }) => length === 1)
      const id = z.string().parse(events[0]?.id)
      await notifications.createNotifications({
        to: "owner@shop.example",
        channel: "feed",
        template: "payout-due",
        idempotency_key: id,
      })
      const templates = (await rung()).map(({ template }) => template)
      expect(templates.toSorted()).toEqual(["admin-ui", "payout-due"])
    })

    it("never comes to more than was captured, however it is asked for", async () => {
      const { cart } = await settledCart(shop)
      const payment = await paymentId(shop)
      const merchant = await logIn(shop)
      const refund = (amount: number) =>
        merchant.post(`/admin/payments/${payment}/refund`, { amount })
      await Promise.all([refund(cart.total), refund(cart.total), refund(cart.total)])
      await refund(1)
      const [row] = await shop.sql("SELECT sum(amount)::int AS total FROM checkout_uz_payout")
      expect(row).toEqual({ total: cart.total })
    })

    it("that no provider was told of, since a server died, comes on the list by the comparison of the books", async () => {
      const { cart, number } = await settledCart(shop)
      await shop.sql(
        `INSERT INTO refund (id, amount, raw_amount, payment_id, created_at)
         VALUES ('ref_swallowed', 10000, '{"value": "10000", "precision": 20}', ?, now() - interval '2 minutes')`,
        [await paymentId(shop)]
      )
      await booksAreDue(shop)
      const { payouts } = await eventually(
        () => attention(shop),
        (list) => list.payouts_count === 1,
        40_000
      )
      expect(payouts).toMatchObject([{ kind: "refund", amount: 10_000, invoice_number: number }])
      expect(cart.total).toBeGreaterThan(10_000)
    })

    it("of money paid without a cart puts it before the merchant, and nothing is captured again", async () => {
      const payments = shop.container.resolve(Modules.PAYMENT)
      const collection = await payments.createPaymentCollections({
        amount: 50_000,
        currency_code: "uzs",
      })
      const session = await payments.createPaymentSession(collection.id, {
        provider_id: PROVIDER_ID,
        amount: 50_000,
        currency_code: "uzs",
        data: {},
      })
      const number = z.object({ invoice_id: z.number() }).parse(session.data).invoice_id
      await shop.sandbox.pay(number)
      await eventually(
        () => moneyOf(shop, number),
        ({ state }) => state === "settled"
      )
      await payments.refundPayment({ payment_id: await paymentId(shop), amount: 50_000 })
      await sessionStatus(shop, session.id)
      expect(await attention(shop)).toMatchObject({
        held: [{ number, reason: "owner_gone", order: null, actions: ["mark_returned"] }],
        payouts_count: 0,
      })
      const [row] = await shop.sql("SELECT count(*)::int AS captures FROM capture")
      expect(row).toEqual({ captures: 1 })
    })
  })

  describe("a cancelled order", () => {
    it("with money captured in the same instant gets a refund to pay out by hand", async () => {
      const { cart, number } = await settledCart(shop)
      // Core looked at the payments before this one was captured, and cancelled then.
      await shop.sql(`UPDATE "order" SET status = 'canceled', canceled_at = now()`)
      const { orders } = await readBooks(shop, cart)
      await shop.container
        .resolve(Modules.EVENT_BUS)
        .emit({ name: "order.canceled", data: { id: orders[0]?.id } })
      await expectGivenBack(shop, cart, number)
    })

    it("with money captured that nobody settled yet ends the same way", async () => {
      const { cart, number } = await settledCart(shop)
      await shop.sql(`UPDATE "order" SET status = 'canceled', canceled_at = now()`)
      await shop.sql(
        `UPDATE checkout_uz_invoice SET state = 'paid', settled_at = NULL, waiting_since = now(),
                next_check_at = now()`
      )
      const [invoice] = await ledgerOf(shop).invoices.ofCollections([cart.collectionId])
      await sessionStatus(shop, invoice?.spentBySession ?? "")
      expect(await moneyOf(shop, number)).toMatchObject({ state: "settled" })
      expect(await attention(shop)).toMatchObject({
        held_count: 0,
        payouts: [{ kind: "refund", amount: cart.total }],
      })
    })
  })
})

async function paymentId(shop: Shop): Promise<string> {
  const [row] = await shop.sql("SELECT id FROM payment WHERE deleted_at IS NULL")
  return z.object({ id: z.string() }).parse(row).id
}

/** What was captured on a cancelled order is refunded in Medusa, and is one pay-out. */
async function expectGivenBack(shop: Shop, cart: ReadyCart, number: number): Promise<void> {
  await eventually(
    () => attention(shop),
    (list) => list.payouts_count === 1,
    40_000
  )
  const books = await eventually(
    () => readBooks(shop, cart),
    ({ orders: [order] }) => order?.transactions.length === 2
  )
  expect(books).toMatchObject({ captured: cart.total, refunded: cart.total })
  expect(books.orders[0]?.transactions.map(({ amount }) => amount)).toEqual(
    expect.arrayContaining([cart.total, -cart.total])
  )
  expect(await moneyOf(shop, number)).toMatchObject({ state: "settled" })
  expect(await attention(shop)).toMatchObject({
    held_count: 0,
    payouts: [{ kind: "refund", amount: cart.total }],
  })
}
