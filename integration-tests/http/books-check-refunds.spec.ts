import { Modules } from "@medusajs/framework/utils"
import { expectSettledOnce, readBooks, type Books } from "../setup/books"
import { compareBooksSoon, payoutsIn, untilCompared } from "../setup/held"
import { askAdmin } from "../setup/merchant"
import { capturedPayment } from "../setup/room"
import { describeShop, eventually } from "../setup/shop"

describeShop("the comparison of the books, about refunds", {}, (shop) => {
  it("puts a refund on the list of pay-outs whose server died before it told the provider", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    await expectSettledOnce(shop, cart)
    // Core books its refund row, and dies with the provider's answer on the way.
    await shop.sql(
      `INSERT INTO refund (id, amount, raw_amount, payment_id, created_at, updated_at)
       SELECT 'ref_swallowed', p.amount, p.raw_amount, p.id, now() - interval '5 minutes', now()
         FROM payment p`
    )
    expect(await payoutsIn(shop)).toEqual([])
    await compareBooksSoon(shop)
    await eventually(
      () => payoutsIn(shop),
      (payouts) => payouts.length > 0
    )
    expect(await payoutsIn(shop)).toEqual([{ amount: cart.total, is_open: true }])
    // What core does last is done too: the order knows of it, and asks nobody to pay again.
    const booked = (books: Books) =>
      books.orders[0]?.transactions.length === 2 &&
      books.orders[0].total === 0 &&
      books.orders[0].summary.pending_difference === 0
    const { orders } = await eventually(() => readBooks(shop, cart), booked)
    expect(orders).toMatchObject([
      { total: 0, transactions: [{ amount: cart.total }, { amount: -cart.total }] },
    ])

    // Looked at again and again, it stays one.
    await compareBooksSoon(shop)
    await untilCompared(shop)
    expect(await payoutsIn(shop)).toHaveLength(1)
    expect((await readBooks(shop, cart)).orders).toEqual(orders)
  }, 60_000)

  it("lists a refund once, whoever notices it first", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    await expectSettledOnce(shop, cart)
    const [payment] = await shop.sql("SELECT id FROM payment")
    await askAdmin(shop, "POST", `/admin/payments/${String(payment?.["id"])}/refund`, {
      amount: 20_000,
    })
    await shop.sql("UPDATE refund SET created_at = now() - interval '5 minutes'")
    await compareBooksSoon(shop)
    await untilCompared(shop)
    expect(await payoutsIn(shop)).toEqual([{ amount: 20_000, is_open: true }])
  }, 60_000)

  it("lets an order ask no more for a refund whose server died before its credit line", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    const { orders } = await expectSettledOnce(shop, cart)
    const orderId = orders[0]?.id ?? ""
    const asked = async () => (await readBooks(shop, cart)).orders[0]?.summary.pending_difference
    // Core gives the money back, books that on the order, and dies before it lowers what the order asks for.
    const { refunds } = await shop.container.resolve(Modules.PAYMENT).refundPayment({
      payment_id: await capturedPayment(shop, orderId),
      amount: 20_000,
    })
    await shop.container.resolve(Modules.ORDER).addOrderTransactions({
      order_id: orderId,
      amount: -20_000,
      currency_code: "uzs",
      reference: "refund",
      reference_id: refunds?.[0]?.id,
    })
    expect(await asked()).toBe(20_000)
    await shop.sql("UPDATE refund SET created_at = now() - interval '5 minutes'")
    await compareBooksSoon(shop)
    await eventually(asked, (open) => open === 0)
    // Looked at again, it lowers nothing more.
    await compareBooksSoon(shop)
    await untilCompared(shop)
    expect(await asked()).toBe(0)
  }, 60_000)

  it("lets an order be refunded and changed again whose server died amid its credit line", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    const { orders } = await expectSettledOnce(shop, cart)
    const orderId = orders[0]?.id ?? ""
    const payment = await capturedPayment(shop, orderId)
    const order = shop.container.resolve(Modules.ORDER)
    const refund = () =>
      askAdmin(shop, "POST", `/admin/payments/${payment}/refund`, { amount: 5_000 })
    const asked = async () => (await readBooks(shop, cart)).orders[0]?.summary.pending_difference
    // Core gives the money back, books that on the order, begins the change that lowers what it asks for, and dies.
    const { refunds } = await shop.container
      .resolve(Modules.PAYMENT)
      .refundPayment({ payment_id: payment, amount: 20_000 })
    await order.addOrderTransactions({
      order_id: orderId,
      amount: -20_000,
      currency_code: "uzs",
      reference: "refund",
      reference_id: refunds?.[0]?.id,
    })
    await order.createOrderChange({ order_id: orderId, change_type: "credit_line" })
    await shop.sql("UPDATE refund SET created_at = now() - interval '5 minutes'")
    // It may still be at work: who refunds now gives nothing back.
    await compareBooksSoon(shop)
    await untilCompared(shop)
    await expect(refund()).rejects.toThrow("nothing was refunded. Try again in a few minutes.")
    expect(await payoutsIn(shop)).toHaveLength(1)
    expect(await asked()).toBe(20_000)

    await shop.sql("UPDATE order_change SET created_at = now() - interval '2 minutes'")
    await compareBooksSoon(shop)
    await eventually(asked, (open) => open === 0)
    await refund()
    expect(await payoutsIn(shop)).toMatchObject([{ amount: 20_000 }, { amount: 5_000 }])
    expect(await asked()).toBe(0)
    await askAdmin(shop, "POST", "/admin/order-edits", { order_id: orderId })
  }, 60_000)

  it("books the refund of an order that was cancelled again, since a server died amid its cancellation", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    const { orders } = await expectSettledOnce(shop, cart)
    const orderId = orders[0]?.id ?? ""
    // Core gives the money back, and dies before it books that on the order, which stays as it was.
    await shop.container.resolve(Modules.PAYMENT).refundPayment({
      payment_id: await capturedPayment(shop, orderId),
      amount: cart.total,
    })
    // It finds nothing left to refund now.
    await askAdmin(shop, "POST", `/admin/orders/${orderId}/cancel`, {})
    await shop.sql("UPDATE refund SET created_at = now() - interval '5 minutes'")
    await compareBooksSoon(shop)
    const amounts = async () => {
      const [order] = (await readBooks(shop, cart)).orders
      return (order?.transactions ?? []).map(({ amount }) => amount)
    }
    expect(await eventually(amounts, ({ length }) => length === 2)).toEqual([
      cart.total,
      -cart.total,
    ])
    expect(await payoutsIn(shop)).toHaveLength(1)
  }, 60_000)

  it("books no refund on an order that was never paid with what it gave back", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    const { orders } = await expectSettledOnce(shop, cart)
    // A completion before it was rolled back in the same payment collection: captured, refunded, on no order.
    await shop.sql(
      `INSERT INTO payment_session (id, currency_code, amount, raw_amount, provider_id, data, status, payment_collection_id)
       SELECT 'payses_before', currency_code, amount, raw_amount, provider_id, '{}', 'authorized', payment_collection_id
         FROM payment`
    )
    await shop.sql(
      `INSERT INTO payment (id, amount, raw_amount, currency_code, provider_id, data, payment_collection_id, payment_session_id)
       SELECT 'pay_before', amount, raw_amount, currency_code, provider_id, '{}', payment_collection_id, 'payses_before'
         FROM payment`
    )
    for (const [table, id] of [
      ["capture", "capt_before"],
      ["refund", "ref_before"],
    ]) {
      await shop.sql(
        `INSERT INTO ${table} (id, amount, raw_amount, payment_id, created_at, updated_at)
         SELECT '${id}', amount, raw_amount, id, now() - interval '5 minutes', now()
           FROM payment WHERE id = 'pay_before'`
      )
    }
    await compareBooksSoon(shop)
    await untilCompared(shop)
    expect((await readBooks(shop, cart)).orders).toEqual(orders)
    expect(await payoutsIn(shop)).toEqual([])
  }, 60_000)
})
