import { readBooks } from "../setup/books"
import { logIn } from "../setup/merchant"
import { addItem, booksAfterPayment, complete, linkIn, orderBooks } from "../setup/orders"
import { describeShop, eventually, type Shop } from "../setup/shop"

const MORE = 45_000

describeShop(
  "a payment link for an order that was placed before its payment",
  { plugin: { orderPlacement: "before_payment", unpaidOrders: { cancelAfterMinutes: 45 } } },
  (shop) => {
    it("is the invoice the customer already has, and paying it captures the order", async () => {
      const { cart, number, orderId, path } = await placed(shop)
      const merchant = await logIn(shop)
      const before = await shop.sandbox.calls("create_payment")
      expect(linkIn(await merchant.get(path)).invoice).toMatchObject({ number, amount: cart.total })
      expect(linkIn(await merchant.post(path)).invoice?.number).toBe(number)
      expect(await shop.sandbox.calls("create_payment")).toBe(before)

      await shop.sandbox.pay(number)
      expect(await booksAfterPayment(shop, orderId, number)).toMatchObject({
        captured: cart.total,
        payment_status: "captured",
        summary: { pending_difference: 0 },
      })
    })

    it("is a new invoice of the same payment once that one has expired, and only one of both counts", async () => {
      const { cart, number, orderId, path } = await placed(shop)
      await shop.sql(
        `UPDATE checkout_uz_invoice SET expires_at = now() - interval '1 minute' WHERE number = ?`,
        [String(number)]
      )
      const fresh = linkIn(await (await logIn(shop)).post(path)).invoice?.number ?? 0
      expect(fresh).not.toBe(number)
      const { invoices } = await readBooks(shop, cart)
      expect(invoices).toHaveLength(2)

      await shop.sandbox.pay(number)
      expect((await booksAfterPayment(shop, orderId, number)).captured).toBe(cart.total)
      await shop.sandbox.pay(fresh)
      expect(await booksAfterPayment(shop, orderId, fresh)).toMatchObject({
        captured: cart.total,
        invoices: [{ state: "settled" }, { state: "paid", blocker: "nothing_owed" }],
      })
    })

    it("asks for the new amount after an edit, and the customer's first page still counts", async () => {
      const { cart, number, orderId, path } = await placed(shop)
      await addItem(shop, orderId)
      const merchant = await logIn(shop)
      const link = linkIn(await merchant.post(path))
      expect(link).toMatchObject({
        open_amount: cart.total + MORE,
        invoice: { amount: cart.total + MORE },
      })
      await shop.sandbox.pay(link.invoice?.number ?? 0)
      expect(await booksAfterPayment(shop, orderId, link.invoice?.number ?? 0)).toMatchObject({
        captured: cart.total + MORE,
        summary: { pending_difference: 0 },
      })
      await shop.sandbox.pay(number)
      const books = await booksAfterPayment(shop, orderId, number)
      expect(books.captured).toBe(cart.total + MORE)
      expect(books.invoices[0]).toMatchObject({ state: "paid" })
    })

    it("keeps the order from being cancelled while the link can be paid", async () => {
      const { number, orderId, path } = await placed(shop)
      await shop.sql(`UPDATE "order" SET created_at = now() - interval '1 day' WHERE id = ?`, [
        orderId,
      ])
      await shop.sql(
        `UPDATE checkout_uz_invoice SET created_at = now() - interval '3 hours',
                expires_at = now() - interval '2 hours' WHERE number = ?`,
        [String(number)]
      )
      const fresh = linkIn(await (await logIn(shop)).post(path)).invoice?.number ?? 0
      await shop.sql(`UPDATE checkout_uz_invoice SET give_up_at = now()`)
      await eventually(
        () => shop.sql(`SELECT 1 FROM checkout_uz_invoice WHERE give_up_at <= now()`),
        (due) => due.length === 0
      )
      expect((await orderBooks(shop, orderId)).status).toBe("pending")
      await shop.sandbox.pay(fresh)
      expect((await booksAfterPayment(shop, orderId, fresh)).payment_status).toBe("captured")
    })
  }
)

/** An order with its invoice open. */
async function placed(shop: Shop) {
  const { cart, number } = await shop.startedCart()
  const orderId = await complete(shop, cart.id)
  return { cart, number, orderId, path: `/admin/checkout-uz/orders/${orderId}/payment-link` }
}
