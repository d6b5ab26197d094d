import { openAdmin } from "./setup/browser"
import { PAYMENTS_PAGE } from "./setup/payments-page"
import { keepScreen } from "./setup/pictures"

describe("the days of the page Payments", () => {
  it.each(["overview", "report"])(
    "%s shows the days of a preset in its fields and in its address alike",
    async (tab) => {
      const { page } = await openAdmin()
      await page.goto(`${PAYMENTS_PAGE}?tab=${tab}&from=2026-01-05&to=2026-01-09`)
      const digits = async (name: string) =>
        (await page.getByRole("group", { name, exact: true }).innerText()).replaceAll(/\D/g, "")
      await page.getByRole("group", { name: "From", exact: true }).waitFor()
      expect([await digits("From"), await digits("To")]).toEqual(["05012026", "09012026"])
      for (const preset of ["7 days", "90 days"]) {
        await page.getByRole("button", { name: preset }).click()
        await page.waitForURL((url) => url.searchParams.get("from") !== "2026-01-05")
        await page.getByRole("button", { name: preset, pressed: true }).waitFor()
        const { searchParams } = new URL(page.url())
        const written = (name: string) =>
          (searchParams.get(name) ?? "").split("-").reverse().join("")
        expect(await digits("From")).toBe(written("from"))
        expect(await digits("To")).toBe(written("to"))
      }
    }
  )

  it("keeps the one preset pressed that was, where two of them are the same days", async () => {
    const { page } = await openAdmin()
    // On the last day of a month with thirty; its 30th begins in Tashkent while it is the 29th here.
    await page.clock.setFixedTime(new Date("2026-11-29T20:00:00Z"))
    await page.goto(PAYMENTS_PAGE)
    const pressed = page
      .getByRole("group", { name: "Days to choose from" })
      .getByRole("button", { pressed: true })
    await pressed.first().waitFor()
    expect(await pressed.allInnerTexts()).toEqual(["30 days"])
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
    await press("This month")
    await pressed.filter({ hasText: "This month" }).waitFor()
    expect(await pressed.allInnerTexts()).toEqual(["This month"])
    await page.reload()
    await pressed.first().waitFor()
    expect(await pressed.allInnerTexts()).toEqual(["This month"])
    await keepScreen(page, "payments-preset")
    await press("30 days")
    await pressed.filter({ hasText: "30 days" }).waitFor()
    expect(await pressed.allInnerTexts()).toEqual(["30 days"])

    await page.goto(`${PAYMENTS_PAGE}?tab=invoices`)
    await page.getByRole("button", { name: /^Date paid/ }).click()
    await press("This month")
    await page.waitForURL((url) => url.searchParams.get("paid_from") === "2026-11-01")
    await pressed.first().waitFor()
    expect(await pressed.allInnerTexts()).toEqual(["This month"])
  })

  it.each([
    ["en", "January 2026"],
    ["ru", "январь 2026 г."],
    // Chromium has no Uzbek names of months: see docs/admin.md.
    ["uz", "January 2026"],
  ] as const)("writes a day in one way in %s", async (language, month) => {
    const { page } = await openAdmin({ language })
    await page.goto(`${PAYMENTS_PAGE}?tab=report&from=2026-01-05&to=2026-01-09`)
    const fields = page.locator("[role=group]:has([role=spinbutton])")
    await fields.nth(1).waitFor()
    const days = await fields.allInnerTexts()
    expect(days.map((day) => day.replaceAll(/\s|\u200b|\p{Cf}/gu, ""))).toEqual([
      "05.01.2026",
      "09.01.2026",
    ])
    await fields.first().getByRole("button").first().click()
    await page.getByRole("dialog").getByRole("heading", { name: month }).waitFor()
    await keepScreen(page, `payments-calendar-${language}`)
  })
})
