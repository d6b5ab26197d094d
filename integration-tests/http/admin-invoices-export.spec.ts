import { refusalIn } from "../setup/admin-answers"
import { copies, exported, INVOICES, list } from "../setup/admin-invoices"
import { logIn } from "../setup/merchant"
import { settledCart } from "../setup/paid-carts"
import { describeShop } from "../setup/shop"

describeShop("the merchant's invoices, exported", {}, (shop) => {
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
          "given_back,to_send,currency_code," +
          "payment_system,email,order_id,order_number,cart_id,created_at,expires_at,paid_at," +
          "paid_at_text,settled_at,customer_name,customer_phone,part,payment_amount"
      )
      expect(line).toBe(
        `${shown?.id ?? ""},${number},settled,paid,,,main,pp_checkout-uz_main,${shown?.amount ?? 0},` +
          `${shown?.amount ?? 0},0,0,uzs,click,` +
          `"'=hyperlink(""https://evil.example"")@example.uz",${shown?.order?.id ?? ""},1,` +
          `${shown?.cart_id ?? ""},${shown?.created_at ?? ""},${shown?.expires_at ?? ""},` +
          `${shown?.paid_at ?? ""},"'+1, ""quoted""\r\nand a new line",${shown?.settled_at ?? ""},Dilnoza Karimova,998901234567,,`
      )
    })

    it.each(["comma", "semicolon", "tab"])(
      "hold no formula where a spreadsheet splits them elsewhere than at each %s",
      async (separator) => {
        await settledCart(shop)
        const name = 'Ali;=1+1,"=1+1\t @SUM(1)\n-1;Karimov, -x; y-z'
        await shop.sql("UPDATE checkout_uz_invoice SET customer_name = ?", [name])
        const merchant = await logIn(shop)
        const response = await merchant.fetch(`${INVOICES}/export?separator=${separator}`)
        const text = await response.text()
        expect(text).toContain("Ali;'=1+1")
        expect(text).toContain("; y-z")
        for (const other of [",", ";", "\t", "\n"]) {
          for (const cell of text.split(other)) expect(cell).not.toMatch(/^["\s]*[=+\-@]/)
        }
      }
    )

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
        "Часть",
        "Весь платёж, сум",
        "Оплачено, сум",
        "Возвраты, сум",
        "Из них ещё не отправлено, сум",
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
      expect(cells.slice(9, 14)).toEqual([
        "Click",
        "1",
        "Dilnoza Karimova",
        "998 90 123 45 67",
        "xaridor@example.uz",
      ])
      expect(cells[14]).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/)
      // Of one that the service did not name, what the screens say; of what nobody has paid, nothing.
      await shop.sql("UPDATE checkout_uz_invoice SET payment_system = NULL")
      const [, unnamed = ""] = await exported(merchant, query)
      expect(unnamed.split(";")[9]).toBe("Система не указана")
      await shop.startedCart()
      const [, unpaid = ""] = await exported(merchant, query.replace("settled", "pending"))
      expect(unpaid.split(";")[9]).toBe("")
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
})
