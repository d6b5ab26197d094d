import { z } from "zod"
import { exchange, fulfil, receiveReturn, replaceBroken, requestReturn } from "../setup/after-sales"
import { expectSettledOnce } from "../setup/books"
import { askAdmin, logIn } from "../setup/merchant"
import {
  addItem,
  booksAfterPayment,
  changeQuantity,
  complete,
  linkIn,
  orderBooks,
  placedOrder,
} from "../setup/orders"
import { sessionStatus, waitForStatus } from "../setup/progress"
import { capturedPayment, decided, linkOver, payoutsOf, standingOf } from "../setup/room"
import { expectSameReading } from "../setup/same-reading"
import {
  describeShop,
  OTHER_PROVIDER_ID,
  PROVIDER_ID,
  type ReadyCart,
  type Shop,
} from "../setup/shop"
import { customerToken } from "../setup/users"

/** The guest gift set: 390,000 UZS, and 410,000 with its delivery. */
const GIFT_SET = 9
/** Another way back: another page for the same cart. */
const OTHER_ADDRESS = { return_url: "http://127.0.0.1:8000/telefon" }

describeShop("the room of an order", {}, (shop) => {
  afterEach(() => expectSameReading(shop))

  const linkFor = async (orderId: string) => {
    const merchant = await logIn(shop)
    return linkIn(await merchant.get(`/admin/checkout-uz/orders/${orderId}/payment-link`))
  }
  const expectNothingOpen = async (orderId: string) => {
    const merchant = await logIn(shop)
    const path = `/admin/checkout-uz/orders/${orderId}/payment-link`
    const sentence = "Nothing is open on this order."
    expect(await linkFor(orderId)).toMatchObject({ open_amount: 0, reason_against: sentence })
    expect(await merchant.post(path)).toMatchObject({ status: 409, body: { message: sentence } })
  }

  describe("whose payment was given back in full while it stands", () => {
    it("takes no further session, books no old page, and lists the refund once", async () => {
      const { cart, orderId, number, older } = await paidOrder(shop, { pages: 2 })
      await refund(shop, orderId)
      expect(await payoutsOf(shop, number)).toEqual([cart.total])

      const path = `/store/payment-collections/${cart.collectionId}/payment-sessions`
      const created = await shop.sandbox.calls("create_payment")
      expect((await shop.store.post(path, { provider_id: PROVIDER_ID })).status).toBe(409)
      expect(await shop.sandbox.calls("create_payment")).toBe(created)

      await shop.sandbox.pay(older)
      expect(await decided(shop, older)).toEqual({
        state: "paid",
        blocker: "nothing_owed",
        facts: { asked: "0", open: "0", paidElsewhere: "0", promised: "0" },
      })
      expect(await orderBooks(shop, orderId)).toMatchObject({
        captured: cart.total,
        refunded: cart.total,
        payment_status: "refunded",
        summary: { pending_difference: 0 },
      })
      expect(await payoutsOf(shop, number)).toEqual([cart.total])
      await expectNothingOpen(orderId)
    })

    it("is not refunded a second time when it is cancelled afterwards", async () => {
      const { cart, orderId, number } = await paidOrder(shop)
      await refund(shop, orderId)
      await askAdmin(shop, "POST", `/admin/orders/${orderId}/cancel`)
      expect(await orderBooks(shop, orderId)).toMatchObject({
        status: "canceled",
        refunded: cart.total,
      })
      expect(await payoutsOf(shop, number)).toEqual([cart.total])
    })

    it("is paid anew by a link once it is edited upwards", async () => {
      const { cart, orderId } = await paidOrder(shop)
      await refund(shop, orderId)
      await addItem(shop, orderId)
      const { number, amount } = await linkOver(shop, orderId)
      expect(amount).toBe(45_000)
      await shop.sandbox.pay(number)
      expect(await booksAfterPayment(shop, orderId, number)).toMatchObject({
        captured: cart.total + 45_000,
        refunded: cart.total,
        summary: { pending_difference: 0 },
      })
    })
  })

  it("is what is left where a part was given back: nothing, since Medusa credits it", async () => {
    const { cart, orderId, number, older } = await paidOrder(shop, { pages: 2 })
    await refund(shop, orderId, 25_000)
    await expectNothingOpen(orderId)
    await shop.sandbox.pay(older)
    expect(await decided(shop, older)).toEqual({
      state: "paid",
      blocker: "nothing_owed",
      facts: { asked: "40000", open: "0", paidElsewhere: "40000", promised: "0" },
    })
    expect(await orderBooks(shop, orderId)).toMatchObject({
      captured: cart.total,
      refunded: 25_000,
    })
    expect(await payoutsOf(shop, number)).toEqual([25_000])
  })

  describe("of a paid gift set over 410,000", () => {
    it("is 25,000 after an exchange for one of 415,000, and the link brings just that", async () => {
      const { orderId } = await shippedOrder(shop)
      await exchange(shop, orderId, { variantIndex: GIFT_SET, price: 415_000 })
      expect((await linkFor(orderId)).open_amount).toBe(25_000)
      const { number, amount } = await linkOver(shop, orderId)
      expect(amount).toBe(25_000)
      await shop.sandbox.pay(number)
      expect(await booksAfterPayment(shop, orderId, number)).toMatchObject({
        captured: 435_000,
        payment_status: "captured",
        summary: { paid_total: 435_000 },
      })
      await expectNothingOpen(orderId)
    })

    it("is nothing for the link of an exchange that was called off before it was paid", async () => {
      const { orderId } = await shippedOrder(shop)
      const id = await exchange(shop, orderId, { variantIndex: GIFT_SET, price: 415_000 })
      const { number } = await linkOver(shop, orderId)
      await askAdmin(shop, "POST", `/admin/exchanges/${id}/cancel`)
      await shop.sandbox.pay(number)
      expect(await decided(shop, number)).toMatchObject({
        state: "paid",
        blocker: "nothing_owed",
        facts: { open: "0", paidElsewhere: "410000" },
      })
      expect((await orderBooks(shop, orderId)).captured).toBe(410_000)
    })

    it("is given back from the link's own invoice where its exchange is called off later", async () => {
      const { orderId } = await shippedOrder(shop)
      const id = await exchange(shop, orderId, { variantIndex: GIFT_SET, price: 415_000 })
      const { number } = await linkOver(shop, orderId)
      await shop.sandbox.pay(number)
      await booksAfterPayment(shop, orderId, number)
      await askAdmin(shop, "POST", `/admin/exchanges/${id}/cancel`)
      await askAdmin(shop, "POST", `/admin/payments/${await paymentOver(shop, 25_000)}/refund`, {
        amount: 25_000,
      })
      expect(await payoutsOf(shop, number)).toEqual([25_000])
      expect(await orderBooks(shop, orderId)).toMatchObject({
        captured: 435_000,
        refunded: 25_000,
        summary: { paid_total: 435_000, pending_difference: 0 },
      })
      await expectNothingOpen(orderId)
    })

    it("is nothing after an exchange for something cheaper", async () => {
      const { orderId } = await shippedOrder(shop)
      await exchange(shop, orderId, { variantIndex: GIFT_SET, price: 380_000 })
      await expectNothingOpen(orderId)
    })

    it("is nothing after a claim with a free replacement", async () => {
      const { orderId } = await shippedOrder(shop)
      await replaceBroken(shop, orderId, GIFT_SET)
      await expectNothingOpen(orderId)
    })

    it("is nothing after a requested return and an edit upwards by less", async () => {
      const { orderId } = await shippedOrder(shop)
      await requestReturn(shop, orderId)
      await addItem(shop, orderId)
      await expectNothingOpen(orderId)
    })

    it("is nothing once its return has arrived, and what is refunded is on the list", async () => {
      const { orderId, number, older } = await shippedOrder(shop, { pages: 2 })
      await receiveReturn(shop, orderId, await requestReturn(shop, orderId))
      await expectNothingOpen(orderId)
      await refund(shop, orderId, 390_000)
      expect(await payoutsOf(shop, number)).toEqual([390_000])
      await shop.sandbox.pay(older)
      expect(await decided(shop, older)).toMatchObject({
        blocker: "nothing_owed",
        facts: { open: "0", paidElsewhere: "20000" },
      })
      expect(await orderBooks(shop, orderId)).toMatchObject({
        captured: 410_000,
        refunded: 390_000,
        summary: { pending_difference: 0 },
      })
    })
  })

  describe("of an order that was edited downwards after it was paid", () => {
    it("is nothing for an old page of its cart", async () => {
      const { orderId, older } = await paidOrder(shop, { pages: 2, quantity: 2 })
      await changeQuantity(shop, orderId, { unitPrice: 45_000, quantity: 1 })
      await shop.sandbox.pay(older)
      expect(await decided(shop, older)).toEqual({
        state: "paid",
        blocker: "nothing_owed",
        facts: { asked: "65000", open: "0", paidElsewhere: "110000", promised: "0" },
      })
      await expectNothingOpen(orderId)
      await refund(shop, orderId, 45_000)
      expect(await orderBooks(shop, orderId)).toMatchObject({
        captured: 110_000,
        refunded: 45_000,
        summary: { pending_difference: 0 },
      })
    })

    it("is only what an edit upwards adds beyond what was paid too much", async () => {
      const { orderId } = await paidOrder(shop, { quantity: 2 })
      await changeQuantity(shop, orderId, { unitPrice: 45_000, quantity: 1 })
      await addItem(shop, orderId, 2)
      expect((await linkFor(orderId)).open_amount).toBe(45_000)
    })

    it("is nothing where what was paid too much is kept as a credit", async () => {
      const { orderId } = await paidOrder(shop, { quantity: 2 })
      await changeQuantity(shop, orderId, { unitPrice: 45_000, quantity: 1 })
      await askAdmin(shop, "POST", `/admin/orders/${orderId}/credit-lines`, {
        amount: -45_000,
        reference: "kept",
        reference_id: "1",
      })
      await expectNothingOpen(orderId)
    })
  })

  describe("that was promised to be paid on delivery", () => {
    it("is taken for an old page of its cart, and the merchant reads: promised, and nothing paid", async () => {
      const { orderId, number } = await promisedOrder(shop)
      await shop.sandbox.pay(number)
      expect(await decided(shop, number)).toEqual({
        state: "paid",
        blocker: "nothing_owed",
        facts: { asked: "65000", open: "0", paidElsewhere: "0", promised: "65000" },
      })
      expect((await orderBooks(shop, orderId)).captured).toBe(0)
    })

    it("is free for the old page once the promise is withdrawn", async () => {
      const { orderId, number, session } = await promisedOrder(shop)
      await shop.sandbox.pay(number)
      await decided(shop, number)
      const [promise] = await shop.sql("SELECT id FROM payment WHERE provider_id = ?", [
        OTHER_PROVIDER_ID,
      ])
      await shop.container.resolve("payment").cancelPayment(String(promise?.["id"]))
      await waitForStatus(shop, session, "order_placed")
      expect(await orderBooks(shop, orderId)).toMatchObject({
        captured: 65_000,
        payment_status: "captured",
        summary: { pending_difference: 0 },
      })
    })

    it("is paid by a link, and the old page says so with true numbers", async () => {
      const { orderId, number } = await promisedOrder(shop)
      const link = await linkOver(shop, orderId)
      await shop.sandbox.pay(link.number)
      expect(await booksAfterPayment(shop, orderId, link.number)).toMatchObject({
        captured: 65_000,
        payment_status: "captured",
      })
      await shop.sandbox.pay(number)
      expect(await decided(shop, number)).toEqual({
        state: "paid",
        blocker: "nothing_owed",
        facts: { asked: "65000", open: "0", paidElsewhere: "65000", promised: "0" },
      })
      expect((await orderBooks(shop, orderId)).captured).toBe(65_000)
    })

    it("is the rest where a part of the promise was kept, and the other part is cancelled with it", async () => {
      const orderId = await placedOrder(shop)
      const [promise] = await shop.sql("SELECT id FROM payment WHERE provider_id = ?", [
        OTHER_PROVIDER_ID,
      ])
      const capture = `/admin/payments/${String(promise?.["id"])}/capture`
      await askAdmin(shop, "POST", capture, { amount: 20_000 })
      const { number, amount } = await linkOver(shop, orderId)
      expect(amount).toBe(25_000)
      await shop.sandbox.pay(number)
      expect(await booksAfterPayment(shop, orderId, number)).toMatchObject({
        captured: 45_000,
        payment_status: "captured",
        summary: { paid_total: 45_000, pending_difference: 0 },
      })
      // Cash that nobody owes cannot be booked by a click any more.
      expect((await (await logIn(shop)).post(capture)).status).toBe(400)
      expect((await orderBooks(shop, orderId)).captured).toBe(45_000)
    })

    it("is open to the cart's old page after an edit has replaced the promise", async () => {
      const { orderId, number } = await promisedOrder(shop)
      await addItem(shop, orderId)
      await shop.sandbox.pay(number)
      const standing = await decided(shop, number)
      const books = await orderBooks(shop, orderId)
      // 110,000 are asked for and the promise is cancelled: the 65,000 are a part of it.
      expect(standing).toMatchObject({ state: "settled" })
      expect(books).toMatchObject({ captured: 65_000, summary: { pending_difference: 45_000 } })
      const rest = await linkOver(shop, orderId)
      expect(rest.amount).toBe(45_000)
      await shop.sandbox.pay(rest.number)
      expect(await booksAfterPayment(shop, orderId, rest.number)).toMatchObject({
        captured: 110_000,
        payment_status: "captured",
      })
    })
  })

  describe("over 107,957.5, of which the customer paid 107,958", () => {
    it.each([
      ["all the customer paid", 107_958],
      ["all that was asked for", 107_957.5],
      ["everything, without an amount", undefined],
    ])("gives back all of it where %s is refunded", async (_what, amount) => {
      const { orderId, number } = await paidOver(shop, "107957.5")
      await refund(shop, orderId, amount)
      expect(await payoutsOf(shop, number)).toEqual([107_958])
      expect((await orderBooks(shop, orderId)).summary.pending_difference).toBeCloseTo(0, 0)
    })

    it.each([
      [100_000, 7_958],
      [100_000, 7_957.5],
      [53_979, 53_979],
      [107_957, 1],
    ])("gives back no more than that in two parts: %d and %d", async (first, second) => {
      const { orderId, number } = await paidOver(shop, "107957.5")
      await refund(shop, orderId, first)
      await refund(shop, orderId, second)
      const payouts = await payoutsOf(shop, number)
      expect(payouts).toHaveLength(2)
      expect(payouts[0]).toBe(first)
      expect(sum(payouts)).toBe(107_958)
    })

    it("refuses one more som, and lists nothing for it", async () => {
      const { orderId, number } = await paidOver(shop, "107957.5")
      await refund(shop, orderId, 107_958)
      const payment = await capturedPayment(shop, orderId)
      const answer = await (
        await logIn(shop)
      ).post(`/admin/payments/${payment}/refund`, { amount: 1 })
      expect(answer.status).toBe(400)
      expect(await payoutsOf(shop, number)).toEqual([107_958])
    })

    it("gives back no more than that when two halves and a bit are refunded at once", async () => {
      const { orderId, number } = await paidOver(shop, "107957.5")
      const payment = await capturedPayment(shop, orderId)
      const merchant = await logIn(shop)
      await Promise.all(
        [60_000, 60_000].map((amount) =>
          merchant.post(`/admin/payments/${payment}/refund`, { amount })
        )
      )
      expect(sum(await payoutsOf(shop, number))).toBeLessThanOrEqual(107_958)
    })

    it("is cancelled with one pay-out of all of it", async () => {
      const { orderId, number } = await paidOver(shop, "107957.5")
      await askAdmin(shop, "POST", `/admin/orders/${orderId}/cancel`)
      expect(await payoutsOf(shop, number)).toEqual([107_958])
    })

    it("asks for nothing more, and gives room to no old page", async () => {
      const { orderId } = await paidOver(shop, "107957.4")
      await expectNothingOpen(orderId)
    })
  })

  it("is not marked as paid by hand with this provider, and no invoice is made for it", async () => {
    const orderId = await placedOrder(shop)
    await addItem(shop, orderId)
    const rows = await shop.sql(
      "SELECT id FROM payment_collection WHERE status = 'not_paid' AND deleted_at IS NULL ORDER BY created_at DESC"
    )
    const id = z.object({ id: z.string() }).parse(rows[0]).id
    const created = await shop.sandbox.calls("create_payment")
    const answer = await (
      await logIn(shop)
    ).post(`/admin/payment-collections/${id}/mark-as-paid`, {
      order_id: orderId,
      provider_id: PROVIDER_ID,
    })
    expect(answer).toMatchObject({ status: 400, body: { type: "not_allowed" } })
    const { message } = z.object({ message: z.string() }).parse(answer.body)
    expect(message).toMatch(/^A payment by Checkout\.uz [^\n]+\.$/)
    expect(await shop.sandbox.calls("create_payment")).toBe(created)
    expect(
      await shop.sql("SELECT id FROM payment_session WHERE payment_collection_id = ?", [id])
    ).toEqual([])
  })

  it("moves with the order to another customer: its open link is booked there", async () => {
    const orderId = await placedOrder(shop)
    const { number } = await linkOver(shop, orderId)
    await customerToken(shop)
    const [customer] = await shop.sql("SELECT id FROM customer WHERE has_account")
    const path = `/admin/orders/${orderId}/transfer`
    await askAdmin(shop, "POST", path, { customer_id: customer?.["id"] })
    await shop.sandbox.pay(number)
    expect(await booksAfterPayment(shop, orderId, number)).toMatchObject({
      captured: 45_000,
      payment_status: "captured",
      summary: { pending_difference: 0 },
    })
  })

  it.each([
    ["completed", ["complete"]],
    ["archived", ["complete", "archive"]],
  ])("books a link that is paid after its order was %s", async (status, steps) => {
    const orderId = await placedOrder(shop)
    const { number } = await linkOver(shop, orderId)
    for (const step of steps) await askAdmin(shop, "POST", `/admin/orders/${orderId}/${step}`)
    await shop.sandbox.pay(number)
    expect(await booksAfterPayment(shop, orderId, number)).toMatchObject({
      status,
      captured: 45_000,
      summary: { pending_difference: 0 },
    })
  })

  it("is the same for cart page and link paid in the same instant, five times", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { orderId, number } = await promisedOrder(shop)
      const link = await linkOver(shop, orderId)
      await Promise.all([number, link.number].map((one) => shop.sandbox.pay(one)))
      expect(await decided(shop, link.number)).toMatchObject({ state: "settled" })
      expect(await decided(shop, number)).toMatchObject({ blocker: "nothing_owed" })
      expect((await orderBooks(shop, orderId)).captured).toBe(65_000)
    }
  })

  it("is told to the customer on an old page: nothing to pay any more", async () => {
    const { orderId, session } = await promisedOrder(shop)
    const link = await linkOver(shop, orderId)
    await shop.sandbox.pay(link.number)
    await booksAfterPayment(shop, orderId, link.number)
    const shown = await sessionStatus(shop, session)
    expect(shown).toMatchObject({ status: "order_placed", payment_url: null })
    expect(shown).not.toHaveProperty("order_id")
  })

  it("is not asked for by money that came while nobody listened, once cash has paid the order", async () => {
    const { orderId, number, session } = await promisedOrder(shop)
    await shop.sandbox.pay(number, "drop")
    const [promise] = await shop.sql("SELECT id FROM payment WHERE provider_id = ?", [
      OTHER_PROVIDER_ID,
    ])
    await askAdmin(shop, "POST", `/admin/payments/${String(promise?.["id"])}/capture`)
    await waitForStatus(shop, session, "held")
    expect(await standingOf(shop, number)).toEqual({
      state: "paid",
      blocker: "nothing_owed",
      facts: { asked: "65000", open: "0", paidElsewhere: "65000", promised: "0" },
    })
    expect((await orderBooks(shop, orderId)).captured).toBe(65_000)
  })
})

