import { expectNothingCaptured, expectSettledOnce, readBooks } from "../setup/books"
import { describeShop, eventually } from "../setup/shop"

describeShop(
  "payments nobody told us about",
  { plugin: { reconcile: { sweepSeconds: 1 } } },
  (shop) => {
    it("are found and settled, without a webhook and without a return page", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      const books = await expectSettledOnce(shop, cart)
      expect(books.paidAtService).toBe(cart.total)
    })

    it("a key that is refused lapses nothing, and is caught up with when it works again", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.settings({ ip_whitelist: ["10.0.0.1"] })
      await shop.sandbox.pay(number, "drop")
      await eventually(
        () => shop.sql("SELECT rejected_at FROM checkout_uz_cash_desk WHERE handle = 'main'"),
        ([desk]) => desk?.rejected_at !== null && desk !== undefined
      )
      const { invoices } = await expectNothingCaptured(shop, cart)
      expect(invoices).toMatchObject([{ state: "pending" }])

      await shop.sandbox.settings({ ip_whitelist: null })
      await expectSettledOnce(shop, cart)
      expect(
        await shop.sql("SELECT rejected_at FROM checkout_uz_cash_desk WHERE handle = 'main'")
      ).toMatchObject([{ rejected_at: null }])
    })

    it("a payment verified before a crash, of which Medusa was not told, is settled", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      // As a server leaves it that stops right after the service's answer.
      await shop.sql(
        `UPDATE checkout_uz_invoice SET state = 'paid', next_check_at = now() WHERE number = ?`,
        [String(number)]
      )
      await expectSettledOnce(shop, cart)
    })

    it("a hold whose cause is gone heals without anybody asking", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      await shop.sql(
        `UPDATE checkout_uz_invoice SET state = 'held', hold_reason = 'provider_off',
                next_check_at = now() WHERE number = ?`,
        [String(number)]
      )
      await expectSettledOnce(shop, cart)
    })

    it("an unpaid invoice is given up after the watched days, and a late payment still found", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sql(
        `UPDATE checkout_uz_invoice SET expires_at = now() - interval '8 days',
                created_at = now() - interval '8 days 1 hour', next_check_at = now() WHERE number = ?`,
        [String(number)]
      )
      await eventually(
        () => readBooks(shop, cart),
        ({ invoices }) => invoices[0]?.state === "closed"
      )
      await shop.sandbox.pay(number, "drop")
      await expectSettledOnce(shop, cart)
    })
  }
)
