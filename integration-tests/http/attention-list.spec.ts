import { ATTENTION, attention, notifications, traceOf } from "../setup/attention"
import { readBooks } from "../setup/books"
import { listen } from "../setup/events"
import { waitForBlocker } from "../setup/held"
import { askAdmin, logIn } from "../setup/merchant"
import { paidTwice } from "../setup/paid-carts"
import { knownMoneyIsDue, patienceIsOver } from "../setup/patience"
import { describeShop, eventually } from "../setup/shop"

describeShop("what needs the merchant", {}, (shop) => {
  describe("a second payment", () => {
    it("is told once by an event and the bell, listed with its numbers, and returned as one pay-out with a trace", async () => {
      const events = listen(shop, "checkout-uz.invoice.held")
      const payoutEvents = listen(shop, "checkout-uz.payout.due")
      const { cart, second } = await paidTwice(shop)
      await waitForBlocker(shop, second, "nothing_owed")
      // It may heal, and nobody is called for what heals within two minutes.
      expect(await attention(shop)).toMatchObject({ held: [], held_count: 0 })
      await patienceIsOver(shop)
      await knownMoneyIsDue(shop)
      const books = await readBooks(shop, cart)
      const { held } = await attention(shop)
      const [payment] = held
      expect(held).toMatchObject([
        {
          number: second,
          reason: "nothing_owed",
          asked: cart.total,
          open: 0,
          paid_elsewhere: cart.total,
          promised: 0,
          amount: cart.total,
          paid_amount: null,
          order: { id: books.orders[0]?.id, display_id: 1 },
          customer: { email: "xaridor@example.uz" },
          actions: ["retry", "mark_returned"],
        },
      ])
      expect(payment?.attempts).toBeGreaterThan(0)
      expect(payment?.next_attempt_at).not.toBeNull()
      await eventually(
        () => Promise.resolve(events),
        (heard) => heard.length > 0
      )
      expect(events).toEqual([
        expect.objectContaining({
          invoice_number: second,
          amount: cart.total,
          reason: "nothing_owed",
          paid_elsewhere: cart.total,
          order_id: books.orders[0]?.id,
        }),
      ])
      // The bell is rung right after the event.
      const rung = await eventually(
        () => notifications(shop),
        (all) => all.length > 0
      )
      expect(rung).toEqual([
        expect.objectContaining({
          description: `Invoice ${second} is paid, but less than that is due on its order. What to do: Payments → Needs you. Order #1, Dilnoza Karimova, +998\u00a090\u00a0123\u00a045\u00a067.`,
        }),
      ])

      const merchant = await logIn(shop)
      const resolve = `/admin/checkout-uz/invoices/${payment?.id ?? ""}/resolve`
      expect(await merchant.post(resolve, { action: "retry" })).toMatchObject({
        status: 200,
        body: { invoice: { state: "paid", reason: "nothing_owed" } },
      })
      const note = "To the customer's card, by hand"
      expect(await merchant.post(resolve, { action: "mark_returned", note })).toMatchObject({
        status: 200,
        body: { invoice: { state: "returned", reason: null, actions: [] } },
      })
      expect(await merchant.post(resolve, { action: "mark_returned", note })).toMatchObject({
        status: 409,
        body: { code: "not_waiting" },
      })
      const after = await attention(shop)
      expect(after).toMatchObject({
        held: [],
        held_count: 0,
        payouts: [
          { kind: "return", amount: cart.total, invoice_number: second, completed_at: null },
        ],
        payouts_count: 1,
      })
      expect(await traceOf(shop, second)).toContainEqual({
        move: "paid > returned",
        actor_id: merchant.id,
        note,
      })
      await eventually(
        () => Promise.resolve(payoutEvents),
        (heard) => heard.length > 0
      )
      expect(payoutEvents).toMatchObject([{ payout_amount: cart.total, invoice_number: second }])
      const complete = `/admin/checkout-uz/refunds/${after.payouts[0]?.id ?? ""}/complete`
      expect(await merchant.post(complete)).toMatchObject({
        status: 200,
        body: { payout: { kind: "return", completed_by: merchant.id, note: null } },
      })
      expect(await attention(shop)).toMatchObject({ payouts: [], payouts_count: 0 })
      // The order and its one payment stay as they were.
      expect(await readBooks(shop, cart)).toMatchObject({ captured: cart.total, refunded: 0 })
      expect(events).toHaveLength(1)
    })

    it("that arrives after its order was cancelled is told at once, since it cannot heal", async () => {
      const events = listen(shop, "checkout-uz.invoice.held")
      const { cart, second } = await paidTwice(shop, async (paid) => {
        const { orders } = await readBooks(shop, paid)
        await askAdmin(shop, "POST", `/admin/orders/${orders[0]?.id ?? ""}/cancel`)
      })
      await eventually(
        () => Promise.resolve(events),
        (heard) => heard.length > 0
      )
      expect(events).toMatchObject([{ invoice_number: second, reason: "order_canceled" }])
      const { held, payouts } = await attention(shop)
      expect(held).toMatchObject([
        {
          number: second,
          reason: "order_canceled",
          actions: ["mark_returned"],
          next_attempt_at: null,
        },
      ])
      // What was captured before is a refund of its own, which core booked as it cancelled.
      expect(payouts).toMatchObject([{ kind: "refund", amount: cart.total }])
      const merchant = await logIn(shop)
      const resolve = `/admin/checkout-uz/invoices/${held[0]?.id ?? ""}/resolve`
      expect(await merchant.post(resolve, { action: "retry" })).toMatchObject({
        status: 409,
        body: {
          code: "retry_is_no_help",
          message: expect.stringContaining("another try cannot mend") as unknown,
        },
      })
    })
  })

  it("is shown and changed by people who are logged in only, and bad requests say what is wrong", async () => {
    const strangers = [
      await fetch(`${shop.baseUrl}${ATTENTION}`),
      await fetch(`${shop.baseUrl}/admin/checkout-uz/invoices/x/resolve`, { method: "POST" }),
      await fetch(`${shop.baseUrl}/admin/checkout-uz/refunds/x/complete`, { method: "POST" }),
    ]
    expect(strangers.map(({ status }) => status)).toEqual([401, 401, 401])

    const merchant = await logIn(shop)
    expect(await merchant.get(`${ATTENTION}?limit=all`)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('"limit"') as unknown },
    })
    expect(
      await merchant.post("/admin/checkout-uz/invoices/x/resolve", { action: "forget" })
    ).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('"action"') as unknown },
    })
    for (const id of ["x", "%00"]) {
      const retry = { action: "retry" }
      expect(await merchant.post(`/admin/checkout-uz/invoices/${id}/resolve`, retry)).toMatchObject(
        { status: 404 }
      )
    }
    expect(
      await merchant.post("/admin/checkout-uz/refunds/x/complete", { note: "a\u0000b" })
    ).toMatchObject({ status: 400 })
    expect(await merchant.post("/admin/checkout-uz/refunds/x/complete")).toMatchObject({
      status: 404,
    })
  })
})
