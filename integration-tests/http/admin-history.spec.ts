import { z } from "zod"
import { historyAnswerSchema } from "../../src/contract"
import { getParsed, refusalIn } from "../setup/admin-answers"
import { expectSettledOnce } from "../setup/books"
import { logIn, type Merchant } from "../setup/merchant"
import { describeShop, type Shop } from "../setup/shop"

const KEY = "sandbox-key"
const DESK = "/admin/checkout-uz/cash-desks/main/history"

describeShop(
  "a cash desk's history beside the ledger",
  {
    apiKey: KEY,
    providers: [
      { id: "keyless", options: { cashDesk: "keyless" } },
      { id: "refused", options: { cashDesk: "refused", apiKey: "a-key-of-nobody" } },
    ],
  },
  (shop) => {
    it("is nobody's without a login", async () => {
      const response = await fetch(`${shop.baseUrl}${DESK}?from=2026-11-01&to=2026-11-30`)
      expect(response.status).toBe(401)
    })

    it("tells ours from another program's, and shows what the service has lost", async () => {
      const sold = await settledInvoice(shop)
      const foreign = await paidByAnotherProgram(shop, 12_000)
      const lost = await settledInvoice(shop)
      // As where the service's books were set back.
      const never = lost.number + 1_000_000
      await shop.sql("UPDATE checkout_uz_invoice SET number = ? WHERE number = ?", [
        String(never),
        String(lost.number),
      ])
      const merchant = await logIn(shop)
      const report = await history(merchant)

      expect(rowOf(report.both, sold.number)).toMatchObject({
        amount: sold.total,
        service_status: "paid",
        invoice: { state: "settled", amount: sold.total, order_number: 1 },
      })
      expect(rowOf(report.only_service, foreign)).toMatchObject({ amount: 12_000, invoice: null })
      expect(rowOf(report.only_service, lost.number)).toBeDefined()
      expect(report.only_ours).toMatchObject([
        {
          number: never,
          service_status: null,
          service_paid_at: null,
          invoice: { order_number: 2 },
        },
      ])
      const { total } = lost
      expect(report.totals.only_ours).toEqual({
        ...{ count: 1, amount: total, paid: total },
        ...{ given_back: 0, unbooked: 0 },
      })
      expect(report.totals.both).toEqual({
        count: report.both.length,
        amount: report.both.reduce((sum, { amount }) => sum + amount, 0),
      })
      expect(report.asked_for).toBe(1_000)
      expect(report.received).toBe(report.both.length + report.only_service.length)
    })

    it("knows an invoice by its number, whatever its day, its state and the range", async () => {
      const { number } = await settledInvoice(shop)
      await shop.sql(
        `UPDATE checkout_uz_invoice SET created_at = '2020-01-01', paid_at = '2020-01-01',
                paid_at_text = '2020-01-01 00:00:00'`
      )
      const merchant = await logIn(shop)
      expect(rowOf((await history(merchant)).both, number)).toBeDefined()
      const past = await history(merchant, "2019-07-01", "2020-06-30")
      expect(past).toMatchObject({ both: [], only_service: [], only_ours: [] })

      await shop.sql("UPDATE checkout_uz_invoice SET state = 'expired', spent_by_session = NULL")
      const [row] = (await history(merchant)).both.filter((each) => each.number === number)
      expect(row).toMatchObject({ invoice: { state: "expired" } })
    })

    it("never holds the service's book against another service's of the same numbers", async () => {
      const { number } = await settledInvoice(shop)
      await shop.sql("UPDATE checkout_uz_invoice SET service_url = 'https://other.example/api/v1'")
      const merchant = await logIn(shop)
      const report = await history(merchant)
      expect(rowOf(report.only_service, number)).toBeDefined()
      expect(report).toMatchObject({ both: [], only_ours: [] })
    })

    it("says that it may be incomplete where the service's list ends too early", async () => {
      const merchant = await logIn(shop)
      const { number } = await settledInvoice(shop)
      await shop.sql(
        `INSERT INTO checkout_uz_invoice (id, service_url, cash_desk, number, uuid, key_fingerprint,
           state, provider_id, payment_collection_id, currency_code, session_amount,
           raw_session_amount, invoice_amount, raw_invoice_amount, payment_url, pay_via,
           custom_payment_pages, expires_at, webhook_token, paid_at, paid_at_text)
         SELECT 'cuinv_old', service_url, cash_desk, '1', '', '', 'settled', provider_id, 'pay_col_old',
                'uzs', 7000, '{"value":"7000"}', 7000, '{"value":"7000"}', '', '{}', '[]', now(), 'token',
                CAST(? AS date), ?
           FROM checkout_uz_invoice WHERE number = ?`,
        [day(-100), `${day(-100)} 10:00:00`, String(number)]
      )
      const all = await history(merchant)
      expect(all).toMatchObject({ may_be_incomplete: true, only_ours: [{ number: 1 }] })
      const later = await history(merchant, day(100), day(150))
      expect(later).toMatchObject({ may_be_incomplete: false, both: [] })
    })

    it("lists the newest of many that are the store's alone, sums up all, and has all in its file", async () => {
      const { number, total } = await settledInvoice(shop)
      // Of other numbers, so the service knows none of them; every tenth is on no order yet.
      await shop.sql(
        `INSERT INTO checkout_uz_invoice (id, service_url, cash_desk, number, uuid, key_fingerprint,
           state, provider_id, payment_collection_id, currency_code, session_amount,
           raw_session_amount, invoice_amount, raw_invoice_amount, payment_url, pay_via,
           custom_payment_pages, expires_at, webhook_token, paid_at, paid_at_text, paid_amount, raw_paid_amount)
         SELECT 'cuinv_' || n, service_url, cash_desk, CAST(900000 + n AS text), '', '',
                CASE WHEN n % 10 = 0 THEN 'paid' ELSE 'settled' END, provider_id, 'pay_col_' || n,
                'uzs', 7000, '{"value":"7000"}', 7000, '{"value":"7000"}', '', '{}', '[]', now(), 'token',
                paid_at, paid_at_text, 8000, '{"value":"8000"}'
           FROM checkout_uz_invoice, generate_series(1, 1100) n WHERE number = ?`,
        [String(number)]
      )
      await shop.sql(
        `INSERT INTO checkout_uz_payout (id, invoice_id, refund_id, amount, raw_amount, currency_code)
         VALUES ('cupay_1', 'cuinv_1', 'ref_1', 3000, '{"value":"3000"}', 'uzs')`
      )
      const merchant = await logIn(shop)
      const { only_ours: rows, both, totals } = await history(merchant)
      expect(rows.map((row) => row.number)).toEqual(
        Array.from({ length: 1_000 }, (_, n) => 901_100 - n)
      )
      expect(totals.only_ours).toEqual({
        ...{ count: 1_100, amount: 7_700_000, paid: 8_800_000 },
        ...{ given_back: 3_000, unbooked: 880_000 },
      })
      expect(rowOf(both, number)).toMatchObject({ amount: total })
      const file = await merchant.fetch(`${DESK}?from=${day(-180)}&to=${day(180)}&format=csv`)
      const lines = (await file.text()).trimEnd().split("\r\n")
      expect(lines.filter((line) => line.startsWith("only_ours,"))).toHaveLength(1_100)
    })

    it("is a file with the group in a column, too", async () => {
      const { number, total } = await settledInvoice(shop)
      const foreign = await paidByAnotherProgram(shop, 5_000)
      const merchant = await logIn(shop)
      const response = await merchant.fetch(`${DESK}?from=${day(-180)}&to=${day(180)}&format=csv`)
      expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8")
      expect(response.headers.get("content-disposition")).toMatch(
        /^attachment; filename="checkout-uz-history-main-[\d-]+\.csv"$/
      )
      const lines = (await response.text()).trimEnd().split("\r\n")
      expect(lines[0]).toBe(
        "group,number,service_amount,service_status,service_paid_at,invoice_id,state,our_amount," +
          "order_id,order_number,paid_at,standing,paid,given_back"
      )
      const lineOf = (of: number) => lines.find((line) => line.split(",")[1] === String(of))
      expect(lineOf(number)).toMatch(
        new RegExp(`^both,${number},${total},paid,[^,]+,cuinv_\\w+,settled,${total},order_\\w+,1,`)
      )
      expect(lineOf(foreign)).toMatch(
        new RegExp(`^only_service,${foreign},5000,paid,[^,]+,,,,,,,,,$`)
      )
    })

    it("is refused as what it is where the service refuses, never as the merchant's own login", async () => {
      const merchant = await logIn(shop)
      const path = `${DESK}?from=2026-11-01&to=2026-11-30`
      const refused = async () => refusalIn(await merchant.get(path))

      await shop.sandbox.settings({ ip_whitelist: ["203.0.113.7"] })
      expect(await refused()).toMatchObject({ status: 409, code: "address_not_allowed" })
      await shop.sandbox.settings({ ip_whitelist: null })
      for (const kind of ["http_500", "html", "status_error"] as const) {
        await shop.sandbox.fault("get_history", kind, 10)
        expect(await refused()).toMatchObject({ status: 502, code: "service_failed" })
        await shop.sandbox.clearFaults()
      }
      await shop.sandbox.fault("get_history", "reset", 10)
      expect(await refused()).toMatchObject({ status: 502, code: "service_unreachable" })
      await shop.sandbox.clearFaults()

      for (const [desk, status, code] of [
        ["keyless", 409, "no_key"],
        ["refused", 400, "key_refused"],
      ] as const) {
        const answer = await merchant.get(path.replace("main", desk))
        expect(refusalIn(answer)).toMatchObject({ status, code })
      }
      for (const unknown of ["nobody", "%20", "..%2fmain"]) {
        expect(refusalIn(await merchant.get(path.replace("main", unknown)))).toMatchObject({
          status: 404,
          message: "There is no such cash desk.",
        })
      }
    })

    it("is not asked for with what makes no sense, each refused in one sentence", async () => {
      const merchant = await logIn(shop)
      const wrong = {
        "from=2026-11-30&to=2026-11-01": '"to"',
        "from=2026-11-01": '"to"',
        "from=2020-01-01&to=2026-11-01": "366 days",
        "from=today&to=2026-11-01": '"from"',
        "from=2026-11-01&to=2026-11-30&format=pdf": '"format"',
      }
      for (const [query, place] of Object.entries(wrong)) {
        const refusal = refusalIn(await merchant.get(`${DESK}?${query}`))
        expect(refusal).toMatchObject({ status: 400 })
        expect(refusal.message).toContain(place)
      }
    })
  }
)

type Report = z.output<typeof historyAnswerSchema>

/** The day so many days from today. */
function day(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
}

function history(merchant: Merchant, from = day(-180), to = day(180)): Promise<Report> {
  return getParsed(merchant, `${DESK}?from=${from}&to=${to}`, historyAnswerSchema)
}

function rowOf(rows: Report["both"], number: number) {
  return rows.find((row) => row.number === number)
}

async function settledInvoice(shop: Shop): Promise<{ number: number; total: number }> {
  const { cart, number } = await shop.startedCart()
  await shop.sandbox.pay(number)
  await expectSettledOnce(shop, cart)
  return { number, total: cart.total }
}

/** Another program with the same key makes an invoice at the service, and it is paid. */
async function paidByAnotherProgram(shop: Shop, amount: number): Promise<number> {
  const response = await fetch(`${shop.sandbox.url}/api/v1/create_payment`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${KEY}` },
    body: JSON.stringify({ amount }),
  })
  const { payment } = z
    .object({ payment: z.object({ _id: z.number() }) })
    .parse(await response.json())
  await shop.sandbox.pay(payment._id)
  return payment._id
}
