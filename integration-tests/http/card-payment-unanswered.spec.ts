import { z } from "zod"
import { expectNothingCaptured, expectSettledOnce } from "../setup/books"
import { cardPayments, CODE, refusalSchema, TAKES_CARDS } from "../setup/card-payment"
import { describeShop, eventually } from "../setup/shop"

const statusSchema = z.looseObject({ status: z.string() })

describeShop("a card payment that nobody knows the end of", TAKES_CARDS, (shop) => {
  const { submit, confirm, sendCode } = cardPayments(shop)

  it("whose confirmation is lost on the way back counts once our own question says paid", async () => {
    const { cart, session } = await shop.startedCart()
    await sendCode(session.id)
    await shop.sandbox.fault("confirm_card_payment", "reset")
    const before = await shop.sandbox.calls("confirm_card_payment")
    // The service took the code, and its answer never came.
    const lost = await confirm(session.id, { sms_code: CODE })
    expect([200, 502]).toContain(lost.status)
    await eventually(
      () => shop.store.post(`/store/checkout-uz/payment-sessions/${session.id}/refresh`, {}),
      ({ body: now }) => statusSchema.parse(now).status === "order_placed"
    )
    await expectSettledOnce(shop, cart)
    expect(await shop.sandbox.calls("confirm_card_payment")).toBe(before + 1)
  })

  it("whose confirmation nobody knows the end of is never confirmed again, and pays with a new code", async () => {
    const { cart, session } = await shop.startedCart()
    await sendCode(session.id)
    await shop.sandbox.fault("confirm_card_payment", "http_500")
    expect((await confirm(session.id, { sms_code: CODE })).status).toBe(502)
    const before = await shop.sandbox.calls("confirm_card_payment")
    const again = await confirm(session.id, { sms_code: CODE })
    expect([again.status, statusSchema.parse(again.body).status]).toEqual([200, "pending"])
    expect(await shop.sandbox.calls("confirm_card_payment")).toBe(before)
    await expectNothingCaptured(shop, cart)
    await sendCode(session.id)
    expect((await confirm(session.id, { sms_code: CODE })).status).toBe(200)
    await expectSettledOnce(shop, cart)
  })

  it("a wrong code waits for one look at the invoice, which is two seconds at most", async () => {
    const { session, number } = await shop.startedCart()
    await sendCode(session.id)
    const before = await shop.sandbox.calls("status_payment", number)
    const startedAt = performance.now()
    const wrong = await confirm(session.id, { sms_code: "000000" })
    expect(refusalSchema.parse(wrong.body).code).toBe("code_refused")
    expect(await shop.sandbox.calls("status_payment", number)).toBe(before + 1)
    expect(performance.now() - startedAt).toBeLessThan(3_500)
  })

  it("no customer is told that a code is refused whose invoice was paid on its page meanwhile", async () => {
    const { cart, session, number } = await shop.startedCart()
    await sendCode(session.id)
    await shop.sandbox.pay(number, "drop")
    // Of the status that was asked a moment ago, by the tab that waits, it is not paid.
    const paid = await confirm(session.id, { sms_code: CODE })
    expect([paid.status, statusSchema.parse(paid.body).status]).toEqual([200, "order_placed"])
    const books = await expectSettledOnce(shop, cart)
    expect(books.paidAtService).toBe(cart.total)
  })

  it("nor that the card is refused", async () => {
    const { cart, session, number } = await shop.startedCart()
    await shop.store.get(`/store/checkout-uz/payment-sessions/${session.id}`)
    await shop.sandbox.pay(number, "drop")
    const paid = await submit(session.id)
    expect([paid.status, refusalSchema.parse(paid.body).code]).toEqual([409, "already_paid"])
    await expectSettledOnce(shop, cart)
  })
})
