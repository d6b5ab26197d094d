import { z } from "zod"
import { customer } from "../../scripts/demo/customer"
import {
  closeBrowser,
  keepScreen,
  openShop,
  scrollsSideways,
  seriousFindings,
} from "./setup/browser"
import {
  atPayment,
  CARD,
  enterCard,
  fillCheckout,
  giveBack,
  goToClick,
  letExpire,
  loseCart,
  orderIsShown,
  payButton,
  payPageButton,
  sessionIn,
  sessionOfPaymentPage,
  WORDS,
} from "./setup/shopping"
import { openStore } from "./setup/store"

const PHONE = 390
const DESKTOP = 1280
/** The sandbox's own, where nothing else is set. */
const FISCAL_DELAY_SECONDS = 30
/** Nothing that a receipt is known to have. */
const UNKNOWN_ROW = { name: "data.items.0.package_code", value: "1234567", link: null }
const receiptSchema = z.object({ receipt: z.array(z.record(z.string(), z.unknown())) })
const PATIENCE = { everyMs: 300, limitMs: 60_000 }

const LOOKS = [
  { language: "uz", width: PHONE, theme: "light" },
  { language: "ru", width: DESKTOP, theme: "light" },
  { language: "en", width: PHONE, theme: "dark" },
] as const
type ShopLook = (typeof LOOKS)[number]
const named = ({ language, width }: ShopLook, what: string) =>
  `shop-${what}-${width === PHONE ? "phone" : "desktop"}-${language}`

