import { paymentSessionAnswerSchema } from "../../src/contract"
import { describeShop, eventually } from "../setup/shop"
import { refusal, ROOT } from "../setup/storefront"

describeShop("the next part of a payment", {}, (shop) => {
  it("is due on a session that another tab has replaced, too, and paid by it", async () => {
    const cart = await shop.cartOver("12345678")
    const [first] = await shop.store.startSession(cart.collectionId)
    const [second] = await shop.store.startSession(cart.collectionId)
    const number = first?.data.invoice_id
    if (!first || !second || number === undefined) throw new Error("No session was started.")
    expect(second.id).not.toBe(first.id)
    await shop.sandbox.pay(number)
    const read = async (sessionId: string) => {
      const { body } = await shop.store.get(`${ROOT}/payment-sessions/${sessionId}`)
      return paymentSessionAnswerSchema.parse(body)
    }
    const due = await eventually(
      () => read(second.id),
      ({ parts, payment_url }) => parts?.paid === 1 && payment_url !== null
    )
    const { payment_url, parts } = await read(first.id)
    expect({ payment_url, parts }).toEqual({ payment_url: due.payment_url, parts: due.parts })
    // Nor is another part made for it.
    const payments = await shop.sandbox.payments()
    expect(payments.filter(({ amount }) => amount === 6_172_839)).toHaveLength(2)
  })

  it("is refused while the service fails to make it, and made when it is asked for again", async () => {
    const cart = await shop.cartOver("12345678")
    const [session] = await shop.store.startSession(cart.collectionId)
    const number = session?.data.invoice_id
    if (!session || number === undefined) throw new Error("No payment session was started.")
    const path = `${ROOT}/payment-sessions/${session.id}`
    await shop.sandbox.faultShare("create_payment", "http_500", 1)
    await shop.sandbox.pay(number)
    const read = async () => paymentSessionAnswerSchema.parse((await shop.store.get(path)).body)
    const between = await eventually(read, ({ parts }) => parts?.paid === 1)
    expect(between).toMatchObject({ status: "pending", payment_url: null })

    const refused = refusal(await shop.store.post(`${path}/refresh`))
    expect(refused).toMatchObject({ status: 502, code: "unavailable" })
    expect(await read()).toMatchObject({ status: "pending", parts: { of: 2, paid: 1 } })

    await shop.sandbox.clearFaults()
    const answer = await shop.store.post(`${path}/refresh`)
    const made = paymentSessionAnswerSchema.parse(answer.body)
    expect(made.payment_url).toContain("/pay/")
    expect(made).toMatchObject({
      status: "pending",
      parts: { of: 2, paid: 1, paid_amount: 6_172_839, amount: 6_172_839 },
    })
  })
})
