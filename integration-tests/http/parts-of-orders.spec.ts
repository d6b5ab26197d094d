import { z } from "zod"
import { payoutSchema } from "../../src/contract"
import { attention, notifications } from "../setup/attention"
import { waitForBlocker } from "../setup/held"
import { askAdmin, logIn } from "../setup/merchant"
import {
  changeQuantity,
  complete,
  draftOrder,
  linkIn,
  orderBooks,
  placedOrder,
} from "../setup/orders"
import {
  duePart,
  expectSettledInParts,
  FIVE_PARTS,
  partsOf,
  payParts,
  startedInParts,
  untilPartsCame,
  waitingIsOver,
} from "../setup/parts"
import { waitForStatus } from "../setup/progress"
import { describeShop, eventually } from "../setup/shop"

const BEFORE_PAYMENT = { plugin: { orderPlacement: "before_payment" } }

describeShop("an order that is paid in parts", {}, (shop) => {
  async function settledOrder(total: string, count: number) {
    const { cart } = await startedInParts(shop, total)
    await payParts(shop, cart, { upTo: count })
    const { orders } = await expectSettledInParts(shop, cart, count)
    return { cart, orderId: orders[0]?.id ?? "" }
  }
  const refund = async (orderId: string, amount: number) => {
    const read = await askAdmin(
      shop,
      "GET",
      `/admin/orders/${orderId}?fields=payment_collections.payments.id`
    )
    const { order } = z
      .object({
        order: z.object({
          payment_collections: z.array(
            z.object({ payments: z.array(z.object({ id: z.string() })) })
          ),
        }),
      })
      .parse(read)
    const payment = order.payment_collections[0]?.payments[0]?.id ?? ""
    await askAdmin(shop, "POST", `/admin/payments/${payment}/refund`, { amount })
  }

  it("is refunded by one pay-out out of the largest parts, and one tick ends it", async () => {
    const { orderId } = await settledOrder(FIVE_PARTS, 5)
    await refund(orderId, 15_000_000)
    const { payouts, payouts_count } = await attention(shop)
    expect(payouts_count).toBe(1)
    expect(payouts).toMatchObject([
      {
        kind: "refund",
        amount: 15_000_000,
        shares: [{ amount: 10_000_000 }, { amount: 5_000_000 }],
      },
    ])
    const merchant = await logIn(shop)
    const path = `/admin/checkout-uz/refunds/${payouts[0]?.id ?? ""}/complete`
    const answer = await merchant.post(path, { note: "sent" })
    const ticked = z.object({ payout: payoutSchema }).parse(answer.body).payout
    expect(ticked).toMatchObject({ amount: 15_000_000, note: "sent" })
    expect(ticked.completed_at).not.toBeNull()
    expect((await attention(shop)).payouts).toEqual([])
    const open = await shop.sql("SELECT 1 FROM checkout_uz_payout WHERE completed_at IS NULL")
    expect(open).toEqual([])
  })

  it("cancelled gives all of it back, and no more than was paid", async () => {
    const { orderId } = await settledOrder("12345678", 2)
    await askAdmin(shop, "POST", `/admin/orders/${orderId}/cancel`)
    const { payouts } = await eventually(
      () => attention(shop),
      ({ payouts_count }) => payouts_count > 0
    )
    expect(payouts).toMatchObject([{ amount: 12_345_678, shares: [{}, {}] }])
  })

  it("is found part by part in the admin, each with the others", async () => {
    const { cart } = await settledOrder("12345678", 2)
    const merchant = await logIn(shop)
    const list = await merchant.get("/admin/checkout-uz/invoices?limit=10")
    expect(list.body).toMatchObject({
      count: 2,
      invoices: [
        { amount: 6_172_839, paid: 6_172_839, part: { position: 2, count: 2 } },
        { amount: 6_172_839, paid: 6_172_839, part: { position: 1, count: 2 } },
      ],
    })
    const [row] = await shop.sql(
      "SELECT id FROM checkout_uz_invoice WHERE cart_id = ? AND part_position = 1",
      [cart.id]
    )
    const detail = await merchant.get(`/admin/checkout-uz/invoices/${String(row?.["id"])}`)
    expect(detail.body).toMatchObject({
      invoice: { part: { plan_amount: 12_345_678 }, other_parts: [{ part: { position: 2 } }] },
    })
  })

  it("that asks for more between its parts is captured once all of it has come, and never for less", async () => {
    const orderId = await draftOrder(shop)
    await changeQuantity(shop, orderId, { unitPrice: 45_000, quantity: 250 })
    const merchant = await logIn(shop)
    const path = `/admin/checkout-uz/orders/${orderId}/payment-link`
    const first = linkIn(await merchant.post(path)).invoice
    expect(first).toMatchObject({ amount: 5_625_000, part: { plan_amount: 11_250_000 } })
    await shop.sandbox.pay(first?.number ?? 0)
    await waitForBlocker(shop, first?.number ?? 0, "part_paid")
    await changeQuantity(shop, orderId, { unitPrice: 45_000, quantity: 350 })
    expect(linkIn(await merchant.get(path)).open_amount).toBe(10_125_000)
    const pay = async (position: number) => {
      const { invoice } = await eventually(
        async () => linkIn(await merchant.post(path)),
        (link) => link.invoice?.part?.position === position
      )
      expect((await orderBooks(shop, orderId)).captured).toBe(0)
      await shop.sandbox.pay(invoice?.number ?? 0)
    }
    await pay(2)
    await pay(3)
    const books = await eventually(
      () => orderBooks(shop, orderId),
      ({ captured }) => captured > 0
    )
    expect(books.captured).toBe(15_750_000)
  })

  it("is paid by payment links one after the other, which ask for the whole and book it once", async () => {
    const orderId = await placedOrder(shop, "12345678")
    const merchant = await logIn(shop)
    const path = `/admin/checkout-uz/orders/${orderId}/payment-link`
    const first = linkIn(await merchant.post(path))
    expect(first).toMatchObject({
      open_amount: 12_345_678,
      invoice: { amount: 6_172_839, part: { position: 1, count: 2 } },
    })
    await shop.sandbox.pay(first.invoice?.number ?? 0)
    await waitForBlocker(shop, first.invoice?.number ?? 0, "part_paid")
    const second = await eventually(
      async () => linkIn(await merchant.post(path)),
      ({ invoice }) => invoice?.part?.position === 2
    )
    await shop.sandbox.pay(second.invoice?.number ?? 0)
    const books = await eventually(
      () => orderBooks(shop, orderId),
      ({ payment_status }) => payment_status === "captured"
    )
    expect(books.captured).toBe(12_345_678)
  })
})

