import { check, list } from "../setup/admin-invoices"
import { expectSettledOnce } from "../setup/books"
import { logIn } from "../setup/merchant"
import { settledCart } from "../setup/paid-carts"
import { invoiceId } from "../setup/progress"
import { describeShop } from "../setup/shop"

describeShop("the merchant's invoices, asked about", {}, (shop) => {
  describe("checked now", () => {
    it("turn into an order where the webhook of a payment was lost", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      const merchant = await logIn(shop)
      const checked = await check(merchant, await invoiceId(shop, number))
      expect(checked).toMatchObject({
        problem: null,
        invoice: { state: "settled", order: { display_id: 1 }, email: "xaridor@example.uz" },
      })
      await expectSettledOnce(shop, cart)
      expect((await list(merchant, { q: "#1" })).count).toBe(1)
    })

    it("stay open where nobody has paid", async () => {
      const { number } = await shop.startedCart()
      const merchant = await logIn(shop)
      const checked = await check(merchant, await invoiceId(shop, number))
      expect(checked).toMatchObject({ problem: null, invoice: { state: "pending" } })
      expect(await shop.sandbox.calls("status_payment", number)).toBe(1)
    })

    it.each(["expired", "closed"])("are found paid although they were %s", async (state) => {
      const { cart, number } = await shop.startedCart()
      await shop.sql("UPDATE checkout_uz_invoice SET state = ?, next_check_at = NULL", [state])
      await shop.sandbox.pay(number, "drop")
      const merchant = await logIn(shop)
      const checked = await check(merchant, await invoiceId(shop, number))
      expect(checked).toMatchObject({ problem: null, invoice: { state: "settled" } })
      await expectSettledOnce(shop, cart)
    })

    it.each([
      ["http_500", "service_failed"],
      ["html", "service_failed"],
      ["wrong_id", "service_failed"],
      ["hang", "service_unreachable"],
      ["reset", "service_unreachable"],
    ] as const)(
      "say so where the service fails with %s, and stay as they were",
      async (kind, code) => {
        const { number } = await shop.startedCart()
        await shop.sandbox.pay(number, "drop")
        await shop.sandbox.fault("status_payment", kind, 10)
        const merchant = await logIn(shop)
        const id = await invoiceId(shop, number)
        const checked = await check(merchant, id)
        await shop.sandbox.clearFaults()
        expect(checked).toMatchObject({ problem: { code }, invoice: { state: "pending" } })
        expect(checked.problem?.message).toMatch(/^[A-Z].+\.$/)
        expect(checked.invoice.last_error).toContain(String(number))
      }
    )

    it("say so where they were made at another service, or at a desk with no key", async () => {
      const { number } = await shop.startedCart()
      const merchant = await logIn(shop)
      const id = await invoiceId(shop, number)
      await shop.sql("UPDATE checkout_uz_invoice SET cash_desk = 'gone'")
      expect(await check(merchant, id)).toMatchObject({ problem: { code: "no_key" } })
      await shop.sql("UPDATE checkout_uz_invoice SET requested_at = NULL, service_url = ?", [
        "https://other.example/api/v1",
      ])
      expect(await check(merchant, id)).toMatchObject({ problem: { code: "other_service" } })
    })

    it("are not asked about again where nothing can change any more", async () => {
      const { number } = await settledCart(shop)
      const before = await shop.sandbox.calls("status_payment", number)
      const merchant = await logIn(shop)
      const id = await invoiceId(shop, number)
      expect(await check(merchant, id)).toMatchObject({
        problem: null,
        invoice: { state: "settled" },
      })
      await shop.sql("UPDATE checkout_uz_invoice SET state = 'returned'")
      expect(await check(merchant, id)).toMatchObject({
        problem: null,
        invoice: { state: "returned" },
      })
      expect(await shop.sandbox.calls("status_payment", number)).toBe(before)
    })
  })
})
