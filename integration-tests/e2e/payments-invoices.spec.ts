import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { z } from "zod"
import { customer } from "../../scripts/demo/customer"
import { hindrances, openAdmin, axeFindings, SCREENS } from "./setup/browser"
import { checkOut, pay } from "./setup/fill-ledger"
import { openTab, PAYMENTS_PAGE } from "./setup/payments-page"
import { keepScreen } from "./setup/pictures"
import { openStore } from "./setup/store"

const PATIENCE = { everyMs: 200, limitMs: 60_000 }

/** The lines of the file that the page's export is. */
async function exported(page: Page): Promise<string[]> {
  const started = page.waitForEvent("download")
  await page.getByRole("button", { name: "Export CSV" }).click()
  const file = await (await started).path()
  return (await readFile(file, "utf8")).trim().split("\r\n")
}

/** Whether nothing of a text is cut off. It runs in the page. */
function isShownWhole({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean {
  return scrollWidth <= clientWidth && scrollHeight <= clientHeight
}

describe("Invoices", () => {
  it("finds an invoice, filters, opens it and exports what it shows", async () => {
    const { page, problems } = await openAdmin()
    await openTab(page, "invoices", "Dilnoza Karimova")
    await page.getByRole("img", { name: "Click" }).first().waitFor()
    await keepScreen(page, "payments-invoices")
    expect(await axeFindings(page)).toEqual([])
    // A screen reader hears which way the list is sorted.
    await page.locator("th[aria-sort=descending]", { hasText: "Created" }).waitFor()
    await page
      .locator("th[aria-sort=none]", { hasText: /^Amount/ })
      .getByText("Amount")
      .click()
    await page.locator("th[aria-sort$=scending]", { hasText: /^Amount/ }).waitFor()
    await page.locator("th[aria-sort=none]", { hasText: "Created" }).waitFor()

    await page.getByPlaceholder("Order, invoice, name, phone or e-mail").fill("#3")
    await page.getByText("#3", { exact: true }).waitFor()
    await page.getByText("#4", { exact: true }).waitFor({ state: "detached" })

    const lines = await exported(page)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('"Paid, UZS","Refunds and returns, UZS"')
    expect(lines[1]).toContain("dilnoza@mijoz.example")
    await page.getByRole("button", { name: "Separator in the file" }).click()
    await page.getByRole("menuitemradio", { name: "Semicolon" }).click()
    // It is remembered on this computer.
    await page.reload()
    await page.getByText("#3", { exact: true }).waitFor()
    expect((await exported(page))[0]).toContain("Customer;Phone;E-mail")

    await page
      .getByText("#3", { exact: true })
      .locator("xpath=ancestor::tr")
      .locator("td")
      .first()
      .click()
    await page.getByRole("dialog").getByText("History").waitFor()
    await page.getByRole("dialog").getByText("Booked in Medusa as captured").waitFor()
    expect(await axeFindings(page, "[role=dialog]")).toEqual([])
    expect(problems).toEqual([])
  })

  it("opens an invoice whose line is pressed while the payment systems come in", async () => {
    const { page, problems } = await openAdmin()
    let letCome = () => {}
    const held = new Promise<void>((resolve) => {
      letCome = resolve
    })
    await page.route("**/cash-desks/*/overview**", async (route) => {
      await held
      await route.continue()
    })
    await openTab(page, "invoices", "Dilnoza Karimova")
    const line = page.getByRole("row").filter({ hasText: "Dilnoza Karimova" }).first()
    expect(await page.getByRole("img", { name: /Click|Payme/ }).count()).toBe(0)
    await line.getByText("UZS").first().hover()
    await page.mouse.down()
    letCome()
    await page
      .getByRole("img", { name: /Click|Payme/ })
      .first()
      .waitFor()
    await page.mouse.up()
    await page.getByRole("dialog").getByText("History").waitFor()
    expect(problems).toEqual([])
  })

  it.each([
    ["en", 1440, "10000 or more"],
    ["ru", 390, "10000 или больше"],
    ["uz", 390, "10000 yoki koʻproq"],
  ] as const)(
    "says in %s at %i px that more fits than was counted",
    async (language, width, words) => {
      const { page, problems } = await openAdmin({ language, width })
      await page.route("**/admin/checkout-uz/invoices?**", async (route) => {
        const response = await route.fetch()
        const answer = z.record(z.string(), z.unknown()).parse(await response.json())
        await route.fulfill({ response, json: { ...answer, count: 10_000, more: true } })
      })
      await openTab(page, "invoices", words)
      await page.getByText(words).scrollIntoViewIfNeeded()
      await keepScreen(page, `payments-invoices-more-${width}-${language}`)
      expect(await hindrances(page, { width })).toEqual([])
      expect(problems).toEqual([])
    }
  )

  it.each([
    ["en", "Compare", /^Show \d+ that/],
    ["ru", "Сверить", /^Показать \d+ совпад/],
    ["uz", "Solishtirish", /^Mos kelgan \d+ tasini/],
  ] as const)("shows every column at 1,280 px in %s", async (language, compare, unfold) => {
    const { page } = await openAdmin({ language, width: 1280 })
    const hidden = () =>
      page
        .getByRole("table")
        .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0))
    await openTab(page, "invoices", "Dilnoza Karimova")
    expect(await hidden()).toBeLessThanOrEqual(1)
    const name = page.getByRole("table").getByText("Dilnoza Karimova").first()
    expect(await name.evaluate(isShownWhole)).toBe(true)
    await keepScreen(page, `payments-invoices-1280-${language}`)

    await page.goto(`${PAYMENTS_PAGE}?tab=report`)
    await page.getByRole("button", { name: compare, exact: true }).click()
    await page.getByRole("button", { name: unfold }).click()
    await page.getByRole("table").scrollIntoViewIfNeeded()
    expect(await hidden()).toBeLessThanOrEqual(1)
    await keepScreen(page, `payments-report-1280-${language}`)
  })

  it("finds the payment of a customer who calls, by the number they call from", async () => {
    const { page, problems } = await openAdmin({ width: 390 })
    await openTab(page, "invoices", "Dilnoza Karimova")
    await page.getByPlaceholder("Order, invoice, name, phone or e-mail").fill("90 123 45 67")
    await page.waitForURL(/q=90/)
    await page.getByRole("button", { name: "Date paid" }).click()
    const days = page.getByRole("dialog")
    expect(await hindrances(page, { width: 390 }, "[role=dialog]")).toEqual([])
    await keepScreen(page, "payments-invoices-days-phone")
    await days.getByRole("button", { name: "30 days" }).click()
    await page.waitForURL(/paid_from=\d/)
    await page.keyboard.press("Escape")
    await days.waitFor({ state: "detached" })
    const row = page.getByRole("listitem").filter({ hasText: "Dilnoza Karimova" }).first()
    await row.getByText("UZS").waitFor()
    // A line of it is told from the next by what the service's dashboard has, too.
    await row.getByText(/^\d{9}$/).waitFor()
    await keepScreen(page, "payments-invoices-found-phone")
    await row.getByRole("button").click()
    const panel = page.getByRole("dialog")
    const call = panel.getByRole("link", { name: "+998 90 123 45 67" })
    expect(await call.getAttribute("href")).toBe("tel:+998901234567")
    await page.goto(`${PAYMENTS_PAGE}?tab=invoices&q=nobody`)
    await page.getByText("No results", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Clear all" }).click()
    await page.getByText("Dilnoza Karimova").first().waitFor()
    expect(problems).toEqual([])
  })

  it("says where nobody named the payment system, and leads to those payments", async () => {
    const { state } = openStore()
    const { invoice } = await checkOut(state)
    await pay(state, invoice.number, "payme", "drop")
    await customer(state).waitForOrder(invoice.sessionId, PATIENCE)
    const { page, problems } = await openAdmin({ width: 1280 })
    await openTab(page, "overview", "names the payment system only in its webhook")
    await page.getByRole("link", { name: "Show them" }).click()
    await page.getByRole("button", { name: "Payment system: System not named" }).waitFor()
    const row = page.getByRole("row", { name: invoice.number })
    await row.getByText("System not named").waitFor()
    await page.getByText("Click", { exact: true }).waitFor({ state: "detached" })
    expect(await axeFindings(page)).toEqual([])
    await row.locator("td").first().click()
    const panel = page.getByRole("dialog")
    await panel.getByText("names the payment system only in its webhook").waitFor()
    expect(await axeFindings(page, "[role=dialog]")).toEqual([])
    expect(problems).toEqual([])
  })

  it.each(SCREENS)("tells what came of it beside a drawer's buttons $named", async (screen) => {
    const { state } = openStore()
    const { invoice } = await checkOut(state)
    const { page } = await openAdmin(screen)
    await openTab(page, "invoices", "Dilnoza Karimova")
    await page.getByPlaceholder("Order, invoice, name, phone or e-mail").fill(invoice.number)
    await page.waitForURL(/q=\d/)
    await page.getByText("Waiting", { exact: true }).first().click()
    const panel = page.getByRole("dialog")
    await panel.getByRole("button", { name: "Check now" }).click()
    const told = page.locator("[data-sonner-toast]", { hasText: "has not paid yet" })
    await told.waitFor()
    // It stands still.
    await page.waitForTimeout(500)
    await panel.getByRole("button", { name: "Close" }).click({ trial: true })
    // Sent away, it leaves the drawer open.
    await told.getByRole("button").click()
    await told.waitFor({ state: "detached" })
    await panel.getByRole("button", { name: "Close" }).click()
    await panel.waitFor({ state: "detached" })
  })

  it("says where the service could not be asked, and sees a payment whose webhook was lost by checking now", async () => {
    const { state, sandbox } = openStore()
    const { invoice } = await checkOut(state)
    const { page } = await openAdmin()
    await openTab(page, "invoices", invoice.number)
    await page
      .getByText(invoice.number)
      .first()
      .locator("xpath=ancestor::tr")
      .locator("td")
      .first()
      .click()
    const panel = page.getByRole("dialog")
    await sandbox.faultShare("status_payment", "http_500", 1)
    await panel.getByRole("button", { name: "Check now" }).click()
    await panel.getByText("The last time Checkout.uz could not be asked").waitFor()
    await sandbox.clearFaults()
    await pay(state, invoice.number, "payme", "drop")
    await panel.getByRole("button", { name: "Check now" }).click()
    await panel.getByText("Booked in Medusa as captured").waitFor()
    const orderId = await customer(state).waitForOrder(invoice.sessionId, PATIENCE)
    expect(orderId).toMatch(/^order_/)
  })
})