describeShop("an order that stands before its parts come", BEFORE_PAYMENT, (shop) => {
  it("is told of with each part, and captured with the last", async () => {
    const { cart, session } = await startedInParts(shop)
    await complete(shop, cart.id)
    await shop.sandbox.pay(await duePart(shop, cart, 1))
    expect(await untilPartsCame(shop, session.id, 1)).toMatchObject({ status: "awaiting_payment" })
    const told = await eventually(
      () => notifications(shop),
      (all) => all.length > 0
    )
    expect(told).toMatchObject([
      { title: expect.stringContaining("A part of a payment has come: 6,172,839") as string },
    ])
    await shop.sandbox.pay(await duePart(shop, cart, 2))
    await waitForStatus(shop, session.id, "order_placed")
    await expectSettledInParts(shop, cart, 2)
  })

  it("cancelled between its parts leaves one case, whose money goes back as it came", async () => {
    const { cart, session, number } = await startedInParts(shop, FIVE_PARTS)
    const orderId = await complete(shop, cart.id)
    await payParts(shop, cart, { upTo: 2 })
    await untilPartsCame(shop, session.id, 2)
    await askAdmin(shop, "POST", `/admin/orders/${orderId}/cancel`)
    await waitForBlocker(shop, number, "order_canceled")
    const last = (await partsOf(shop, cart))[1]?.number ?? 0
    await waitForBlocker(shop, last, "order_canceled")
    await waitingIsOver(shop)
    const { held } = await attention(shop)
    expect(held).toMatchObject([{ reason: "order_canceled", parts: [{}, {}], amount: 20_000_000 }])
    const merchant = await logIn(shop)
    await merchant.post(`/admin/checkout-uz/invoices/${held[0]?.id ?? ""}/resolve`, {
      action: "mark_returned",
    })
    expect((await attention(shop)).payouts).toMatchObject([
      { kind: "return", amount: 10_000_000 },
      { kind: "return", amount: 10_000_000 },
    ])
  })
})
