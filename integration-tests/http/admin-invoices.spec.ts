import { z } from "zod"
import { seedAdminUser } from "../../examples/demo-store/src/seed/admin-user"
import {
  attentionAnswerSchema,
  checkAnswerSchema,
  invoiceAnswerSchema,
  invoicesAnswerSchema,
  overviewAnswerSchema,
  receiptAnswerSchema,
} from "../../src/contract"
import { getParsed, refusalIn, strictly } from "../setup/admin-answers"
import { expectSettledOnce, readBooks } from "../setup/books"
import { letWait, waitForBlocker } from "../setup/held"
import { askAdmin, logIn, type Merchant } from "../setup/merchant"
import { paidTwice, settledCart } from "../setup/paid-carts"
import { orderNumbers } from "../setup/progress"
import { capturedPayment } from "../setup/room"
import { describeShop, eventually, type Shop } from "../setup/shop"
import { announcement, BARE_ADDRESS, postHook } from "../setup/webhooks"

const INVOICES = "/admin/checkout-uz/invoices"
const CARD = "8600123412341234"

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
      const resolve = `${INVOICES}/${await idOf(shop, second)}/resolve`
      expect(await merchant.post(resolve, { action: "mark_returned" })).toMatchObject({
        status: 200,
      })
      expect(await money(second)).toEqual([["to_pay_out", cart.total, cart.total]])
      await payOut(merchant)
      expect(await counts("returned")).toBe(1)
    })

    it("are bounded by days in Toshkent", async () => {
      await copies(shop, 2)
      await madeAt(shop, 1, "2026-11-10T18:59:59.999Z")
      await madeAt(shop, 2, "2026-11-10T19:00:00Z")
      const merchant = await logIn(shop)
      const on = async (from: string, to: string) => numbersIn(await list(merchant, { from, to }))
      expect(await on("2026-11-10", "2026-11-10")).toEqual([1])
      expect(await on("2026-11-11", "2026-11-11")).toEqual([2])
      expect(await on("2026-11-10", "2026-11-11")).toEqual([2, 1])
      expect(await on("0000-01-01", "9999-12-31")).toEqual([2, 1])
    })

    it("are bounded by the days on which they were paid, as the overview counts them: at a month's end, too", async () => {
      await copies(shop, 3)
      const merchant = await logIn(shop)
      // October ends at 19:00 UTC.
      await paidAt(shop, 1, "2026-09-30T19:00:00Z")
      await paidAt(shop, 2, "2026-10-31T18:59:59.999Z")
      await paidAt(shop, 3, "2026-10-31T19:00:00Z")
      const october = { paid_from: "2026-10-01", paid_to: "2026-10-31" }
      expect(numbersIn(await list(merchant, { ...october, order: "number" }))).toEqual([1, 2])
      const { days } = await getParsed(
        merchant,
        "/admin/checkout-uz/cash-desks/main/overview?from=2026-10-01&to=2026-10-31",
        overviewAnswerSchema
      )
      const counted = days.filter(({ count }) => count > 0).map(({ day }) => day)
      expect(counted).toEqual(["2026-10-01", "2026-10-31"])
      const query = new URLSearchParams({ ...october, order: "number" })
      const file = await merchant.fetch(`${INVOICES}/export?${query.toString()}`)
      expect(file.headers.get("content-disposition")).toContain(
        "checkout-uz-invoices-paid-from-2026-10-01-to-2026-10-31-"
      )
      const [, ...lines] = (await file.text()).trimEnd().split("\r\n")
      expect(lines.map((line) => line.split(",")[1])).toEqual(["1", "2"])
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

  describe("as a file", () => {
    it("are lines a spreadsheet reads, with no formula among them", async () => {
      const { number } = await settledCart(shop)
      await shop.sql("UPDATE checkout_uz_invoice SET email = ?, paid_at_text = ?", [
        '=hyperlink("https://evil.example")@example.uz',
        '+1, "quoted"\r\nand a new line',
      ])
      const merchant = await logIn(shop)
      const response = await merchant.fetch(`${INVOICES}/export?state=settled`)
      expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8")
      expect(response.headers.get("content-disposition")).toMatch(
        /^attachment; filename="checkout-uz-invoices-\d{4}-\d\d-\d\d\.csv"$/
      )
      const bytes = Buffer.from(await response.arrayBuffer())
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      const [head, line] = bytes
        .subarray(3)
        .toString("utf8")
        .split(/\r\n(?!and)/)
      const [shown] = (await list(merchant)).invoices
      expect(head).toBe(
        "id,number,state,standing,blocker,waiting_since,cash_desk,provider_id,amount,paid," +
          "given_back,currency_code," +
          "payment_system,email,order_id,order_number,cart_id,created_at,expires_at,paid_at," +
          "paid_at_text,settled_at,customer_name,customer_phone"
      )
      expect(line).toBe(
        `${shown?.id ?? ""},${number},settled,paid,,,main,pp_checkout-uz_main,${shown?.amount ?? 0},` +
          `${shown?.amount ?? 0},0,uzs,click,` +
          `"'=hyperlink(""https://evil.example"")@example.uz",${shown?.order?.id ?? ""},1,` +
          `${shown?.cart_id ?? ""},${shown?.created_at ?? ""},${shown?.expires_at ?? ""},` +
          `${shown?.paid_at ?? ""},"'+1, ""quoted""\r\nand a new line",${shown?.settled_at ?? ""},Dilnoza Karimova,998901234567`
      )
    })

    it("are lines for an accountant: headings and states in words, Toshkent's time, ids last", async () => {
      const { number } = await settledCart(shop)
      const merchant = await logIn(shop)
      const query = "state=settled&language=ru&separator=semicolon"
      const [head = "", line = ""] = await exported(merchant, query)
      expect(head.replace("\ufeff", "").split(";")).toEqual([
        "Счёт",
        "Состояние",
        "Что мешает",
        "Сумма, сум",
        "Оплачено, сум",
        "Возвраты, сум",
        "Платёжная система",
        "Заказ",
        "Покупатель",
        "Телефон",
        "Эл. почта",
        "Создан (Ташкент, UTC+5)",
        "Оплачен (Ташкент, UTC+5)",
        "Оплачен, как пишет Checkout.uz",
        "Касса",
        "ID заказа",
        "ID корзины",
        "ID счёта в магазине",
      ])
      const cells = line.split(";")
      expect(cells.slice(0, 2)).toEqual([String(number), "Оплачен"])
      expect(cells.slice(6, 11)).toEqual([
        "Click",
        "1",
        "Dilnoza Karimova",
        "998 90 123 45 67",
        "xaridor@example.uz",
      ])
      expect(cells[11]).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/)
    })

    it("are each in it exactly once, however many and however sorted", async () => {
      await copies(shop, 2_300)
      const merchant = await logIn(shop)
      for (const order of [
        "-created_at",
        "created_at",
        "-paid_at",
        "paid_at",
        "-amount",
        "number",
      ]) {
        const [, ...lines] = await exported(merchant, `order=${order}`)
        expect(lines).toHaveLength(2_300)
        expect(new Set(lines.map((line) => line.split(",")[1])).size).toBe(2_300)
      }
      const [, ...paid] = await exported(merchant, "state=paid&order=number")
      expect(paid.map((line) => Number(line.split(",")[1]))).toEqual(
        Array.from({ length: 460 }, (_, n) => (n + 1) * 5)
      )
      const none = await exported(merchant, "state=returned")
      expect(none).toHaveLength(1)
    })

    it("are refused with one sentence for a filter that is wrong", async () => {
      const merchant = await logIn(shop)
      const refusal = refusalIn(await merchant.get(`${INVOICES}/export?from=yesterday`))
      expect(refusal).toMatchObject({ status: 400 })
    })
  })

  describe("in detail", () => {
    it("show what happened, what was announced and what is to be sent back", async () => {
      const { cart, number } = await settledCart(shop)
      const details = { card: CARD, pan: Number(CARD), note: "paid" }
      const data = { order_id: number, amount: cart.total, status: "paid" }
      const body = { ...data, currency: "UZS", provider_details: details }
      await postHook(shop, BARE_ADDRESS, announcement(number, cart.total, { data: body }))
      const payments = await shop.sql("SELECT id FROM payment")
      await askAdmin(shop, "POST", `/admin/payments/${String(payments[0]?.["id"])}/refund`, {
        amount: 10_000,
      })
      const merchant = await logIn(shop)
      const id = await idOf(shop, number)
      const { invoice } = await eventually(
        () => detail(merchant, id),
        (shown) => shown.invoice.deliveries.length === 2
      )
      expect(invoice).toMatchObject({
        number,
        state: "settled",
        order: { display_id: 1, is_draft: false },
        customer: {
          email: "xaridor@example.uz",
          name: "Dilnoza Karimova",
          phone: "+998901234567",
        },
        items: [{ title: expect.any(String) as unknown, quantity: expect.any(Number) as unknown }],
        cart_id: cart.id,
        payment_collection_id: cart.collectionId,
        paid_amount: null,
        actions: [],
        moves: [
          { from: "pending", to: "paid", actor: null },
          { from: "paid", to: "settled", actor: null },
        ],
        payouts: [
          { kind: "refund", amount: 10_000, invoice_number: number, order: { display_id: 1 } },
        ],
      })
      const [own, forged] = invoice.deliveries
      expect(own).toMatchObject({ token_matched: true, provider_details: { service_id: 4242 } })
      expect(own?.body).toContain(`"order_id":${number}`)
      const hidden = "************1234"
      expect(forged).toMatchObject({
        token_matched: false,
        provider_details: { card: hidden, pan: hidden, note: "paid" },
      })
      expect(JSON.stringify(invoice)).not.toContain(CARD)
    })

    it("name the user who did something by e-mail, and what can be done", async () => {
      const { number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      await shop.sandbox.fault("status_payment", "wrong_amount")
      const id = await idOf(shop, number)
      const merchant = await logIn(shop)
      const held = await check(merchant, id)
      expect(held.problem).toBeNull()
      expect(held.invoice).toMatchObject({
        state: "paid",
        blocker: { reason: "amount_mismatch", asked: null, promised: null },
        paid_amount: held.invoice.amount + 1,
        actions: ["retry", "mark_returned"],
      })
      const token = await signIn(shop, "egasi@example.uz")
      const resolved = await fetch(`${shop.baseUrl}${INVOICES}/${id}/resolve`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify({ action: "mark_returned", note: "To the card, by hand" }),
      })
      expect(resolved.status).toBe(200)
      const { invoice } = await detail(merchant, id)
      expect(invoice.moves.at(-1)).toMatchObject({
        from: "paid",
        to: "returned",
        actor: { email: "egasi@example.uz" },
        note: "To the card, by hand",
      })
      expect(invoice).toMatchObject({ state: "returned", blocker: null, actions: [] })
      expect(invoice.payouts).toMatchObject([
        { kind: "return", amount: held.invoice.amount + 1, completed_at: null },
      ])
    })

    it("are unknown under an id that nothing has", async () => {
      const merchant = await logIn(shop)
      for (const id of ["cuinv_nobody", "%20", "..%2f..", "x".repeat(300)]) {
        const path = `${INVOICES}/${id}`
        const answers = [
          await merchant.get(path),
          await merchant.post(`${path}/check`),
          await merchant.get(`${path}/receipt`),
        ]
        for (const answer of answers) {
          expect(refusalIn(answer)).toMatchObject({
            status: 404,
            message: "There is no such invoice.",
          })
        }
      }
    })
  })

  describe("checked now", () => {
    it("turn into an order where the webhook of a payment was lost", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      const merchant = await logIn(shop)
      const checked = await check(merchant, await idOf(shop, number))
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
      const checked = await check(merchant, await idOf(shop, number))
      expect(checked).toMatchObject({ problem: null, invoice: { state: "pending" } })
      expect(await shop.sandbox.calls("status_payment", number)).toBe(1)
    })

    it.each(["expired", "closed"])("are found paid although they were %s", async (state) => {
      const { cart, number } = await shop.startedCart()
      await shop.sql("UPDATE checkout_uz_invoice SET state = ?, next_check_at = NULL", [state])
      await shop.sandbox.pay(number, "drop")
      const merchant = await logIn(shop)
      const checked = await check(merchant, await idOf(shop, number))
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
        const id = await idOf(shop, number)
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
      const id = await idOf(shop, number)
      await shop.sql("UPDATE checkout_uz_invoice SET cash_desk = 'gone'")
      expect(await check(merchant, id)).toMatchObject({ problem: { code: "no_key" } })
      await shop.sql("UPDATE checkout_uz_invoice SET requested_at = NULL, service_url = ?", [
        "https://other.example/api/v1",
      ])
      expect(await check(merchant, id)).toMatchObject({ problem: { code: "wrong_configuration" } })
    })

    it("are not asked about again where nothing can change any more", async () => {
      const { number } = await settledCart(shop)
      const before = await shop.sandbox.calls("status_payment", number)
      const merchant = await logIn(shop)
      const id = await idOf(shop, number)
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

  describe("as a receipt", () => {
    it("show what the service has, once it has it", async () => {
      const { number } = await settledCart(shop)
      const merchant = await logIn(shop)
      const path = `${INVOICES}/${await idOf(shop, number)}/receipt`
      const early = await getParsed(merchant, path, receiptAnswerSchema)
      expect(early).toEqual({ receipt: null, problem: null })
      await shop.sandbox.advance(60)
      const { receipt, problem } = await getParsed(merchant, path, receiptAnswerSchema)
      expect(problem).toBeNull()
      expect(receipt).toContainEqual({
        name: "data.receipt_number",
        value: String(number),
        link: null,
      })
      const url = receipt?.find(({ name }) => name === "data.url")
      expect(url?.link).toMatch(/^https:\/\/ofd\.soliq\.uz\/check\?/)
    })

    it("have none, and ask for none, before the payment", async () => {
      const { number } = await shop.startedCart()
      const merchant = await logIn(shop)
      const path = `${INVOICES}/${await idOf(shop, number)}/receipt`
      const before = await shop.sandbox.calls("get_fiscal")
      expect(await getParsed(merchant, path, receiptAnswerSchema)).toEqual({
        receipt: null,
        problem: null,
      })
      expect(await shop.sandbox.calls("get_fiscal")).toBe(before)
    })

    it("say so where the service fails", async () => {
      const { number } = await settledCart(shop)
      const merchant = await logIn(shop)
      const path = `${INVOICES}/${await idOf(shop, number)}/receipt`
      await shop.sandbox.fault("get_fiscal", "http_500", 10)
      const failed = await getParsed(merchant, path, receiptAnswerSchema)
      await shop.sandbox.clearFaults()
      expect(failed).toMatchObject({ receipt: null, problem: { code: "service_failed" } })
    })
  })
})

const SORTED_BY: Record<string, (invoice: Listed["invoices"][number]) => number | string | null> = {
  created_at: ({ created_at }) => created_at,
  paid_at: ({ paid_at }) => paid_at,
  amount: ({ amount }) => amount,
  number: ({ number }) => number,
}

type Listed = z.output<typeof invoicesAnswerSchema>

function list(merchant: Merchant, query: Record<string, string> = {}): Promise<Listed> {
  return getParsed(
    merchant,
    `${INVOICES}?${new URLSearchParams(query).toString()}`,
    invoicesAnswerSchema
  )
}

function detail(merchant: Merchant, id: string) {
  return getParsed(merchant, `${INVOICES}/${id}`, invoiceAnswerSchema)
}

async function check(merchant: Merchant, id: string) {
  const { status, body } = await merchant.post(`${INVOICES}/${id}/check`)
  expect(status).toBe(200)
  return strictly(checkAnswerSchema, body)
}

const numbersIn = ({ invoices }: Listed) => invoices.map(({ number }) => number)

/** The lines of an export, the first one the columns'. */
async function exported(merchant: Merchant, query = ""): Promise<string[]> {
  const response = await merchant.fetch(`${INVOICES}/export?${query}`)
  expect(response.status).toBe(200)
  return (await response.text()).trimEnd().split("\r\n")
}

function nullsLast(direction: 1 | -1) {
  return (one: number | string | null, other: number | string | null) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return one === other ? 0 : one < other ? -direction : direction
  }
}

async function idOf(shop: Shop, number: number): Promise<string> {
  const rows = await shop.sql("SELECT id FROM checkout_uz_invoice WHERE number = ?", [
    String(number),
  ])
  return z.tuple([z.object({ id: z.string() })]).parse(rows)[0].id
}

/** Invoices 1 to `count` of the past: every fifth is paid, every second of another cash desk. */
async function copies(shop: Shop, count: number): Promise<void> {
  await shop.sql(
    `INSERT INTO checkout_uz_invoice (
       id, service_url, cash_desk, number, uuid, key_fingerprint, state, provider_id, email,
       payment_collection_id, order_id, order_number, currency_code, session_amount,
       raw_session_amount, invoice_amount, raw_invoice_amount, payment_url, pay_via,
       custom_payment_pages, expires_at, webhook_token, created_at, paid_at, payment_system)
     SELECT 'cuinv_' || n, ?, CASE WHEN n % 2 = 0 THEN 'second' ELSE 'main' END, CAST(n AS text),
            '', '', CASE WHEN n % 5 = 0 THEN 'paid' ELSE 'expired' END, 'pp_checkout-uz_main',
            'xaridor' || n || '@example.uz', 'pay_col_' || n, 'order_' || n, n, 'uzs', 65000,
            '{"value":"65000"}', (n * 7919) % 100 + 1000, '{"value":"65000"}', '', '{}', '[]',
            now() - interval '5 days', 'token', now() - interval '6 days' + n * interval '1 microsecond',
            CASE WHEN n % 5 = 0 THEN now() - (n % 3) * interval '1 minute' END,
            CASE WHEN n % 5 = 0 THEN 'click' WHEN n % 5 = 1 THEN 'payme' END
       FROM generate_series(1, CAST(? AS int)) n`,
    [`${shop.sandbox.url}/api/v1`, count]
  )
}

async function madeAt(shop: Shop, number: number, moment: string): Promise<void> {
  await shop.sql(
    "UPDATE checkout_uz_invoice SET created_at = CAST(? AS timestamptz) WHERE number = ?",
    [moment, String(number)]
  )
}

/** Confirms a copy as paid at a moment. */
async function paidAt(shop: Shop, number: number, moment: string): Promise<void> {
  await shop.sql(
    "UPDATE checkout_uz_invoice SET state = 'settled', cash_desk = 'main', paid_at = CAST(? AS timestamptz) WHERE number = ?",
    [moment, String(number)]
  )
}

/** Signs a user of the admin in, and returns the token. */
async function signIn(shop: Shop, email: string): Promise<string> {
  const password = "choy-va-non"
  await seedAdminUser(shop.container, email, password)
  const response = await fetch(`${shop.baseUrl}/auth/user/emailpass`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  })
  return z.object({ token: z.string() }).parse(await response.json()).token
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