type Paid = { cart: ReadyCart; orderId: string; number: number; older: number }

/** An order that was paid in full by a page of ours; with two pages, `older` is the unpaid one. */
async function paidOrder(
  shop: Shop,
  { variantIndex = 0, quantity = 1, pages = 1 } = {}
): Promise<Paid> {
  return payCart(shop, await shop.readyCart(variantIndex, quantity), pages)
}

async function payCart(shop: Shop, cart: ReadyCart, pages = 1): Promise<Paid> {
  const numbers: number[] = []
  for (const data of pages === 1 ? [{}] : [{}, OTHER_ADDRESS]) {
    const [session] = await shop.store.startSession(cart.collectionId, PROVIDER_ID, data)
    numbers.push(session?.data.invoice_id ?? 0)
  }
  const number = numbers.at(-1) ?? 0
  await shop.sandbox.pay(number)
  const { orders } = await expectSettledOnce(shop, cart)
  return { cart, number, older: numbers[0] ?? 0, orderId: orders[0]?.id ?? "" }
}

/** A paid order over a price with tiyin, as an invoice asks for it in whole som. */
async function paidOver(shop: Shop, total: string): Promise<{ orderId: string; number: number }> {
  const cart = await shop.cartOver(total)
  const [session] = await shop.store.startSession(cart.collectionId)
  const number = session?.data.invoice_id ?? 0
  await shop.sandbox.pay(number)
  await decided(shop, number)
  const [row] = await shop.sql("SELECT order_id FROM order_cart WHERE cart_id = ?", [cart.id])
  return { number, orderId: String(row?.["order_id"]) }
}

async function shippedOrder(shop: Shop, { pages = 1 } = {}): Promise<Paid> {
  const paid = await paidOrder(shop, { variantIndex: GIFT_SET, pages })
  await fulfil(shop, paid.orderId)
  return paid
}

/** An order to be paid on delivery, of a cart that also has an open page of ours. */
async function promisedOrder(shop: Shop) {
  const { cart, session, number } = await shop.startedCart()
  await shop.store.startSession(cart.collectionId, OTHER_PROVIDER_ID)
  return { cart, number, session: session.id, orderId: await complete(shop, cart.id) }
}

async function refund(shop: Shop, orderId: string, amount?: number): Promise<void> {
  const payment = await capturedPayment(shop, orderId)
  await askAdmin(shop, "POST", `/admin/payments/${payment}/refund`, { amount })
}

async function paymentOver(shop: Shop, amount: number): Promise<string> {
  const rows = await shop.sql("SELECT id FROM payment WHERE amount = ?", [amount])
  return z.object({ id: z.string() }).parse(rows[0]).id
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
