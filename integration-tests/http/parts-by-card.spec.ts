import { z } from "zod"
import { cardPayments, CODE, refusalSchema, TAKES_CARDS } from "../setup/card-payment"
import { duePart, expectSettledInParts, startedInParts } from "../setup/parts"
import { sessionStatus, waitForStatus } from "../setup/progress"
import { describeShop, type Shop } from "../setup/shop"

const statusSchema = z.looseObject({
  status: z.string(),
  parts: z.looseObject({ of: z.number(), paid: z.number() }),
})
const THREE_PARTS = "25000000"

describeShop("a payment in parts by card", TAKES_CARDS, (shop) => {
  const { submit, confirm, sendCode } = cardPayments(shop)
  const codeOf = { sms_code: CODE }

  it("and on the service's page, in turn, is one payment of one order", async () => {
    const { cart, session } = await startedInParts(shop, THREE_PARTS)
    await sendCode(session.id)
    const first = statusSchema.parse((await confirm(session.id, codeOf)).body)
    expect(first).toMatchObject({ status: "pending", parts: { of: 3, paid: 1 } })
    await shop.sandbox.pay(await duePart(shop, cart, 2))
    await duePart(shop, cart, 3)
    await sendCode(session.id)
    const last = statusSchema.parse((await confirm(session.id, codeOf)).body)
    expect(last.status).toBe("order_placed")
    await expectSettledInParts(shop, cart, 3)
  })

  it("charges no card for the next part with the code of the one before", async () => {
    const { cart, session, number } = await startedInParts(shop)
    await sendCode(session.id)
    await shop.sandbox.pay(number)
    await duePart(shop, cart, 2)
    const codes = await shop.sandbox.calls("confirm_card_payment")
    const late = await confirm(session.id, codeOf)
    expect([late.status, refusalSchema.parse(late.body).code]).toEqual([400, "code_expired"])
    expect(await shop.sandbox.calls("confirm_card_payment")).toBe(codes)
    await sendCode(session.id)
    await confirm(session.id, codeOf)
    await expectSettledInParts(shop, cart, 2)
  })

  it("never calls the code refused of a part that is paid on its page meanwhile", async () => {
    const { cart, session, number } = await startedInParts(shop)
    await sendCode(session.id)
    await wasJustAsked(shop)
    await shop.sandbox.pay(number, "drop")
    const answer = await confirm(session.id, codeOf)
    expect(answer.status).toBe(200)
    const { status, parts } = statusSchema.parse(answer.body)
    expect({ status, paid: parts.paid }).toEqual({ status: "pending", paid: 1 })
    await shop.sandbox.pay(await duePart(shop, cart, 2))
    await waitForStatus(shop, session.id, "order_placed")
    await expectSettledInParts(shop, cart, 2)
  })

  it("never calls the card refused for a part that is paid on its page meanwhile", async () => {
    const { session, number } = await startedInParts(shop)
    await wasJustAsked(shop)
    await shop.sandbox.pay(number, "drop")
    const answer = await submit(session.id)
    expect([answer.status, refusalSchema.parse(answer.body).code]).toEqual([409, "not_payable"])
    expect(await sessionStatus(shop, session.id)).toMatchObject({
      status: "pending",
      parts: { of: 2, paid: 1 },
    })
  })
})

/** Nobody may ask about the open invoices for a while: that one is paid comes out after the card's step. */
async function wasJustAsked(shop: Shop): Promise<void> {
  await shop.sql(
    `UPDATE checkout_uz_invoice SET requested_at = now() + interval '2 seconds'
      WHERE state = 'pending'`
  )
}
