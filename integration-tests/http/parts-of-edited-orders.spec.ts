import { refusalIn } from "../setup/admin-answers"
import { payoutsIn, waitForBlocker } from "../setup/held"
import { logIn } from "../setup/merchant"
import { changeQuantity, complete, draftOrder, linkIn, orderBooks } from "../setup/orders"
import { duePart, startedWith } from "../setup/parts"
import { invoiceId, waitForStatus } from "../setup/progress"
import { describeShop, eventually } from "../setup/shop"

const PRICE = 45_000

describeShop("an order that is edited between the parts of its payment", {}, (shop) => {
  /** An order over so many teas whose first part has come, and the number of the part that was made next. */
  async function begun(quantity: number) {
    const orderId = await draftOrder(shop)
    const merchant = await logIn(shop)
    const ask = (how: number) => changeQuantity(shop, orderId, { unitPrice: PRICE, quantity: how })
    const path = `/admin/checkout-uz/orders/${orderId}/payment-link`
    const link = async () => linkIn(await merchant.post(path)).invoice
    await ask(quantity)
    const first = await link()
    await shop.sandbox.pay(first?.number ?? 0)
    await waitForBlocker(shop, first?.number ?? 0, "part_paid")
    const second = await eventually(link, (made) => made?.part?.position === 2)
    return {
      orderId,
      merchant,
      ask,
      link,
      first: first?.number ?? 0,
      second: second?.number ?? 0,
    }
  }
  it("is as a draft not deleted with the part that has come, which is returned first", async () => {
    const { orderId, merchant, first } = await begun(250)
    const path = `/admin/draft-orders/${orderId}`
    expect(refusalIn(await merchant.remove(path))).toMatchObject({
      status: 400,
      message: expect.stringContaining("return that first") as unknown,
    })
    const resolve = `/admin/checkout-uz/invoices/${await invoiceId(shop, first)}/resolve`
    expect(await merchant.post(resolve, { action: "mark_returned" })).toMatchObject({ status: 200 })
    expect((await merchant.remove(path)).status).toBe(200)
    expect(await payoutsIn(shop)).toEqual([{ amount: 125 * PRICE, is_open: true }])
  })

  const untilCaptured = (orderId: string) =>
    eventually(
      () => orderBooks(shop, orderId),
      ({ captured, summary }) => captured > 0 && summary.pending_difference === 0
    )

  it("and back is paid by the link it had before, which is handed out again", async () => {
    const { orderId, ask, link, second } = await begun(250)
    await ask(230)
    expect(await link()).toMatchObject({ part: { plan_amount: 230 * PRICE } })
    await ask(250)
    expect(await link()).toMatchObject({ number: second, part: { plan_amount: 250 * PRICE } })
    await shop.sandbox.pay(second)
    expect((await untilCaptured(orderId)).captured).toBe(250 * PRICE)
  })

  it("to just what its customer has paid is captured, although no link ever asked for that", async () => {
    const { orderId, merchant, ask, link, second } = await begun(250)
    await ask(230)
    const fewer = (await link())?.number ?? 0
    await ask(210)
    await link()
    for (const number of [second, fewer]) {
      await shop.sandbox.pay(number)
      await waitForBlocker(shop, number, "nothing_owed")
    }
    expect((await orderBooks(shop, orderId)).captured).toBe(0)
    // What has come: half of 250, half of 250 again, and the rest of 230.
    await ask(355)
    const retry = `/admin/checkout-uz/invoices/${await invoiceId(shop, second)}/resolve`
    await merchant.post(retry, { action: "retry" })
    expect((await untilCaptured(orderId)).captured).toBe(355 * PRICE)
  })
})

describeShop(
  "an order that was paid in parts",
  { plugin: { orderPlacement: "before_payment" } },
  (shop) => {
    it("and asks for more later has a link that says all it asks for, whatever part was paid too often", async () => {
      const { cart, session } = await startedWith(shop, String(PRICE), 250)
      const orderId = await complete(shop, cart.id)
      await shop.sandbox.pay(await duePart(shop, cart, 1))
      const second = await duePart(shop, cart, 2)
      await shop.store.startSession(cart.collectionId, undefined, {
        return_url: "http://127.0.0.1:8000/another/way/back",
      })
      const surplus = await duePart(shop, cart, 2)
      expect(surplus).not.toBe(second)
      await shop.sandbox.pay(second)
      await waitForStatus(shop, session.id, "order_placed")
      await shop.sandbox.pay(surplus)
      await waitForBlocker(shop, surplus, "nothing_owed")
      await changeQuantity(shop, orderId, { unitPrice: PRICE, quantity: 500 })
      const merchant = await logIn(shop)
      const path = `/admin/checkout-uz/orders/${orderId}/payment-link`
      expect(linkIn(await merchant.post(path))).toMatchObject({
        open_amount: 250 * PRICE,
        invoice: { part: { position: 1, count: 2, plan_amount: 250 * PRICE } },
      })
    })
  }
)
