import { setTimeout as delay } from "node:timers/promises"
import { deleteDraftOrdersWorkflow, refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { expectSettledOnce, readBooks, type Books } from "../setup/books"
import { breakDatabase } from "../setup/faults"
import { compareBooksSoon, moneyOf, payoutsIn, waitForBlocker } from "../setup/held"
import { askAdmin, logIn } from "../setup/merchant"
import { draftOrder, linkIn, orderBooks, placedOrder } from "../setup/orders"
import { capturedPayment, decided, payoutsOf } from "../setup/room"
import { describeShop, eventually, type Shop } from "../setup/shop"

/** What the order of a link comes to, in UZS. */
const TOTAL = 45_000
/** What a merchant gives back of an order, in UZS. */
const PART = 25_000

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
    await untilSleeping(shop)
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

  it("an order that is cancelled while a part of it is refunded has no more booked as refunded than was", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    const { orders } = await expectSettledOnce(shop, cart)
    const orderId = orders[0]?.id ?? ""
    const paymentId = await capturedPayment(shop, orderId)
    // The refund holds its payment's row while the order is cancelled, which has read it before.
    const heal = await breakDatabase(shop, {
      table: "refund",
      on: "INSERT",
      when: `NEW.amount = ${PART}`,
      seconds: 2.5,
      fails: false,
    })
    const merchant = await logIn(shop)
    const refunding = merchant.post(`/admin/payments/${paymentId}/refund`, { amount: PART })
    await untilSleeping(shop)
    await merchant.post(`/admin/orders/${orderId}/cancel`, {})
    await refunding
    await heal()
    // Medusa writes a refund before it tells the provider, who puts it on the list of pay-outs.
    const given = await eventually(
      async () => ({ ...(await readBooks(shop, cart)), payouts: await payoutsOf(shop, number) }),
      ({ payouts }) => payouts.reduce((sum, amount) => sum + amount, 0) >= cart.total,
      40_000
    )
    expect(given.payouts.reduce((sum, amount) => sum + amount, 0)).toBe(cart.total)
    expect(given.refunded).toBe(cart.total)
    // Core has booked what it meant to give back, or what it did where it read the refund in time; and we
    // have booked nothing on top of that.
    expect([cart.total, cart.total + PART]).toContain(bookedAsRefunded(given))

    await shop.sql("UPDATE refund SET created_at = now() - interval '5 minutes'")
    await compareBooksSoon(shop)
    const squared = await eventually(
      () => readBooks(shop, cart),
      (books) => bookedAsRefunded(books) === cart.total
    )
    expect(squared).toMatchObject({ captured: cart.total, refunded: cart.total })
  }, 90_000)

  it("two refunds of an order are booked one after the other, each with its own amount", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    const { orders } = await expectSettledOnce(shop, cart)
    const paymentId = await capturedPayment(shop, orders[0]?.id ?? "")
    const merchant = await logIn(shop)
    const amounts = [10_000, 30_000]
    const answers = await Promise.all(
      amounts.map((amount) => merchant.post(`/admin/payments/${paymentId}/refund`, { amount }))
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const given = await readBooks(shop, cart)
    const booked = given.orders[0]?.transactions ?? []
    const refunds = booked.filter(({ reference }) => reference === "refund")
    expect(refunds.map(({ amount }) => -amount).sort((a, b) => a - b)).toEqual(amounts)
    expect(given.orders[0]?.summary).toMatchObject({ pending_difference: 0 })
    expect((await payoutsOf(shop, number)).sort((a, b) => a - b)).toEqual(amounts)
  }, 60_000)

  it("two refunds that nobody held apart, and were booked with each other's amount, are squared", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    const { orders } = await expectSettledOnce(shop, cart)
    const orderId = orders[0]?.id ?? ""
    const paymentId = await capturedPayment(shop, orderId)
    const refund = (amount: number) =>
      refundPaymentWorkflow(shop.container).run({ input: { payment_id: paymentId, amount } })
    // Core refuses one of them where both come to its credit lines, when its money is refunded already.
    await Promise.allSettled([refund(10_000), refund(30_000)])
    await shop.sql("UPDATE refund SET created_at = now() - interval '5 minutes'")
    await compareBooksSoon(shop)
    const squared = await eventually(
      () => readBooks(shop, cart),
      (books) => bookedAsRefunded(books) === 40_000
    )
    expect(squared).toMatchObject({ refunded: 40_000, captured: cart.total })
  }, 60_000)

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
    const orderId = await draftOrder(shop)
    const number = await linkOf(shop, orderId)
    await shop.sandbox.pay(number)
    await eventually(
      () => moneyOf(shop, number),
      ({ state }) => state === "settled"
    )
    await deleteDraftOrdersWorkflow(shop.container).run({ input: { order_ids: [orderId] } })
    await compareBooksSoon(shop)
    await waitForBlocker(shop, number, "owner_gone")
    const merchant = await logIn(shop)
    const { body } = await merchant.get("/admin/checkout-uz/attention")
    expect(
      z.looseObject({ held: z.array(z.looseObject({ number: z.number() })) }).parse(body).held
    ).toMatchObject([{ number, reason: "owner_gone" }])
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

/** Waits until the database holds up the statement that a test has it hold up. */
async function untilSleeping(shop: Shop): Promise<void> {
  await eventually(
    () =>
      shop.sql(
        `SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event = 'PgSleep'`
      ),
    (sleeping) => sleeping.length > 0
  )
}

/** What an order's transactions say was given back, in UZS. */
function bookedAsRefunded({ orders }: Books): number {
  const refunds = (orders[0]?.transactions ?? []).filter(({ reference }) => reference === "refund")
  return -refunds.reduce((sum, { amount }) => sum + amount, 0)
}

async function linkOf(shop: Shop, orderId: string): Promise<number> {
  const body = await askAdmin(shop, "POST", `/admin/checkout-uz/orders/${orderId}/payment-link`, {})
  const { invoice } = linkIn({ status: 200, body })
  if (!invoice) throw new Error("No link was made.")
  return invoice.number
}
