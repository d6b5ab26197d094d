import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { expectSettledOnce, readBooks } from "../setup/books"
import { breakDatabase } from "../setup/faults"
import { compareBooksSoon, moneyOf, payoutsIn, untilCompared } from "../setup/held"
import { describeShop, eventually, type Shop } from "../setup/shop"

describeShop("the comparison of the books", {}, (shop) => {
  it("emits order.placed once more for a paid order whose event a dying server swallowed", async () => {
    const heard: string[] = []
    const events = shop.container.resolve(Modules.EVENT_BUS)
    const hear = ({ data }: { data: unknown }) => {
      heard.push(z.object({ id: z.string() }).parse(data).id)
      return Promise.resolve()
    }
    events.subscribe("order.placed", hear, { subscriberId: "test-hears-placed" })
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    const { orders } = await expectSettledOnce(shop, cart)
    await eventually(
      () => Promise.resolve(heard.length),
      (count) => count === 1
    )
    // As if the process had died before it released the event: nobody of ours heard it either.
    await eventually(
      () => shop.sql("SELECT id FROM checkout_uz_owner WHERE placed_order_id IS NOT NULL"),
      (rows) => rows.length === 1
    )
    await shop.sql("UPDATE checkout_uz_owner SET placed_order_id = NULL")
    await shop.sql("UPDATE checkout_uz_invoice SET settled_at = now() - interval '10 minutes'")
    await compareBooksSoon(shop)
    await eventually(
      () => Promise.resolve(heard.length),
      (count) => count === 2
    )
    expect(heard[1]).toBe(orders[0]?.id)

    await compareBooksSoon(shop)
    await untilCompared(shop)
    expect(heard).toHaveLength(2)
    events.unsubscribe("order.placed", hear, { subscriberId: "test-hears-placed" })
  }, 90_000)

  it("puts captured money of an order on the list that was cancelled while the plugin was away", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    const { orders } = await expectSettledOnce(shop, cart)
    await shop.sql(`UPDATE "order" SET status = 'canceled', canceled_at = now() WHERE id = ?`, [
      orders[0]?.id ?? "",
    ])
    await compareBooksSoon(shop)
    await eventually(
      () => payoutsIn(shop),
      (payouts) => payouts.length > 0
    )
    expect(await payoutsIn(shop)).toEqual([{ amount: cart.total, is_open: true }])
    expect(await readBooks(shop, cart)).toMatchObject({ refunded: cart.total })
    await compareBooksSoon(shop)
    await untilCompared(shop)
    expect(await readBooks(shop, cart)).toMatchObject({ refunded: cart.total })
  }, 60_000)

  it("undoes what Medusa still books for money that is given back, where a server died in between", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    await expectSettledOnce(shop, cart)
    await shop.sql(
      `WITH gone AS (
         UPDATE checkout_uz_invoice SET state = 'returned' WHERE number = ? RETURNING id
       )
       INSERT INTO checkout_uz_invoice_transition (id, invoice_id, from_state, to_state)
       SELECT 'cutran_test', id, 'paid', 'returned' FROM gone`,
      [String(number)]
    )
    await compareBooksSoon(shop)
    await eventually(
      () => readBooks(shop, cart),
      ({ refunded }) => refunded > 0
    )
    expect(await readBooks(shop, cart)).toMatchObject({ refunded: cart.total })
    // It is on the list as a whole since it was returned: the refund adds nothing.
    expect(await payoutsIn(shop)).toEqual([])
    expect((await moneyOf(shop, number)).state).toBe("returned")
  }, 60_000)

  it("tells the merchant of a capture that no paid invoice stands behind", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    await expectSettledOnce(shop, cart)
    await shop.sql("UPDATE checkout_uz_invoice SET spent_by_session = NULL WHERE number = ?", [
      String(number),
    ])
    await compareBooksSoon(shop)
    const alerts = await eventually(
      () => shop.sql("SELECT reason FROM checkout_uz_alert WHERE kind = 'capture_unexplained'"),
      (rows) => rows.length > 0
    )
    expect(alerts).toHaveLength(1)
  }, 60_000)

  it("goes on from where it was where a part of it fails", async () => {
    await untilCompared(shop)
    const before = await watermark(shop)
    const heal = await breakDatabase(shop, {
      table: "checkout_uz_payout",
      on: "INSERT",
      fails: true,
    })
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    await expectSettledOnce(shop, cart)
    await shop.sql(
      `INSERT INTO refund (id, amount, raw_amount, payment_id, created_at, updated_at)
       SELECT 'ref_refused', p.amount, p.raw_amount, p.id, now() - interval '5 minutes', now()
         FROM payment p`
    )
    await compareBooksSoon(shop)
    await untilCompared(shop)
    expect(await watermark(shop)).toEqual(before)
    await heal()
    await compareBooksSoon(shop)
    await eventually(
      () => payoutsIn(shop),
      (payouts) => payouts.length === 1
    )
  }, 90_000)
})

/** Of the wide comparison only: it comes first when asked for, and the other may begin in between. */
async function watermark(shop: Shop) {
  return shop.sql("SELECT watermark FROM checkout_uz_books_check WHERE id = 'wide'")
}
