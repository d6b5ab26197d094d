import { z } from "zod"
import { tryToComplete } from "../setup/orders"
import {
  duePart,
  expectSettledInParts,
  FIVE_PARTS,
  partsOf,
  payParts,
  startedInParts,
  untilPartsCame,
} from "../setup/parts"
import { orderNumbers, sessionStatus, waitForStatus } from "../setup/progress"
import { describeShop, PROVIDER_ID } from "../setup/shop"

const descriptionsSchema = z.array(
  z.looseObject({
    operation: z.string(),
    body: z.looseObject({ description: z.string().optional() }),
  })
)

describeShop("a payment above the service's limit", {}, (shop) => {
  it("is asked for in two parts, one after the other, and is one payment of one order", async () => {
    const { cart, session, number } = await startedInParts(shop)
    expect(session.data).toMatchObject({
      amount: 12_345_678,
      parts: { of: 2, paid: 0, paid_amount: 0, amount: 6_172_839 },
    })
    expect(await partsOf(shop, cart)).toMatchObject([
      { number, amount: 6_172_839, position: 1, count: 2, state: "pending" },
    ])
    await shop.sandbox.pay(number)
    const between = await untilPartsCame(shop, session.id, 1)
    expect(between).toMatchObject({
      status: "pending",
      amount: 12_345_678,
      parts: { of: 2, paid: 1, paid_amount: 6_172_839, amount: 6_172_839 },
    })
    // Not paid, so the cart's completion waits, and costs no order number.
    expect(await tryToComplete(shop, cart.id)).toMatchObject({ body: { type: "cart" } })
    const second = await duePart(shop, cart, 2)
    const [kept] = await shop.sql("SELECT data FROM payment_session WHERE id = ?", [session.id])
    expect(kept?.["data"]).toMatchObject({ invoice_id: second, parts: { paid: 1 } })

    await shop.sandbox.pay(second)
    const placed = await waitForStatus(shop, session.id, "order_placed")
    expect(placed.parts).toEqual({ of: 2, paid: 2, paid_amount: 12_345_678, amount: null })
    await expectSettledInParts(shop, cart, 2)
    expect(await orderNumbers(shop)).toEqual([1])
  })

  it("of 49,999,999 UZS is five parts of at most 10,000,000, which name themselves", async () => {
    const { cart } = await startedInParts(shop, FIVE_PARTS)
    const before = await shop.sandbox.calls("create_payment")
    await payParts(shop, cart, { upTo: 5 })
    await expectSettledInParts(shop, cart, 5)
    expect((await partsOf(shop, cart)).map(({ amount }) => amount)).toEqual([
      10_000_000, 10_000_000, 10_000_000, 10_000_000, 9_999_999,
    ])
    expect(await shop.sandbox.calls("create_payment")).toBe(before + 4)
    const asked = descriptionsSchema.parse(await shop.sandbox.requests())
    const descriptions = asked.flatMap(({ operation, body }) =>
      operation === "create_payment" ? [body.description] : []
    )
    expect(descriptions.slice(-5)).toEqual(["1/5", "2/5", "3/5", "4/5", "5/5"])
  })

  it("is found without any webhook", async () => {
    const { cart, session } = await startedInParts(shop)
    await shop.sandbox.pay(await duePart(shop, cart, 1), "drop")
    await untilPartsCame(shop, session.id, 1)
    await shop.sandbox.pay(await duePart(shop, cart, 2), "drop")
    await waitForStatus(shop, session.id, "order_placed")
    await expectSettledInParts(shop, cart, 2)
  })

  it("in more parts than the shop takes is refused, and the customer reads what it takes", async () => {
    const cart = await shop.cartOver("50000001")
    const path = `/store/payment-collections/${cart.collectionId}/payment-sessions`
    const answer = await shop.store.post(path, { provider_id: PROVIDER_ID })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "amount_not_taken", message: expect.stringContaining("50,000,000") as string },
    })
  })

  it("below the limit is one invoice, without a word of parts", async () => {
    const { session } = await startedInParts(shop, "10000000")
    expect(session.data).toMatchObject({ parts: null })
    expect((await sessionStatus(shop, session.id)).parts).toBeNull()
  })
})
