import { expectSettledOnce } from "../setup/books"
import { addItem, booksAfterPayment, changeQuantity, orderBooks } from "../setup/orders"
import { collectionsOf, paymentLinks, TWO_DESKS } from "../setup/payment-links"
import { describeShop } from "../setup/shop"

/** What one more item adds, in UZS. */
const MORE = 45_000

describeShop("a payment link for an order", TWO_DESKS, (shop) => {
  const { ready, merchant, path, link, make } = paymentLinks(shop)

  describe("edited after it was paid", () => {
    beforeEach(async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number)
      const books = await expectSettledOnce(shop, cart)
      ready.orderId = books.orders[0]?.id ?? ""
      await addItem(shop, ready.orderId)
    })

    it("asks for the difference only, in a collection of its own", async () => {
      const paid = (await orderBooks(shop, ready.orderId)).captured
      expect((await link()).open_amount).toBe(MORE)
      const { number, amount } = await make()
      expect(amount).toBe(MORE)
      await shop.sandbox.pay(number)
      expect(await booksAfterPayment(shop, ready.orderId, number)).toMatchObject({
        summary: { paid_total: paid + MORE, pending_difference: 0 },
        captured: paid + MORE,
        payment_status: "captured",
        invoices: [{ state: "settled" }, { state: "settled" }],
      })
      expect(await collectionsOf(shop, ready.orderId)).toEqual([paid, MORE])
    })

    it("is not followed by another one beside money whose payment collection was deleted", async () => {
      const { number } = await make()
      const [collection] = await shop.sql(
        "SELECT payment_collection_id AS id FROM checkout_uz_invoice WHERE number = ?",
        [String(number)]
      )
      const deleted = `/admin/payment-collections/${String(collection?.["id"])}`
      expect((await merchant().remove(deleted)).status).toBe(200)
      await shop.sandbox.pay(number)
      const books = await booksAfterPayment(shop, ready.orderId, number)
      expect(books).toMatchObject({ summary: { pending_difference: 0 } })
      const answer = await merchant().post(path())
      expect(answer).toMatchObject({
        status: 409,
        body: { message: "Nothing is open on this order." },
      })
    })

    it("and edited upwards again: the outdated link counts for its part, and the new one for the rest", async () => {
      const paid = (await orderBooks(shop, ready.orderId)).captured
      const outdated = await make()
      await addItem(shop, ready.orderId)
      expect(await link()).toMatchObject({ open_amount: 2 * MORE, invoice: null })
      const whole = await make()
      expect(whole.amount).toBe(2 * MORE)
      expect((await orderBooks(shop, ready.orderId)).invoices.slice(1)).toMatchObject([
        { number: outdated.number },
        { number: whole.number },
      ])

      await shop.sandbox.pay(outdated.number)
      expect(await booksAfterPayment(shop, ready.orderId, outdated.number)).toMatchObject({
        captured: paid + MORE,
        summary: { pending_difference: MORE },
        invoices: [{}, { state: "settled" }, { state: "pending" }],
      })
      // The link over everything would be too much now.
      const rest = await make()
      expect(rest.amount).toBe(MORE)
      await shop.sandbox.pay(whole.number)
      expect(await booksAfterPayment(shop, ready.orderId, whole.number)).toMatchObject({
        captured: paid + MORE,
        invoices: [{}, {}, { state: "paid", blocker: "nothing_owed" }, {}],
      })
      await shop.sandbox.pay(rest.number)
      expect(await booksAfterPayment(shop, ready.orderId, rest.number)).toMatchObject({
        captured: paid + 2 * MORE,
        summary: { pending_difference: 0 },
      })
    })

    it("and edited upwards again: the outdated link counts for its part although no new one was made", async () => {
      const paid = (await orderBooks(shop, ready.orderId)).captured
      const outdated = await make()
      await addItem(shop, ready.orderId)
      await shop.sandbox.pay(outdated.number)
      expect(await booksAfterPayment(shop, ready.orderId, outdated.number)).toMatchObject({
        captured: paid + MORE,
        summary: { pending_difference: MORE },
      })
    })

    it("and edited downwards again: the outdated link is held, and nothing too much is captured", async () => {
      const paid = (await orderBooks(shop, ready.orderId)).captured
      await addItem(shop, ready.orderId, 2)
      const outdated = await make()
      expect(outdated.amount).toBe(3 * MORE)
      await changeQuantity(shop, ready.orderId, { unitPrice: MORE, quantity: 1 })
      const now = await link()
      expect(now.open_amount).toBeLessThan(outdated.amount)
      expect(now.invoice).toBeNull()
      await shop.sandbox.pay(outdated.number)
      expect(await booksAfterPayment(shop, ready.orderId, outdated.number)).toMatchObject({
        captured: paid,
        invoices: [{}, { state: "paid", blocker: "nothing_owed" }],
      })
    })
  })
})
