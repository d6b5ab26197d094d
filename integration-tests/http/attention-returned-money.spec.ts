import { attention } from "../setup/attention"
import { expectNothingCaptured, readBooks } from "../setup/books"
import { breakDatabase, COUNTED, stock } from "../setup/faults"
import { moneyOf } from "../setup/held"
import { logIn } from "../setup/merchant"
import { settledCart } from "../setup/paid-carts"
import { booksAreDue, patienceIsOver } from "../setup/patience"
import { invoiceId, sessionsOf, sessionStatus } from "../setup/progress"
import { describeShop, eventually } from "../setup/shop"

describeShop("held money that the merchant sends back", {}, (shop) => {
  describe("a hold", () => {
    it("marked as returned leaves nothing that could be settled with the money given back", async () => {
      const { cart, session, number } = await shop.startedCart(COUNTED)
      await stock(shop, 0)
      await shop.sandbox.pay(number, "drop")
      await sessionStatus(shop, session.id)
      await patienceIsOver(shop)
      const { held } = await attention(shop)
      expect(held).toMatchObject([{ number, reason: "not_completable" }])
      const merchant = await logIn(shop)
      await merchant.post(`/admin/checkout-uz/invoices/${held[0]?.id ?? ""}/resolve`, {
        action: "mark_returned",
        note: "sold out",
      })
      expect(await sessionsOf(shop, cart)).toEqual([])

      await stock(shop, 5)
      await shop.store.post(`/store/carts/${cart.id}/complete`)
      expect(await sessionStatus(shop, session.id)).toMatchObject({ status: "canceled" })
      const books = await expectNothingCaptured(shop, cart)
      expect(books.invoices).toMatchObject([{ state: "returned" }])
      // The customer can buy again, with other money.
      const [again] = await shop.store.startSession(cart.collectionId)
      expect(again?.data.invoice_id).not.toBe(number)
      await shop.sandbox.pay(again?.data.invoice_id ?? 0)
      await eventually(
        () => readBooks(shop, cart),
        ({ orders }) => orders.length === 1
      )
      expect(await attention(shop)).toMatchObject({
        held_count: 0,
        payouts: [{ kind: "return", amount: cart.total, invoice_number: number }],
      })
    })

    it("marked as returned tells with its pay-out who did so, when and why, also once the money was sent", async () => {
      const { cart, number } = await settledCart(shop)
      await shop.sql(`UPDATE "order" SET status = 'canceled', canceled_at = now()`)
      await shop.sql(
        `UPDATE checkout_uz_invoice SET state = 'paid', blocker = 'order_canceled',
                blocker_since = now(), waiting_since = now()`
      )
      const id = await invoiceId(shop, number)
      const merchant = await logIn(shop)
      const before = new Date()
      const returned = await merchant.post(`/admin/checkout-uz/invoices/${id}/resolve`, {
        action: "mark_returned",
        note: "the customer asked by phone",
      })
      expect(returned).toMatchObject({ status: 200, body: { invoice: { state: "returned" } } })
      const { payouts } = await attention(shop)
      const [payout] = payouts
      expect(payout).toMatchObject({
        amount: cart.total,
        note: null,
        returned: {
          by: { id: merchant.id, email: merchant.email },
          note: "the customer asked by phone",
        },
      })
      expect(Date.parse(payout?.returned?.at ?? "")).toBeGreaterThanOrEqual(before.getTime() - 1000)
      const other = await logIn(shop)
      const sent = await other.post(`/admin/checkout-uz/refunds/${payout?.id ?? ""}/complete`, {
        note: "to the card",
      })
      const both = {
        note: "to the card",
        completed_by_user: { id: other.id },
        returned: { by: { id: merchant.id }, note: "the customer asked by phone" },
      }
      expect(sent).toMatchObject({ status: 200, body: { payout: both } })
      const { body } = await merchant.get(`/admin/checkout-uz/invoices/${id}`)
      expect(body).toMatchObject({ invoice: { payouts: [both] } })
    })

    it("that settles while the merchant marks it as returned is one of the two, never both", async () => {
      const { cart, number } = await settledCart(shop)
      const id = await invoiceId(shop, number)
      await shop.sql(
        `UPDATE checkout_uz_invoice SET state = 'paid', blocker = 'cart_changed',
                blocker_since = now(), waiting_since = now()`
      )
      const merchant = await logIn(shop)
      const [retried, marked] = await Promise.all([
        merchant.post(`/admin/checkout-uz/invoices/${id}/resolve`, { action: "retry" }),
        merchant.post(`/admin/checkout-uz/invoices/${id}/resolve`, {
          action: "mark_returned",
          note: "in the same instant",
        }),
      ])
      const { state } = await moneyOf(shop, number)
      const books = await readBooks(shop, cart)
      // Whichever came first: never both an order that is paid and money that went back.
      expect(["returned", "settled"]).toContain(state)
      expect([200, 409]).toContain(retried.status)
      expect(marked.status).toBe(state === "returned" ? 200 : 409)
      expect(books.refunded).toBe(state === "returned" ? cart.total : 0)
      expect(await attention(shop)).toMatchObject({
        held_count: 0,
        payouts_count: state === "returned" ? 1 : 0,
      })
    })

    it("marked as returned ends first, then what Medusa still books for it is undone", async () => {
      const { cart, number } = await settledCart(shop)
      // As a server leaves it that stopped while an order was cancelled and its payment captured.
      await shop.sql(`UPDATE "order" SET status = 'canceled', canceled_at = now()`)
      await shop.sql(
        `UPDATE checkout_uz_invoice SET state = 'paid', blocker = 'order_canceled',
                blocker_since = now(), waiting_since = now() WHERE number = ?`,
        [String(number)]
      )
      const { held } = await attention(shop)
      const merchant = await logIn(shop)
      expect(
        await merchant.post(`/admin/checkout-uz/invoices/${held[0]?.id ?? ""}/resolve`, {
          action: "mark_returned",
          note: "paid back in cash",
        })
      ).toMatchObject({ status: 200, body: { invoice: { state: "returned" } } })
      const books = await readBooks(shop, cart)
      expect(books).toMatchObject({ captured: cart.total, refunded: cart.total })
      // One money goes back once: Medusa's refund of it is no second pay-out.
      expect(await attention(shop)).toMatchObject({
        held_count: 0,
        payouts: [{ kind: "return", amount: cart.total }],
        payouts_count: 1,
      })
    })

    it("whose books could not be undone as it was returned is undone by the comparison of the books", async () => {
      const { cart, number } = await settledCart(shop)
      await shop.sql(`UPDATE "order" SET status = 'canceled', canceled_at = now()`)
      await shop.sql(
        `UPDATE checkout_uz_invoice SET state = 'paid', blocker = 'order_canceled',
                blocker_since = now(), waiting_since = now()`
      )
      const heal = await breakDatabase(shop, { table: "refund", on: "INSERT", fails: true })
      const merchant = await logIn(shop)
      const resolve = `/admin/checkout-uz/invoices/${await invoiceId(shop, number)}/resolve`
      expect(await merchant.post(resolve, { action: "mark_returned" })).toMatchObject({
        status: 200,
        body: { invoice: { state: "returned" } },
      })
      expect(await readBooks(shop, cart)).toMatchObject({ captured: cart.total, refunded: 0 })
      await heal()
      await booksAreDue(shop)
      const books = await eventually(
        () => readBooks(shop, cart),
        ({ refunded }) => refunded > 0,
        40_000
      )
      expect(books).toMatchObject({ captured: cart.total, refunded: cart.total })
      expect(await attention(shop)).toMatchObject({
        held_count: 0,
        payouts: [{ kind: "return", amount: cart.total }],
        payouts_count: 1,
      })
    })
  })
})
