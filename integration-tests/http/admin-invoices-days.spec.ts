import { overviewAnswerSchema } from "../../src/contract"
import { getParsed } from "../setup/admin-answers"
import { copies, INVOICES, list, type Listed } from "../setup/admin-invoices"
import { logIn } from "../setup/merchant"
import { describeShop, type Shop } from "../setup/shop"

describeShop("the merchant's invoices of some days", {}, (shop) => {
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
})

const numbersIn = ({ invoices }: Listed) => invoices.map(({ number }) => number)

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
