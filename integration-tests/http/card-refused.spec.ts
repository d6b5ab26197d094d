import { expectSettledOnce } from "../setup/books"
import {
  ATTEMPTS,
  CARD,
  cardPayments,
  CODE,
  refusalSchema,
  TAKES_CARDS,
} from "../setup/card-payment"
import { listenToLog } from "../setup/log"
import { logIn } from "../setup/merchant"
import { describeShop } from "../setup/shop"

describeShop("a card payment that is not taken", TAKES_CARDS, (shop) => {
  const { submit, confirm, sendCode } = cardPayments(shop)

  it("a refused card says so in one sentence and never repeats the card", async () => {
    const { session } = await shop.startedCart()
    const blocked = await submit(session.id, { ...CARD, card_number: "8600000000000003" })
    expect(blocked.status).toBe(400)
    expect(refusalSchema.parse(blocked.body).code).toBe("card_refused")
    expect(JSON.stringify(blocked.body)).not.toContain("8600000000000003")
  })

  it("a card that has expired is refused before the service is asked, and costs no attempt", async () => {
    const { session } = await shop.startedCart()
    const before = await shop.sandbox.calls("pay_via_card")
    for (let n = 0; n <= ATTEMPTS; n += 1) {
      const answer = await submit(session.id, { ...CARD, card_expiry: "01/20" })
      expect(answer.status).toBe(400)
      const { code, message } = refusalSchema.parse(answer.body)
      expect(code).toBe("card_refused")
      expect(message).toContain("expired")
    }
    expect(await shop.sandbox.calls("pay_via_card")).toBe(before)
    await sendCode(session.id)
  })

  it("no card is taken for what is paid, which is told from what cannot be paid any more", async () => {
    const paid = await shop.startedCart()
    await shop.sandbox.pay(paid.number)
    await expectSettledOnce(shop, paid.cart)
    const expired = await shop.startedCart()
    await shop.sql("UPDATE checkout_uz_invoice SET expires_at = now() WHERE number = ?", [
      String(expired.number),
    ])
    const before = await shop.sandbox.calls("pay_via_card")
    const codes: unknown[] = []
    for (const { session } of [paid, expired]) {
      const { status, body } = await submit(session.id)
      codes.push([status, refusalSchema.parse(body).code])
    }
    expect(codes).toEqual([
      [409, "already_paid"],
      [409, "not_payable"],
    ])
    expect(await shop.sandbox.calls("pay_via_card")).toBe(before)
  })

  it("what a customer got wrong is no error in the log, and no card or code is in it", async () => {
    const { session } = await shop.startedCart()
    await sendCode(session.id)
    const log = listenToLog(shop)
    await submit(session.id, { ...CARD, card_number: "8600000000000003" })
    await submit(session.id, { ...CARD, card_expiry: "01/20" })
    await confirm(session.id, { sms_code: "000000" })
    expect(log.heard().filter((line) => line.startsWith("error:"))).toEqual([])
    expect(log.heard().join("\n")).not.toMatch(/8600000000000003|000000|01\/20/)
    log.stop()
  })

  it("a body that cannot be read, or has more in it, is repeated neither in the answer nor in the log", async () => {
    const { session } = await shop.startedCart()
    const log = listenToLog(shop)
    const texts = [
      "8600111122223333",
      `{"card_number":'8600111122223333'}`,
      `{"sms_code":'654321'}`,
    ]
    const bodies = [...texts, '{"sms_code":"!","654321":1}', `"${"8600111122223333".repeat(500)}"`]
    for (const step of ["card", "card/confirm"]) {
      for (const body of bodies) {
        const path = `/store/checkout-uz/payment-sessions/${session.id}/${step}`
        const answer = await shop.store.postText(path, body)
        const text = await answer.text()
        expect([answer.status, text]).toEqual([400, expect.stringMatching(/"code":"invalid_/)])
        expect(text).not.toMatch(/8600|654321/)
      }
    }
    expect(log.heard().join("\n")).not.toMatch(/8600|654321/)
    log.stop()
  })

  it("what the service got wrong is an error in the log, for the merchant", async () => {
    const { session } = await shop.startedCart()
    const log = listenToLog(shop)
    await shop.sandbox.fault("pay_via_card", "http_500")
    expect((await submit(session.id)).status).toBe(502)
    expect(log.heard()).toContainEqual(expect.stringMatching(/^error: pay_via_card: .*HTTP 500/))
    log.stop()
  })

  it.each([
    [{ ...CARD, card_number: "8600 0000" }],
    [{ ...CARD, card_expiry: "13/39" }],
    [{ card_number: CARD.card_number }],
    [{ ...CARD, amount: 1 }],
  ])("a card that cannot be one is refused before anybody is asked: %j", async (body) => {
    const { session } = await shop.startedCart()
    const before = await shop.sandbox.calls("pay_via_card")
    const answer = await submit(session.id, body)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).not.toContain("8600")
    expect(await shop.sandbox.calls("pay_via_card")).toBe(before)
  })

  it("cards are not tried out here: after a few attempts a minute has to pass", async () => {
    const { session } = await shop.startedCart()
    const statuses: number[] = []
    for (let n = 0; n <= ATTEMPTS; n += 1) {
      const { status } = await submit(session.id, { ...CARD, card_number: "8600000000000003" })
      statuses.push(status)
    }
    expect(statuses).toEqual([...Array.from({ length: ATTEMPTS }, () => 400), 429])
  })

  it("switched off in the admin, no card is taken, from the next second on", async () => {
    const { session } = await shop.startedCart()
    const merchant = await logIn(shop)
    await merchant.post("/admin/checkout-uz/settings", { card_payments: false })
    const answer = await submit(session.id)
    expect(answer.status).toBe(403)
    expect(refusalSchema.parse(answer.body).code).toBe("switched_off")
    await merchant.post("/admin/checkout-uz/settings", { card_payments: null })
    await sendCode(session.id)
  })

  it("an unknown session has nothing to pay", async () => {
    expect((await submit("payses_unknown")).status).toBe(404)
    expect((await confirm("payses_unknown", { sms_code: CODE })).status).toBe(404)
  })
})
