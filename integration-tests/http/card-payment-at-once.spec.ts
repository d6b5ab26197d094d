import { setTimeout as delay } from "node:timers/promises"
import { z } from "zod"
import { expectSettledOnce } from "../setup/books"
import { CARD, cardPayments, CODE, refusalSchema, TAKES_CARDS } from "../setup/card-payment"
import { ledgerOf } from "../setup/ledger"
import { hasBeenAsked, judgementIsOver } from "../setup/patience"
import { describeShop, eventually } from "../setup/shop"

const statusSchema = z.looseObject({ status: z.string() })

describeShop("two cards, or two codes, at once", TAKES_CARDS, (shop) => {
  const { submit, confirm, sendCode } = cardPayments(shop)

  it("a card whose code is on its way takes no place of one that is being charged", async () => {
    const { session } = await shop.startedCart()
    const { cardPayments, invoices, unpaidOrders } = ledgerOf(shop)
    const invoice = await invoices.ofSession(session.id)
    if (!invoice) throw new Error("The session has no invoice.")
    await cardPayments.keep(invoice, "the first card's", await unpaidOrders.now())
    const first = await cardPayments.claim(invoice)
    if (first.kind !== "token") throw new Error(`There is no token: ${first.kind}.`)
    await cardPayments.accept(invoice, first.claimed)
    // The second card was passed on before the first one's code was taken.
    const now = await unpaidOrders.now()
    expect(await cardPayments.keep(invoice, "the second card's", now)).toBeUndefined()
    expect(await cardPayments.progress(invoice)).toBe("accepted")
    expect(await cardPayments.claim(invoice)).toEqual({ kind: "busy", progress: "accepted" })
  })

  it("a card whose code is on its way takes no place of one whose code is being judged", async () => {
    await shop.sandbox.settings({ card_delay_seconds: 5 })
    const { cart, session } = await shop.startedCart()
    await sendCode(session.id)
    const passedOn = await shop.sandbox.calls("confirm_card_payment")
    const cards = await shop.sandbox.calls("pay_via_card")
    await shop.sandbox.fault("pay_via_card", "slow", 1, 1_200)
    await shop.sandbox.fault("confirm_card_payment", "slow", 1, 2_500)
    const second = submit(session.id, { ...CARD, card_number: "8600 0000 0000 0010" })
    await hasBeenAsked(shop, "pay_via_card", cards + 1)
    const taken = await confirm(session.id, { sms_code: CODE })
    expect(statusSchema.parse(taken.body).status).toBe("pending")
    const other = await second
    expect([other.status, refusalSchema.parse(other.body).code]).toEqual([409, "in_progress"])
    const again = await confirm(session.id, { sms_code: CODE })
    expect([again.status, statusSchema.parse(again.body).status]).toEqual([200, "pending"])
    expect(await shop.sandbox.calls("confirm_card_payment")).toBe(passedOn + 1)
    await shop.sandbox.settings({ card_delay_seconds: 0 })
    await eventually(
      () => shop.store.get(`/store/checkout-uz/payment-sessions/${session.id}`),
      ({ body }) => statusSchema.parse(body).status === "order_placed"
    )
    await expectSettledOnce(shop, cart)
  })

  it("no card is passed on, and no SMS sent, while another one's code is being judged", async () => {
    await shop.sandbox.settings({ card_delay_seconds: 5 })
    const { cart, session } = await shop.startedCart()
    await sendCode(session.id)
    const passedOn = await shop.sandbox.calls("pay_via_card")
    const codes = await shop.sandbox.calls("confirm_card_payment")
    await shop.sandbox.fault("confirm_card_payment", "slow", 1, 1_500)
    const confirmed = confirm(session.id, { sms_code: CODE })
    await hasBeenAsked(shop, "confirm_card_payment", codes + 1)
    const other = await submit(session.id)
    expect([other.status, refusalSchema.parse(other.body).code]).toEqual([409, "in_progress"])
    expect(await shop.sandbox.calls("pay_via_card")).toBe(passedOn)
    expect((await confirmed).status).toBe(200)
    await shop.sandbox.settings({ card_delay_seconds: 0 })
    await eventually(
      () => shop.store.get(`/store/checkout-uz/payment-sessions/${session.id}`),
      ({ body }) => statusSchema.parse(body).status === "order_placed"
    )
    await expectSettledOnce(shop, cart)
  })

  it("a code that was never answered holds the card for a minute, and no longer", async () => {
    const { session } = await shop.startedCart()
    const { cardPayments, invoices, unpaidOrders } = ledgerOf(shop)
    const invoice = await invoices.ofSession(session.id)
    if (!invoice) throw new Error("The session has no invoice.")
    await cardPayments.keep(invoice, "the first card's", await unpaidOrders.now())
    await shop.sql("UPDATE checkout_uz_card_payment SET expires_at = now() + interval '2 seconds'")
    await cardPayments.claim(invoice)
    // The token's own time ends first: it is neither forgotten nor replaced meanwhile.
    await delay(2_500)
    await cardPayments.prune()
    expect(await cardPayments.progress(invoice)).toBe("being_judged")
    expect(await cardPayments.keep(invoice, "another's", await unpaidOrders.now())).toBeUndefined()
    await judgementIsOver(shop)
    expect(await cardPayments.progress(invoice)).toBe("lost")
    expect(await cardPayments.keep(invoice, "another's", await unpaidOrders.now())).toBeDefined()
  })

  it("the same wrong code, sent twice at once, is one try", async () => {
    const { session } = await shop.startedCart()
    await sendCode(session.id)
    const before = await shop.sandbox.calls("confirm_card_payment")
    await shop.sandbox.fault("confirm_card_payment", "slow", 1, 1_500)
    const wrong = { sms_code: "000000" }
    const [first] = await Promise.all([
      confirm(session.id, wrong),
      hasBeenAsked(shop, "confirm_card_payment", before + 1).then(() => confirm(session.id, wrong)),
    ])
    expect(refusalSchema.parse(first.body)).toMatchObject({ code: "code_refused", tries_left: 2 })
    expect(await shop.sandbox.calls("confirm_card_payment")).toBe(before + 1)
  })

  it("the right code that comes while a wrong one is being judged waits for its turn, and pays", async () => {
    const { cart, session } = await shop.startedCart()
    await sendCode(session.id)
    const before = await shop.sandbox.calls("confirm_card_payment")
    await shop.sandbox.fault("confirm_card_payment", "slow", 1, 1_000)
    const wrong = confirm(session.id, { sms_code: "000000" })
    await hasBeenAsked(shop, "confirm_card_payment", before + 1)
    const right = await confirm(session.id, { sms_code: CODE })
    // Refused, unless the other one's money was here before it was told so.
    expect([200, 400]).toContain((await wrong).status)
    expect(await shop.sandbox.calls("confirm_card_payment")).toBe(before + 2)
    expect([right.status, statusSchema.parse(right.body).status]).toEqual([200, "order_placed"])
    await expectSettledOnce(shop, cart)
  })

  it("a refusal frees the token it was about, and not that of the card entered since", async () => {
    const { session } = await shop.startedCart()
    const { cardPayments, invoices, unpaidOrders } = ledgerOf(shop)
    const invoice = await invoices.ofSession(session.id)
    if (!invoice) throw new Error("The session has no invoice.")
    const claim = async () => {
      const claimed = await cardPayments.claim(invoice)
      if (claimed.kind !== "token") throw new Error(`There is no token: ${claimed.kind}.`)
      return claimed
    }
    await cardPayments.keep(invoice, "the first card's", await unpaidOrders.now())
    const first = await claim()
    await cardPayments.lose(invoice, first.claimed)
    await cardPayments.keep(invoice, "the second card's", await unpaidOrders.now())
    const second = await claim()
    // The first card's confirmation comes to its end while the second's is under way.
    await cardPayments.giveBack(invoice, first.claimed)
    expect(await cardPayments.claim(invoice)).toEqual({ kind: "busy", progress: "being_judged" })
    await cardPayments.forget(invoice, first.claimed)
    expect(await cardPayments.claim(invoice)).toEqual({ kind: "busy", progress: "being_judged" })
    await cardPayments.giveBack(invoice, second.claimed)
    expect((await claim()).paymentToken).toBe("the second card's")
  })
})
