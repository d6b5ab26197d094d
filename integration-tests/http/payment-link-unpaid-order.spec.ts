import { Modules } from "@medusajs/framework/utils"
import { askAdmin } from "../setup/merchant"
import { booksAfterPayment, orderBooks, placedOrder } from "../setup/orders"
import { paymentLinks, SECOND, TOTAL, TWO_DESKS } from "../setup/payment-links"
import { describeShop, PROVIDER_ID } from "../setup/shop"

describeShop("a payment link for an order", TWO_DESKS, (shop) => {
  const { ready, merchant, path, link, make, created } = paymentLinks(shop)

  describe("placed with payment by hand and unpaid", () => {
    beforeEach(async () => {
      ready.orderId = await placedOrder(shop)
    })

    it("asks for the whole amount, and captures the order once it is paid", async () => {
      expect(await link()).toMatchObject({
        open_amount: TOTAL,
        currency_code: "uzs",
        provider_ids: [PROVIDER_ID, SECOND],
        reason_against: null,
        invoice: null,
      })
      const invoice = await make()
      expect(invoice).toMatchObject({
        state: "pending",
        amount: TOTAL,
        provider_id: PROVIDER_ID,
        email: "xaridor@example.uz",
        order: { id: ready.orderId, display_id: 1 },
      })
      expect(invoice.payment_url).toContain("/pay/")
      expect((await link()).invoice).toEqual(invoice)

      await shop.sandbox.pay(invoice.number)
      expect(await booksAfterPayment(shop, ready.orderId, invoice.number)).toMatchObject({
        status: "pending",
        // The promise to pay by hand is gone with it.
        payment_status: "captured",
        summary: { paid_total: TOTAL, pending_difference: 0 },
        captured: TOTAL,
        refunded: 0,
        invoices: [{ state: "settled" }],
      })
      expect(await link()).toMatchObject({
        open_amount: 0,
        provider_ids: [],
        reason_against: "Nothing is open on this order.",
        invoice: null,
      })
      expect(await merchant().post(path())).toMatchObject({
        status: 409,
        body: {
          type: "not_allowed",
          code: "nothing_open",
          message: "Nothing is open on this order.",
        },
      })
    })

    it("is one link, however often it is asked for, also twice at once", async () => {
      const before = await created()
      const [first, second] = await Promise.all([make(), make()])
      expect(second.number).toBe(first.number)
      expect((await make({ provider_id: PROVIDER_ID })).number).toBe(first.number)
      expect(await created()).toBe(before + 1)
    })

    it("goes to the other cash desk where the merchant says so, and the first link is superseded", async () => {
      const first = await make()
      const second = await make({ provider_id: SECOND })
      expect(second).toMatchObject({ provider_id: SECOND, cash_desk: "second", amount: TOTAL })
      expect(second.number).not.toBe(first.number)
      expect((await make()).number).toBe(second.number)
      expect((await orderBooks(shop, ready.orderId)).invoices).toMatchObject([
        { number: first.number },
        { number: second.number },
      ])
      // Both pages are open, and both are paid.
      await shop.sandbox.pay(second.number)
      await booksAfterPayment(shop, ready.orderId, second.number)
      await shop.sandbox.pay(first.number)
      expect(await booksAfterPayment(shop, ready.orderId, first.number)).toMatchObject({
        summary: { paid_total: TOTAL, pending_difference: 0 },
        captured: TOTAL,
        invoices: [
          { state: "paid", blocker: "nothing_owed" },
          { state: "settled", blocker: null },
        ],
      })
    })

    it("is replaced by another once its time is over", async () => {
      const first = await make()
      await shop.sql(
        `UPDATE checkout_uz_invoice SET expires_at = now() + interval '30 seconds' WHERE number = ?`,
        [String(first.number)]
      )
      expect((await link()).invoice).toBeNull()
      expect((await make()).number).not.toBe(first.number)
    })

    it("is not followed by another one when it was paid and nobody announced it", async () => {
      const { number } = await make()
      const before = await created()
      await shop.sandbox.pay(number, "drop")
      expect(await merchant().post(path())).toMatchObject({ status: 409 })
      expect(await created()).toBe(before)
      expect(await orderBooks(shop, ready.orderId)).toMatchObject({
        captured: TOTAL,
        invoices: [{ number, state: "settled" }],
      })
    })

    it("is not followed by another one while nobody can say whether it was paid", async () => {
      const first = await make()
      await shop.sql("UPDATE checkout_uz_invoice SET expires_at = now()")
      await shop.sandbox.fault("status_payment", "http_500", 100)
      const before = await created()
      expect(await merchant().post(path())).toMatchObject({
        status: 502,
        body: { code: "service_failed" },
      })
      expect(await created()).toBe(before)
      await shop.sandbox.clearFaults()
      expect((await make()).number).not.toBe(first.number)
    })

    it("is not shown beside money that has arrived and is not booked yet", async () => {
      const first = await make()
      const second = await make({ provider_id: SECOND })
      await shop.sql(
        `UPDATE checkout_uz_invoice SET state = 'paid', blocker = 'provider_off', paid_at = now()
            WHERE number = ?`,
        [String(first.number)]
      )
      expect((await link()).invoice).toBeNull()
      expect((await link()).reason_against).toContain(`invoice ${first.number}`)
      await shop.sql("UPDATE checkout_uz_invoice SET state = 'settled' WHERE number = ?", [
        String(first.number),
      ])
      expect((await link()).invoice).toMatchObject({ number: second.number })
    })

    it("is held as a second payment where the order was paid in another way meanwhile", async () => {
      const { number } = await make()
      const [payment] = await shop.sql(
        `SELECT p.id FROM payment p JOIN order_payment_collection c ON c.payment_collection_id = p.payment_collection_id
            WHERE c.order_id = ?`,
        [ready.orderId]
      )
      await askAdmin(shop, "POST", `/admin/payments/${String(payment?.["id"])}/capture`)
      expect((await link()).open_amount).toBe(0)
      await shop.sandbox.pay(number)
      expect(await booksAfterPayment(shop, ready.orderId, number)).toMatchObject({
        captured: TOTAL,
        summary: { pending_difference: 0 },
        invoices: [{ state: "paid", blocker: "nothing_owed" }],
      })
    })

    it("is held where the order was cancelled while it was open", async () => {
      const { number } = await make()
      await askAdmin(shop, "POST", `/admin/orders/${ready.orderId}/cancel`)
      expect(await link()).toMatchObject({
        invoice: null,
        provider_ids: [],
        reason_against: "This order was cancelled and can no longer be paid.",
      })
      expect(await merchant().post(path())).toMatchObject({ status: 409 })
      await shop.sandbox.pay(number)
      expect(await booksAfterPayment(shop, ready.orderId, number)).toMatchObject({
        status: "canceled",
        captured: 0,
        invoices: [{ state: "paid", blocker: "order_canceled" }],
      })
    })

    it("is given back by hand when the paid order is cancelled", async () => {
      const { number } = await make()
      await shop.sandbox.pay(number)
      await booksAfterPayment(shop, ready.orderId, number)
      await askAdmin(shop, "POST", `/admin/orders/${ready.orderId}/cancel`)
      expect(await orderBooks(shop, ready.orderId)).toMatchObject({
        status: "canceled",
        captured: TOTAL,
        refunded: TOTAL,
      })
      expect(await merchant().get("/admin/checkout-uz/attention")).toMatchObject({
        body: { held: [], payouts: [{ amount: TOTAL, order: { id: ready.orderId } }] },
      })
    })

    it.each([
      ["http_500", "service_unreachable"],
      ["wrong_amount", "service_failed"],
    ] as const)("says so where the service answers with %s", async (fault, code) => {
      await shop.sandbox.fault("create_payment", fault, 10)
      expect(await merchant().post(path())).toMatchObject({ status: 502, body: { code } })
      await shop.sandbox.clearFaults()
      expect((await make()).amount).toBe(TOTAL)
    })
  })

  it("asks for decimals as the option says, and captures them exactly", async () => {
    ready.orderId = await placedOrder(shop, "12345.67")
    const { number, amount } = await make()
    expect(amount).toBe(12_346)
    await shop.sandbox.pay(number)
    const books = await booksAfterPayment(shop, ready.orderId, number)
    expect(books).toMatchObject({
      captured: 12_345.67,
      summary: { paid_total: 12_345.67, pending_difference: 0 },
    })
  })

  it("leaves what another way to pay has begun in the order's own collection alone", async () => {
    ready.orderId = await placedOrder(shop)
    const before = await shop.container.resolve(Modules.PAYMENT).listPaymentSessions()
    await make()
    const after = await shop.container.resolve(Modules.PAYMENT).listPaymentSessions()
    for (const session of before) {
      expect(after).toContainEqual(
        expect.objectContaining({ id: session.id, status: session.status })
      )
    }
  })
})
