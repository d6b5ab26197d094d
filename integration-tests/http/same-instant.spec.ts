import { setTimeout as delay } from "node:timers/promises"
import { deleteDraftOrdersWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { expectSettledOnce, readBooks } from "../setup/books"
import { breakDatabase, untilHeldUp } from "../setup/faults"
import { compareBooksSoon, moneyOf, payoutsIn, waitForBlocker } from "../setup/held"
import { askAdmin, logIn } from "../setup/merchant"
import { draftOrder, linkIn, orderBooks, placedOrder } from "../setup/orders"
import { decided, payoutsOf } from "../setup/room"
import { describeShop, eventually, type Shop } from "../setup/shop"

/** What the order of a link comes to, in UZS. */
const TOTAL = 45_000
describeShop("in the same instant", {}, (shop) => {
  it("a merchant's click on captured cash and a link's payment never come to twice the order unseen", async () => {
    for (const pause of [0, 80, 160, 240, 320]) {
      const orderId = await placedOrder(shop)
      const number = await linkOf(shop, orderId)
      const cash = await cashOf(shop, orderId)
      const merchant = await logIn(shop)
      const paying = shop.sandbox.pay(number)
      await delay(pause)
      await merchant.post(`/admin/payments/${cash}/capture`, {})
      await paying
      await decided(shop, number)
      const books = await orderBooks(shop, orderId)
      if (books.captured > TOTAL) {
        // Core took no lock for the click: then the merchant is told, with the numbers.
        const told = await shop.sql(
          "SELECT reason FROM checkout_uz_alert WHERE kind = 'order_overpaid'"
        )
        expect(JSON.stringify(told)).toContain("45000 UZS more than it asks for")
      } else {
        expect(books.captured).toBe(TOTAL)
      }
    }
  }, 120_000)

  it("a link's payment cancels the promise to pay by hand before its money is spent", async () => {
    const orderId = await placedOrder(shop)
    const number = await linkOf(shop, orderId)
    await shop.sandbox.pay(number)
    await decided(shop, number)
    const canceled = await shop.sql(
      `SELECT p.canceled_at < c.created_at AS before FROM payment p, capture c
        WHERE p.provider_id = 'pp_system_default'`
    )
    expect(canceled).toEqual([{ before: true }])
  })

  it("cash that is marked as paid while a link's payment cancels it stays captured, and the link's money is told of", async () => {
    const orderId = await placedOrder(shop)
    const number = await linkOf(shop, orderId)
    const cash = await cashOf(shop, orderId)
    // Core has looked at the payment, and is about to write what is captured of it.
    const heal = await breakDatabase(shop, {
      table: "capture",
      on: "INSERT",
      seconds: 3,
      fails: false,
    })
    const merchant = await logIn(shop)
    const capturing = merchant.post(`/admin/payments/${cash}/capture`, {})
    await untilHeldUp(shop)
    await shop.sandbox.pay(number)
    expect(await capturing).toMatchObject({ status: 200 })
    await heal()
    expect(await decided(shop, number)).toMatchObject({ state: "paid", blocker: "nothing_owed" })
    expect(await shop.sql("SELECT canceled_at FROM payment WHERE id = ?", [cash])).toEqual([
      { canceled_at: null },
    ])
    expect(await orderBooks(shop, orderId)).toMatchObject({
      captured: TOTAL,
      summary: { paid_total: TOTAL, pending_difference: 0 },
    })
  }, 60_000)

  it("cash that was captured all the same, a moment too late to see, is found by the comparison of the books", async () => {
    const orderId = await placedOrder(shop)
    const number = await linkOf(shop, orderId)
    const cash = await cashOf(shop, orderId)
    await shop.sandbox.pay(number)
    expect(await decided(shop, number)).toMatchObject({ state: "settled" })
    // Core had looked before it was cancelled.
    await shop.sql("UPDATE payment SET canceled_at = NULL WHERE id = ?", [cash])
    await askAdmin(shop, "POST", `/admin/payments/${cash}/capture`, {})
    await shop.sql("UPDATE payment SET canceled_at = now() WHERE id = ?", [cash])
    await compareBooksSoon(shop)
    const told = await eventually(
      () => shop.sql("SELECT reason FROM checkout_uz_alert WHERE kind = 'order_overpaid'"),
      (rows) => rows.length > 0
    )
    expect(JSON.stringify(told)).toContain("45000 UZS more than it asks for")
    expect(await shop.sql("SELECT canceled_at FROM payment WHERE id = ?", [cash])).toEqual([
      { canceled_at: null },
    ])
  }, 60_000)

  it("an order cancelled while its link is paid ends in one list, and is never left to be returned twice", async () => {
    for (const pause of [0, 60, 120, 200, 300]) {
      const orderId = await placedOrder(shop)
      const number = await linkOf(shop, orderId)
      const merchant = await logIn(shop)
      const paying = shop.sandbox.pay(number)
      await delay(pause)
      await merchant.post(`/admin/orders/${orderId}/cancel`, {})
      await paying
      const end = await eventually(
        async () => ({
          ...(await moneyOf(shop, number)),
          payouts: await payoutsOf(shop, number),
          books: await orderBooks(shop, orderId),
        }),
        ({ state, blocker, payouts, books }) =>
          (state === "settled" && payouts.length === 1 && books.captured === books.refunded) ||
          (state === "paid" && blocker === "order_canceled" && books.captured === books.refunded),
        40_000
      )
      if (end.state === "settled") expect(end.payouts).toEqual([TOTAL])
      else expect(end.payouts).toEqual([])
    }
  }, 240_000)

  it("money that already stands on an order is not returned from under it", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    await expectSettledOnce(shop, cart)
    // As in the moment between core's capture and the ledger's note of it.
    const [row] = await shop.sql(
      `UPDATE checkout_uz_invoice SET state = 'paid', settled_at = NULL, waiting_since = now(),
              next_check_at = now() + interval '1 hour' WHERE number = ? RETURNING id`,
      [String(number)]
    )
    const merchant = await logIn(shop)
    const returned = await merchant.post(
      `/admin/checkout-uz/invoices/${String(row?.["id"])}/resolve`,
      { action: "mark_returned" }
    )
    expect(returned.status).toBe(409)
    expect((await moneyOf(shop, number)).state).toBe("settled")
    expect(await readBooks(shop, cart)).toMatchObject({ refunded: 0 })
    expect(await payoutsIn(shop)).toEqual([])
  })

  it("a paid draft that is deleted with its money, whoever deletes it, is in front of the merchant", async () => {
    const number = await deletedWithItsMoney(shop)
    await compareBooksSoon(shop)
    await waitForBlocker(shop, number, "owner_gone")
    const merchant = await logIn(shop)
    const { body } = await merchant.get("/admin/checkout-uz/attention")
    expect(
      z.looseObject({ held: z.array(z.looseObject({ number: z.number() })) }).parse(body).held
    ).toMatchObject([{ number, reason: "owner_gone" }])
  }, 60_000)

  it("a draft that is deleted in the instant of its payment is so within minutes, not within the hour", async () => {
    const number = await deletedWithItsMoney(shop)
    // The hourly comparison has just been made.
    await shop.sql(
      `INSERT INTO checkout_uz_books_check (id, begun_at, watermark) VALUES ('wide', now(), now())
       ON CONFLICT (id) DO UPDATE SET begun_at = now()`
    )
    await shop.sql("UPDATE checkout_uz_books_check SET begun_at = NULL WHERE id = 'recent'")
    await waitForBlocker(shop, number, "owner_gone")
  }, 60_000)
})

/** The payment by hand that an order was placed with. */
async function cashOf(shop: Shop, orderId: string): Promise<string> {
  const [row] = await shop.sql(
    `SELECT p.id FROM payment p JOIN order_payment_collection l
         ON l.payment_collection_id = p.payment_collection_id
      WHERE l.order_id = ? AND p.provider_id = 'pp_system_default'`,
    [orderId]
  )
  return z.object({ id: z.string() }).parse(row).id
}

/** A draft whose link was paid, and that core deleted then. @returns the invoice's number */
async function deletedWithItsMoney(shop: Shop): Promise<number> {
  const orderId = await draftOrder(shop)
  const number = await linkOf(shop, orderId)
  await shop.sandbox.pay(number)
  await eventually(
    () => moneyOf(shop, number),
    ({ state }) => state === "settled"
  )
  await deleteDraftOrdersWorkflow(shop.container).run({ input: { order_ids: [orderId] } })
  return number
}

async function linkOf(shop: Shop, orderId: string): Promise<number> {
  const body = await askAdmin(shop, "POST", `/admin/checkout-uz/orders/${orderId}/payment-link`, {})
  const { invoice } = linkIn({ status: 200, body })
  if (!invoice) throw new Error("No link was made.")
  return invoice.number
}
