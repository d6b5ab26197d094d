import type { Locator, Page } from "playwright-core"
import { hindrances, openAdmin, axeFindings } from "./setup/browser"
import { draftOrder, paidOrder } from "./setup/orders"
import { keepScreen } from "./setup/pictures"
import { openStore, runSql } from "./setup/store"

/** Scrolls until the end of a part of the page is in sight. */
async function showWhole(page: Page, part: Locator): Promise<void> {
  await part.waitFor()
  await part.evaluate((element) => {
    element.scrollIntoView({ block: "end" })
  })
}

const TITLES = {
  en: "Payment through Checkout.uz",
  ru: "Оплата через Checkout.uz",
  uz: "Checkout.uz orqali toʻlov",
} as const

/** Our part of Medusa's page. */
const widgetOf = (page: Page, language: keyof typeof TITLES = "en") =>
  page.getByRole("region", { name: TITLES[language] })

/** The same for axe: what it finds elsewhere on the page is Medusa's. */
const OURS = "[role=region]:has(> div > h2)"

/** The state's badge, and beside it when that was. */
const showsPaid = (widget: Locator) => widget.getByText("Paid", { exact: true }).nth(1).waitFor()

describe("an order's payment", () => {
  it("is shown with its payment system, and the fiscal receipt on demand", async () => {
    const orderId = await paidOrder()
    const { page, problems } = await openAdmin()
    await page.goto(`/app/orders/${orderId}`)
    const widget = widgetOf(page)
    await showsPaid(widget)
    await widget.getByRole("img", { name: "Click" }).waitFor()
    // A receipt comes some time after its payment.
    await openStore().sandbox.advance(60)
    await widget.getByRole("button", { name: "Fiscal receipt" }).click()
    await widget.getByRole("img", { name: "QR code that leads to the receipt" }).waitFor()
    await widget.getByText("Fiscal sign").waitFor()
    await showWhole(page, widget)
    await keepScreen(page, "order")
    expect(await axeFindings(page, OURS)).toEqual([])
    // Its number leads to all that is known of it.
    await widget.getByRole("link", { name: /^\d+$/ }).click()
    await page.getByRole("dialog").getByText("Booked in Medusa as captured").waitFor()
    expect(problems).toEqual([])
  })

  it("a refund is paid out by hand and ticked off", async () => {
    const orderId = await paidOrder()
    const { page } = await openAdmin()
    const canceled = await page.request.post(`/admin/orders/${orderId}/cancel`)
    expect(canceled.status()).toBe(200)
    await page.goto(`/app/orders/${orderId}`)
    const widget = widgetOf(page)
    await widget.getByRole("button", { name: "Mark as paid out" }).click()
    const panel = page.getByRole("dialog")
    // How much, to whom and through what.
    await panel.getByText("Dilnoza Karimova").waitFor()
    await panel.getByRole("link", { name: "+998 90 123 45 67" }).waitFor()
    expect(await axeFindings(page, "[role=dialog]")).toEqual([])
    await panel.getByLabel("How was it sent?").fill("In cash")
    await panel.getByRole("button", { name: "Cancel" }).click()
    // What was written is not lost unasked.
    await page.getByRole("button", { name: "Keep writing" }).click()
    await panel.getByRole("button", { name: "Mark as paid out" }).click()
    await widget.getByText("Paid out", { exact: true }).waitFor()
    await widget.getByText("In cash").waitFor()
  })

  it("a payment link asks for what is open, and its payment captures the order", async () => {
    const { page, problems } = await openAdmin()
    const orderId = await draftOrder(page)
    const { databaseUrl } = openStore()
    await runSql(databaseUrl, `UPDATE "order" SET locale = 'uz-UZ' WHERE id = $1`, [orderId])
    await page.goto(`/app/draft-orders/${orderId}`)
    const widget = widgetOf(page)
    await widget.getByRole("button", { name: "Make a link" }).click()
    const address = await widget
      .getByRole("link", { name: "Open payment page" })
      .getAttribute("href")
    await widget.getByRole("img", { name: /QR code/ }).waitFor()
    // The customer reads their own language, whatever the merchant's is.
    const share = await widget.getByRole("link", { name: "Share on Telegram" }).getAttribute("href")
    expect(new URL(share ?? "").searchParams.get("text")).toMatch(
      /^Buyurtma № \d+, toʻlov summasi: [\d\u00a0]+soʻm$/
    )
    await showWhole(page, widget)
    await keepScreen(page, "order-link")
    expect(await axeFindings(page, OURS)).toEqual([])

    // The customer, on the service's own page.
    const payment = await page.context().newPage()
    await payment.goto(address ?? "")
    await payment.getByRole("link", { name: "Click" }).click()
    await payment.getByRole("button", { name: /^Pay / }).click()
    await payment.waitForLoadState("networkidle")

    await page.reload()
    await showsPaid(widgetOf(page))
    expect(problems).toEqual([])
  })

  it("says why it cannot do something in the reader's language, and not in the server's", async () => {
    const { page } = await openAdmin({ language: "ru" })
    const message = "This payment is being worked on at this moment: try again in two minutes."
    await page.route(/\/payment-link$/, (route) =>
      route.request().method() === "POST"
        ? route.fulfill({
            status: 409,
            json: { type: "not_allowed", code: "in_progress", message },
          })
        : route.continue()
    )
    await page.goto(`/app/draft-orders/${await draftOrder(page)}`)
    const widget = widgetOf(page, "ru")
    await widget.getByRole("button", { name: "Создать ссылку" }).click()
    await widget.getByText("Этот платёж сейчас обрабатывается.").waitFor()
    expect(await page.getByText(message).count()).toBe(0)
  })

  it.each(["ru", "uz"] as const)("speaks %s, in the dark and on a phone", async (language) => {
    const orderId = await paidOrder()
    const dark = await openAdmin({ language, theme: "dark" })
    await dark.page.goto(`/app/orders/${orderId}`)
    await showWhole(dark.page, widgetOf(dark.page, language))
    await keepScreen(dark.page, `order-dark-${language}`)
    expect(await axeFindings(dark.page, OURS)).toEqual([])

    const phone = await openAdmin({ language, width: 390 })
    await phone.page.goto(`/app/orders/${orderId}`)
    await showWhole(phone.page, widgetOf(phone.page, language))
    await keepScreen(phone.page, `order-phone-${language}`)
    expect(await hindrances(phone.page, { width: 390 }, OURS)).toEqual([])
  })
})
