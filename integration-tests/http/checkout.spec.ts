import { z } from "zod"
import { expectNothingCaptured, expectSettledOnce } from "../setup/books"
import { describeShop, eventually } from "../setup/shop"

describeShop("a checkout from cart to order", {}, (shop) => {
  it("places one captured order when the webhook comes", async () => {
    const cart = await shop.readyCart()
    await shop.store.ok("POST", `/store/carts/${cart.id}/shipping-methods`, {
      option_id: shop.shippingOptionId,
    })
    const [session] = await shop.store.startSession(cart.collectionId)
    expect(session?.data).toMatchObject({
      amount: cart.total,
      currency_code: "uzs",
      status: "pending",
    })
    const number = session?.data.invoice_id ?? 0
    await shop.sandbox.pay(number)

    const books = await expectSettledOnce(shop, cart)
    expect(books.paidAtService).toBe(cart.total)
    expect(await shop.sandbox.calls("create_payment")).toBe(1)
    expect(await shop.sandbox.calls("status_payment", number)).toBe(1)

    const status = await shop.store.get(`/store/checkout-uz/payment-sessions/${session?.id}`)
    expect(status.body).toMatchObject({ status: "order_placed", order_id: books.orders[0]?.id })
  })

  it("places one captured order when only the return page asks", async () => {
    const { cart, session, number } = await shop.startedCart()
    await shop.sandbox.pay(number, "drop")
    await eventually(
      () => shop.store.get(`/store/checkout-uz/payment-sessions/${session.id}`),
      ({ body }) => z.looseObject({ status: z.literal("order_placed") }).safeParse(body).success
    )
    await expectSettledOnce(shop, cart)
  })

  it("gives a expired session a new invoice on request, and still takes the old one's money", async () => {
    const { cart, session, number } = await shop.startedCart()
    const refresh = () =>
      shop.store.post(`/store/checkout-uz/payment-sessions/${session.id}/refresh`)
    expect((await refresh()).body).toMatchObject({ status: "pending", id: session.id })

    await shop.sql(`UPDATE checkout_uz_invoice SET expires_at = now() WHERE number = ?`, [
      String(number),
    ])
    const { body } = await refresh()
    expect(body).toHaveProperty("payment_url", expect.stringContaining("/pay/"))
    expect(body).toMatchObject({ status: "pending" })
    expect(body).not.toMatchObject({ id: session.id })
    const { invoices } = await expectNothingCaptured(shop, cart)
    expect(invoices).toHaveLength(2)

    await shop.sandbox.pay(number)
    await expectSettledOnce(shop, cart)
  })

  it("answers 404 for a payment session it never had", async () => {
    const answer = await shop.store.get("/store/checkout-uz/payment-sessions/payses_of_nobody")
    expect(answer).toMatchObject({ status: 404, body: { type: "not_found" } })
  })
})
