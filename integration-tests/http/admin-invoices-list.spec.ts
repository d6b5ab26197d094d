import { attentionAnswerSchema } from "../../src/contract"
import { getParsed, refusalIn } from "../setup/admin-answers"
import { copies, exported, INVOICES, list, type Listed } from "../setup/admin-invoices"
import { readBooks } from "../setup/books"
import { letWait, waitForBlocker } from "../setup/held"
import { logIn, type Merchant } from "../setup/merchant"
import { paidTwice, settledCart } from "../setup/paid-carts"
import { invoiceId, orderNumbers } from "../setup/progress"
import { capturedPayment } from "../setup/room"
import { describeShop } from "../setup/shop"

describeShop("the merchant's invoices", {}, (shop) => {
  describe("without a login", () => {
    it("are nobody's", async () => {
      const id = "cuinv_1"
      const asked = [
        ["GET", INVOICES],
        ["GET", `${INVOICES}/export`],
        ["GET", `${INVOICES}/${id}`],
        ["POST", `${INVOICES}/${id}/check`],
        ["GET", `${INVOICES}/${id}/receipt`],
      ] as const
      for (const [method, path] of asked) {
        const response = await fetch(`${shop.baseUrl}${path}`, { method })
        expect([path, response.status]).toEqual([path, 401])
      }
    })
  })

  describe("in a list", () => {
    it("are found by their order's number, their own, or a part of the e-mail, name or phone", async () => {
      const { cart, number } = await settledCart(shop)
      const other = await shop.startedCart()
      await shop.sql("UPDATE checkout_uz_invoice SET email = ? WHERE number = ?", [
        "o'ktam@example.uz",
        String(other.number),
      ])
      const merchant = await logIn(shop)
      const find = async (q: string) => numbersIn(await list(merchant, { q }))
      const [orderNumber] = await orderNumbers(shop)
      expect(orderNumber).toBe(1)
      expect(await find("#1")).toEqual([number])
      expect(await find("№1")).toEqual([number])
      expect(await find(String(number))).toContain(number)
      expect(await find(String(other.number))).toContain(other.number)
      expect(await find("XARIDOR@")).toEqual([number])
      for (const typed of ["oʻktam", "O‘KTAM@", "oktam"]) {
        expect(await find(typed)).toEqual([other.number])
      }
      for (const typed of ["dilnoza KARIMOVA", "+998 90 123-45-67", "90 123 45 67"]) {
        expect(await find(typed)).toEqual([other.number, number])
      }
      expect(await find("%")).toEqual([])
      expect(await find("nobody")).toEqual([])

      const [paid] = (await list(merchant, { q: "#1" })).invoices
      const books = await readBooks(shop, cart)
      expect(paid).toMatchObject({
        state: "settled",
        amount: cart.total,
        email: "xaridor@example.uz",
        order: { id: books.orders[0]?.id, display_id: 1 },
        payment_system: "click",
        payment_url: null,
      })
    })

    it("show where an open one can be paid, until it no longer can", async () => {
      const { session, number } = await shop.startedCart()
      const merchant = await logIn(shop)
      const [open] = (await list(merchant)).invoices
      expect(open).toMatchObject({
        number,
        state: "pending",
        email: "xaridor@example.uz",
        order: null,
        payment_url: session.data.payment_url,
      })
      for (const change of ["payment_url = ''", "payment_url = 'https://evil.example/pay/1'"]) {
        await shop.sql(`UPDATE checkout_uz_invoice SET ${change}`)
        expect((await list(merchant)).invoices).toMatchObject([{ payment_url: null }])
      }
      await shop.sql("UPDATE checkout_uz_invoice SET payment_url = ?", [
        session.data.payment_url ?? "",
      ])
      await shop.sql("UPDATE checkout_uz_invoice SET expires_at = now() - interval '1 second'")
      expect((await list(merchant)).invoices).toMatchObject([{ payment_url: null }])
    })

    it("are narrowed, sorted and paged by the database", async () => {
      await copies(shop, 25)
      const merchant = await logIn(shop)
      const all = await list(merchant, { limit: "100" })
      expect(all).toMatchObject({ count: 25, limit: 100, offset: 0 })
      expect(all.cash_desks).toEqual(["main", "second"])
      expect(all.payment_systems).toEqual(["click", "payme"])

      const page = (offset: number) =>
        list(merchant, { order: "number", limit: "10", offset: String(offset) })
      const paged = [...numbersIn(await page(0)), ...numbersIn(await page(10))]
      expect([...paged, ...numbersIn(await page(20))]).toEqual(
        Array.from({ length: 25 }, (_, n) => n + 1)
      )
      for (const [order, of] of Object.entries(SORTED_BY)) {
        const rising = (await list(merchant, { order, limit: "100" })).invoices.map(of)
        expect(rising).toEqual([...rising].sort(nullsLast(1)))
        const falling = (await list(merchant, { order: `-${order}`, limit: "100" })).invoices.map(
          of
        )
        expect(falling).toEqual([...falling].sort(nullsLast(-1)))
        expect(new Set(falling)).toEqual(new Set(rising))
      }
      const counts = async (query: Record<string, string>) => (await list(merchant, query)).count
      expect(await counts({ state: "paid" })).toBe(5)
      expect(await counts({ state: "paid,expired" })).toBe(25)
      expect(await counts({ cash_desk: "second" })).toBe(12)
      expect(await counts({ payment_system: "click,payme" })).toBe(10)
      expect(await counts({ payment_system: "unnamed" })).toBe(0)
      await shop.sql("UPDATE checkout_uz_invoice SET payment_system = NULL WHERE number = '5'")
      // Of those that are paid only: what waits has no payment system either.
      expect(await counts({ payment_system: "unnamed" })).toBe(1)
      expect(await counts({ payment_system: "click,unnamed" })).toBe(5)
      expect(await counts({ order_id: "order_7" })).toBe(1)
      expect(await counts({ q: "#7" })).toBe(1)
      expect(await counts({ state: "settled" })).toBe(0)
      expect(await counts({ state: "paid", cash_desk: "second", q: "xaridor" })).toBe(2)
    })

    it("say what has become of their money, refunds and returns included", async () => {
      const { cart, number, orderId } = await settledCart(shop)
      const merchant = await logIn(shop)
      const money = async (of = number) => {
        const { invoices } = await list(merchant, { q: String(of) })
        return invoices.map(({ standing, paid, given_back }) => [standing, paid, given_back])
      }
      const paymentId = await capturedPayment(shop, orderId)
      const refund = async (amount: number) => {
        const { status } = await merchant.post(`/admin/payments/${paymentId}/refund`, { amount })
        expect(status).toBe(200)
      }
      expect(await money()).toEqual([["paid", cart.total, 0]])

      await refund(15_000)
      expect(await money()).toEqual([["to_pay_out", cart.total, 15_000]])
      await payOut(merchant)
      expect(await money()).toEqual([["partly_refunded", cart.total, 15_000]])
      await refund(cart.total - 15_000)
      expect(await money()).toEqual([["to_pay_out", cart.total, cart.total]])
      await payOut(merchant)
      expect(await money()).toEqual([["refunded", cart.total, cart.total]])
      const counts = async (standing: string) => (await list(merchant, { standing })).count
      expect(await counts("refunded,waiting")).toBe(1)
      expect(await counts("paid,partly_refunded,to_pay_out,returned")).toBe(0)
      expect(await exported(merchant, "standing=refunded")).toHaveLength(2)

      const { second } = await paidTwice(shop)
      await waitForBlocker(shop, second, "nothing_owed")
      await letWait(shop, second)
      expect([await counts("needs_you"), await counts("processing")]).toEqual([1, 0])
      const resolve = `${INVOICES}/${await invoiceId(shop, second)}/resolve`
      expect(await merchant.post(resolve, { action: "mark_returned" })).toMatchObject({
        status: 200,
      })
      expect(await money(second)).toEqual([["to_pay_out", cart.total, cart.total]])
      await payOut(merchant)
      expect(await counts("returned")).toBe(1)
    })

    it("never hold those of another service", async () => {
      const { number } = await shop.startedCart()
      await copies(shop, 1)
      await shop.sql(
        "UPDATE checkout_uz_invoice SET service_url = 'https://other.example/api/v1', cash_desk = 'other' WHERE number = '1'"
      )
      const merchant = await logIn(shop)
      const shown = await list(merchant)
      expect(numbersIn(shown)).toEqual([number])
      expect(shown).toMatchObject({ count: 1, cash_desks: ["main"] })
      expect(await exported(merchant)).toHaveLength(2)
    })

    it("are not asked for with what makes no sense, each refused in one sentence", async () => {
      const merchant = await logIn(shop)
      const wrong = {
        "state=sold": '"state.0"',
        "limit=0": '"limit"',
        "limit=101": '"limit"',
        "offset=-1": '"offset"',
        "order=colour": '"order"',
        "from=28.11.2026": '"from"',
        "to=2026-02-30": '"to"',
        "q=a%00b": '"q"',
        "order_id=%00": '"order_id"',
        "cash_desk=a,%00": '"cash_desk.1"',
        [`q=${"x".repeat(201)}`]: '"q"',
      }
      for (const [query, place] of Object.entries(wrong)) {
        const refusal = refusalIn(await merchant.get(`${INVOICES}?${query}`))
        expect(refusal).toMatchObject({ status: 400, type: "invalid_data" })
        expect(refusal.message).toContain(place)
      }
    })
  })
})

const SORTED_BY: Record<string, (invoice: Listed["invoices"][number]) => number | string | null> = {
  created_at: ({ created_at }) => created_at,
  paid_at: ({ paid_at }) => paid_at,
  amount: ({ amount }) => amount,
  number: ({ number }) => number,
}

const numbersIn = ({ invoices }: Listed) => invoices.map(({ number }) => number)

function nullsLast(direction: 1 | -1) {
  return (one: number | string | null, other: number | string | null) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return one === other ? 0 : one < other ? -direction : direction
  }
}

/** The merchant sends back what is on the list, and says so. */
async function payOut(merchant: Merchant): Promise<void> {
  const { payouts } = await getParsed(
    merchant,
    "/admin/checkout-uz/attention",
    attentionAnswerSchema
  )
  for (const { id } of payouts) {
    expect(await merchant.post(`/admin/checkout-uz/refunds/${id}/complete`)).toMatchObject({
      status: 200,
    })
  }
}