describe("buying in the shop", () => {
  afterAll(closeBrowser)

  it.each(LOOKS)("through the payment page ($language, $width px, $theme)", async (look) => {
    const words = WORDS[look.language]
    const { page, problems } = await openShop(look)
    await page.goto("/")
    await page
      .getByRole("button", { name: new RegExp(`^${words.add}: `) })
      .first()
      .waitFor()
    await page.waitForLoadState("networkidle")
    await keepScreen(page, named(look, "shelf"))
    expect(await seriousFindings(page, "body")).toEqual([])
    await fillCheckout(page, words)
    await page.waitForLoadState("networkidle")
    await keepScreen(page, named(look, "payment"))
    expect(await seriousFindings(page, "body")).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)

    await goToClick(page, words)
    await payPageButton(page).click()
    await page.waitForURL(/\/return\?session=/)
    await page.getByRole("heading", { name: words.placedTitle }).waitFor()
    await page.getByText(words.total, { exact: true }).waitFor()
    await keepScreen(page, named(look, "order"))
    expect(await seriousFindings(page, "body")).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)

    // Found again from the address alone, also where this browser has forgotten everything.
    await page.evaluate(() => {
      localStorage.clear()
    })
    await page.reload()
    await page.getByRole("heading", { name: words.placedTitle }).waitFor()
    expect(problems).toEqual([])
  })

  it.each(LOOKS)("by card, after a wrong code ($language, $width px, $theme)", async (look) => {
    const words = WORDS[look.language]
    const { page, problems } = await openShop(look)
    await fillCheckout(page, words)
    await page.getByRole("radio", { name: words.cardHere }).check()
    await payButton(page, words).click()
    await page.waitForURL(/\/card\?session=/)
    await enterCard(page, words)
    const code = page.getByLabel(words.smsCode)
    await code.waitFor()
    await keepScreen(page, named(look, "code"))
    expect(await seriousFindings(page, "body")).toEqual([])

    await code.fill("000000")
    await page.getByRole("button", { name: words.confirm }).click()
    await page.getByRole("alert").waitFor()
    await code.fill(CARD.code)
    await page.getByRole("button", { name: words.confirm }).click()
    await page.waitForURL(/\/return\?session=/)
    await page.getByRole("heading", { name: words.placedTitle }).waitFor()
    expect(problems).toEqual([])
  })

  it("with one invoice, however often the button is pressed on a slow network", async () => {
    const words = WORDS.en
    const { page } = await openShop({ width: DESKTOP })
    await fillCheckout(page, words)
    let started = 0
    await page.route("**/payment-sessions", async (route) => {
      if (route.request().method() === "POST") started += 1
      await new Promise((resolve) => setTimeout(resolve, 800))
      await route.continue()
    })
    await page.getByRole("radio", { name: "Click" }).check()
    const button = payButton(page, words)
    await button.dblclick()
    await page.getByRole("button", { name: words.opening }).click({ force: true })
    await page.waitForURL(/\/pay\//)
    expect(started).toBe(1)

    // Back from the payment page, the button is alive.
    await page.goBack()
    await payButton(page, words).waitFor()
    await goToClick(page, words)
  })

  it("the order is placed where the tab is closed right after paying", async () => {
    const words = WORDS.ru
    const { page } = await openShop({ language: "ru", width: PHONE })
    await fillCheckout(page, words)
    await goToClick(page, words)
    const sessionId = await sessionOfPaymentPage(page)
    const paid = page.waitForRequest((request) => request.method() === "POST")
    await payPageButton(page).click()
    await paid
    await page.close()
    const orderId = await customer(openStore().state).waitForOrder(sessionId, PATIENCE)
    expect(orderId).toMatch(/^order_/)
  })

  it("an expired invoice is paid again, with a new one", async () => {
    const words = WORDS.uz
    const { page } = await openShop({ language: "uz", width: PHONE })
    await fillCheckout(page, words)
    await goToClick(page, words)
    const sessionId = await sessionOfPaymentPage(page)
    await letExpire(sessionId)
    await page.goto(`${openStore().state.storefront_url}/return?session=${sessionId}`)
    await page.getByRole("heading", { name: words.expiredTitle }).waitFor()
    await keepScreen(page, "shop-expired-phone-uz")
    expect(await seriousFindings(page, "body")).toEqual([])
    await page.getByRole("button", { name: words.payAgain }).click()
    await page.waitForURL(/\/pay\//)
    await page.locator("a[href$='/click']").click()
    await payPageButton(page).click()
    await page.waitForURL(/\/return\?session=/)
    expect(sessionIn(page)).not.toBe(sessionId)
    await page.getByRole("heading", { name: words.placedTitle }).waitFor()
  })

  it("money that is held is said to be here", async () => {
    const words = WORDS.ru
    const { page } = await openShop({ language: "ru", width: PHONE })
    await fillCheckout(page, words)
    await goToClick(page, words)
    const sessionId = await sessionOfPaymentPage(page)
    await loseCart(sessionId)
    await payPageButton(page).click()
    await page.waitForURL(/\/return\?session=/)
    await page.getByRole("heading", { name: words.heldTitle }).waitFor()
    await keepScreen(page, "shop-held-phone-ru")
    expect(await seriousFindings(page, "body")).toEqual([])
    await giveBack(page, sessionId)
    await page.reload()
    await page.getByRole("heading", { name: words.canceledTitle }).waitFor()
  })

  it("the fiscal receipt comes after the order, in the customer's words", async () => {
    const words = WORDS.uz
    const { page, problems } = await atPayment({ language: "uz", width: PHONE })
    await goToClick(page, words)
    await payPageButton(page).click()
    await orderIsShown(page, words)
    await page.getByText(words.receiptLater).waitFor()

    await page.route("**/store/checkout-uz/orders/*/receipt**", async (route) => {
      const response = await route.fetch()
      const { receipt } = receiptSchema.parse(await response.json())
      await route.fulfill({ response, json: { receipt: [...receipt, UNKNOWN_ROW] } })
    })
    await openStore().sandbox.advance(FISCAL_DELAY_SECONDS + 1)
    await page.reload()
    const receipt = page.getByRole("region", { name: words.receipt })
    const link = receipt.getByRole("link", { name: words.receiptOpen })
    await link.waitFor()
    const address = await link.getAttribute("href")
    expect(address).toMatch(/^https:\/\/ofd\.soliq\.uz\//)
    const sign = receipt.locator("div", { hasText: words.receiptSign }).getByRole("definition")
    expect(await sign.textContent()).toBe(new URL(address ?? "").searchParams.get("s"))
    expect(await receipt.getByRole("term").allTextContents()).toEqual([
      words.receiptTerminal,
      words.receiptNumber,
      words.receiptSign,
      words.receiptDate,
      words.receiptAmount,
      "Package code 1",
    ])
    await receipt.scrollIntoViewIfNeeded()
    await keepScreen(page, "shop-receipt-phone-uz")
    expect(await scrollsSideways(page)).toBe(false)
    expect(await seriousFindings(page, "body")).toEqual([])
    expect(problems).toEqual([])
  })

  it("the return page sits out a server that is away, and knows what it does not know", async () => {
    const words = WORDS.en
    const { page } = await openShop({ width: PHONE })
    await fillCheckout(page, words)
    await goToClick(page, words)
    const sessionId = await sessionOfPaymentPage(page)
    let refused = 0
    await page.route("**/store/checkout-uz/payment-sessions/**", async (route) => {
      refused += 1
      if (refused > 2) await route.continue()
      else await route.fulfill({ status: 502, body: "<html>Bad gateway</html>" })
    })
    await page.goto(`${openStore().state.storefront_url}/return?session=${sessionId}`)
    await page.getByRole("heading", { name: words.pendingTitle }).waitFor()
    await keepScreen(page, "shop-waiting-phone-en")
    expect(await seriousFindings(page, "body")).toEqual([])

    await page.goto("/return?session=payses_unknown")
    await page.getByRole("heading", { name: words.unknownTitle }).waitFor()
  })
})
