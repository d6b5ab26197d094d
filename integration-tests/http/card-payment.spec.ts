import { z } from "zod"
import { expectNothingCaptured, expectSettledOnce } from "../setup/books"
import { CARD, cardPayments, CODE, refusalSchema, TAKES_CARDS } from "../setup/card-payment"
import { COUNTED, stock } from "../setup/faults"
import { databaseText } from "../setup/leaks"
import { describeShop, eventually } from "../setup/shop"

const statusSchema = z.looseObject({ status: z.string() })

describeShop("a card payment", TAKES_CARDS, (shop) => {
  const { submit, confirm, sendCode } = cardPayments(shop)

  it("in two steps becomes an order, and no trace of the card or the code stays", async () => {
    const { cart, session } = await shop.startedCart()
    await sendCode(session.id)
    await expectNothingCaptured(shop, cart)
    const answer = await confirm(session.id, { sms_code: CODE })
    expect(answer.status).toBe(200)
    expect(statusSchema.parse(answer.body).status).toBe("order_placed")
    await expectSettledOnce(shop, cart)
    const kept = await databaseText(shop)
    for (const secret of ["8600000000000001", CARD.card_number]) expect(kept).not.toContain(secret)
    expect(
      await shop.sql("SELECT id FROM checkout_uz_card_payment WHERE encrypted_token <> ''")
    ).toEqual([])
  })

  it("a card that is being charged is not called refused, and no other is charged beside it", async () => {
    await shop.sandbox.settings({ card_delay_seconds: 5 })
    const { cart, session } = await shop.startedCart()
    await sendCode(session.id)
    const taken = await confirm(session.id, { sms_code: CODE })
    expect(statusSchema.parse(taken.body).status).toBe("pending")
    const passedOn = await shop.sandbox.calls("pay_via_card")

    // A customer who sees nothing happen tries it all once more.
    const again = await confirm(session.id, { sms_code: CODE })
    expect([again.status, statusSchema.parse(again.body).status]).toEqual([200, "pending"])
    const other = await submit(session.id, { ...CARD, card_number: "8600 0000 0000 0010" })
    expect([other.status, refusalSchema.parse(other.body).code]).toEqual([409, "in_progress"])
    expect(await shop.sandbox.calls("pay_via_card")).toBe(passedOn)

    await shop.sandbox.settings({ card_delay_seconds: 0 })
    await eventually(
      () => shop.store.get(`/store/checkout-uz/payment-sessions/${session.id}`),
      ({ body }) => statusSchema.parse(body).status === "order_placed"
    )
    await expectSettledOnce(shop, cart)
  })

  it("a card is not passed on, nor a code, for a cart that has changed since", async () => {
    const { cart, session } = await shop.startedCart()
    await sendCode(session.id)
    const before = await shop.sandbox.calls("confirm_card_payment")
    await shop.store.ok("POST", `/store/carts/${cart.id}/line-items`, {
      variant_id: shop.variants[1]?.id,
      quantity: 1,
    })
    for (const answer of [
      await confirm(session.id, { sms_code: CODE }),
      await submit(session.id),
    ]) {
      expect([answer.status, refusalSchema.parse(answer.body).code]).toEqual([409, "cart_changed"])
    }
    expect(await shop.sandbox.calls("confirm_card_payment")).toBe(before)
    await expectNothingCaptured(shop, cart)
  })

  it("a wrong code pays nothing, and the right one still does", async () => {
    const { cart, session } = await shop.startedCart()
    await sendCode(session.id)
    const wrong = await confirm(session.id, { sms_code: "000000" })
    expect(wrong.status).toBe(400)
    expect(refusalSchema.parse(wrong.body).code).toBe("code_refused")
    await expectNothingCaptured(shop, cart)
    expect((await confirm(session.id, { sms_code: CODE })).status).toBe(200)
    await expectSettledOnce(shop, cart)
  })

  it("tells how many codes can be tried, and after the last one that a new one is needed", async () => {
    const { cart, session } = await shop.startedCart()
    await sendCode(session.id)
    const before = await shop.sandbox.calls("confirm_card_payment")
    const told: unknown[] = []
    // The right code comes too late: after three, none is passed on.
    for (const sms_code of ["000000", "000001", "000002", CODE]) {
      const { status, body } = await confirm(session.id, { sms_code })
      const { code, tries_left } = refusalSchema.parse(body)
      told.push([status, code, tries_left])
    }
    expect(told).toEqual([
      [400, "code_refused", 2],
      [400, "code_refused", 1],
      [400, "code_expired", undefined],
      [400, "code_expired", undefined],
    ])
    expect(await shop.sandbox.calls("confirm_card_payment")).toBe(before + 3)
    await expectNothingCaptured(shop, cart)

    // A new code has tries of its own.
    await sendCode(session.id)
    const wrong = await confirm(session.id, { sms_code: "000000" })
    expect(refusalSchema.parse(wrong.body)).toMatchObject({ code: "code_refused", tries_left: 2 })
    expect((await confirm(session.id, { sms_code: CODE })).status).toBe(200)
    await expectSettledOnce(shop, cart)
  })

  it("a card is not passed on for a cart of which something has sold out", async () => {
    const { cart, session } = await shop.startedCart(COUNTED)
    await stock(shop, 0)
    const before = await shop.sandbox.calls("pay_via_card")
    const refused = await submit(session.id)
    expect([refused.status, refusalSchema.parse(refused.body).code]).toEqual([
      409,
      "not_completable",
    ])
    expect(await shop.sandbox.calls("pay_via_card")).toBe(before)
    await expectNothingCaptured(shop, cart)
  })

  it("whose code comes too late is refused, and pays with a new one", async () => {
    const { cart, session } = await shop.startedCart()
    await sendCode(session.id)
    await shop.sql("UPDATE checkout_uz_card_payment SET expires_at = now()")
    const late = await confirm(session.id, { sms_code: CODE })
    expect([late.status, refusalSchema.parse(late.body).code]).toEqual([400, "code_expired"])
    await sendCode(session.id)
    expect((await confirm(session.id, { sms_code: CODE })).status).toBe(200)
    await expectSettledOnce(shop, cart)
  })

  it("keeps the service's token on the server alone, and there encrypted", async () => {
    const { session } = await shop.startedCart()
    const answer = await submit(session.id)
    const [row] = await shop.sql("SELECT encrypted_token FROM checkout_uz_card_payment")
    expect(row?.["encrypted_token"]).toMatch(/^v1\.[\w-]+$/)
    expect(JSON.stringify(answer.body)).not.toMatch(/token/)
  })

  it("confirmed twice, as by a double click, is one payment", async () => {
    const { cart, session } = await shop.startedCart()
    await sendCode(session.id)
    const before = await shop.sandbox.calls("confirm_card_payment")
    const body = { sms_code: CODE }
    await Promise.all([confirm(session.id, body), confirm(session.id, body)])
    await eventually(
      () => shop.store.get(`/store/checkout-uz/payment-sessions/${session.id}`),
      ({ body: now }) => statusSchema.parse(now).status === "order_placed"
    )
    await expectSettledOnce(shop, cart)
    expect(await shop.sandbox.calls("confirm_card_payment")).toBe(before + 1)
  })

  it("leaves no token behind whose time is over, or whose invoice is paid in another way", async () => {
    const [paid, late, live] = [
      await shop.startedCart(),
      await shop.startedCart(),
      await shop.startedCart(1),
    ]
    for (const { session } of [paid, late, live]) await sendCode(session.id)
    await shop.sql(
      `UPDATE checkout_uz_card_payment SET expires_at = now() WHERE invoice_id =
         (SELECT id FROM checkout_uz_invoice WHERE number = ?)`,
      [String(late.number)]
    )
    await shop.sandbox.pay(paid.number)
    await expectSettledOnce(shop, paid.cart)
    // The running server's job looks every five seconds; no other card is entered here.
    const kept = await eventually(
      () =>
        shop.sql(
          `SELECT i.number FROM checkout_uz_card_payment c
             JOIN checkout_uz_invoice i ON i.id = c.invoice_id`
        ),
      (rows) => rows.length < 2
    )
    expect(kept).toEqual([{ number: String(live.number) }])
    expect((await confirm(live.session.id, { sms_code: CODE })).status).toBe(200)
    await expectSettledOnce(shop, live.cart)
  })
})
