import { z } from "zod"
import { customer } from "../../scripts/demo/customer"
import { uz as answers } from "../../src/api/store/translations/uz"
import { openShop } from "./setup/browser"
import { DESKTOP, expectGood, named, PAGE_LOOKS, PHONE } from "./setup/shop-looks"
import {
  atPayment,
  fillCheckout,
  giveBack,
  goToClick,
  letExpire,
  loseCart,
  orderIsShown,
  payButton,
  payLate,
  payPageButton,
  sessionIn,
  sessionOfPaymentPage,
  WORDS,
} from "./setup/shopping"
import { openStore } from "./setup/store"

/** The sandbox's own, where nothing else is set. */
const FISCAL_DELAY_SECONDS = 30
/** Nothing that a receipt is known to have. */
const UNKNOWN_ROW = { name: "data.items.0.package_code", value: "1234567", link: null }
const receiptSchema = z.object({ receipt: z.array(z.record(z.string(), z.unknown())) })
const PATIENCE = { everyMs: 300, limitMs: 60_000 }

describe("buying in the shop", () => {
  afterEach(async () => {
    await openStore().sandbox.clearFaults()
  })

  it.each(PAGE_LOOKS)("through the payment page ($language, $width px, $theme)", async (look) => {
    const words = WORDS[look.language]
    const { page, problems } = await openShop(look)
    await fillCheckout(page, words, (name) => expectGood(page, named(look, name)))
    await goToClick(page, words)
    await payPageButton(page).click()
    await page.waitForURL(/\/return\?session=/)
    await page.getByRole("heading", { name: words.placedTitle }).waitFor()
    await page.getByText(words.total, { exact: true }).waitFor()
    await expectGood(page, named(look, "order"))

    // Found again from the address alone, in another browser than the one that paid.
    const { page: elsewhere } = await openShop(look)
    await elsewhere.goto(page.url())
    await orderIsShown(elsewhere, words)
    expect(problems).toEqual([])
  })

  it("with one invoice, however often the button is pressed on a slow network", async () => {
    const words = WORDS.en
    const { page } = await atPayment({ width: DESKTOP })
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
    const { page } = await atPayment({ language: "ru", width: PHONE })
    await goToClick(page, words)
    const sessionId = await sessionOfPaymentPage(page)
    const paid = page.waitForRequest((request) => request.method() === "POST")
    await payPageButton(page).click()
    await paid
    await page.close()
    const orderId = await customer(openStore().state).waitForOrder(sessionId, PATIENCE)
    expect(orderId).toMatch(/^order_/)
  })

  it("an expired invoice is paid again, with a new one, once the service is back", async () => {
    const words = WORDS.uz
    const { page } = await atPayment({ language: "uz", width: PHONE })
    const { sandbox, state } = openStore()
    await goToClick(page, words)
    const sessionId = await sessionOfPaymentPage(page)
    await letExpire(sessionId)
    await page.goto(`${state.storefront_url}/return?session=${sessionId}`)
    await page.getByRole("heading", { name: words.expiredTitle }).waitFor()
    await expectGood(page, "shop-expired-phone-uz")
    await sandbox.faultShare("create_payment", "http_500", 1)
    const payAgain = page.getByRole("button", { name: words.payAgain })
    await payAgain.click()
    const told = page.getByRole("alert")
    await told.waitFor()
    expect(await told.textContent()).toBe(answers.payment_unavailable)
    await expectGood(page, "shop-expired-unavailable-phone-uz")
    await sandbox.clearFaults()
    const before = await sandbox.calls("create_payment")
    await payAgain.dblclick()
    await page.waitForURL(/\/pay\//)
    expect(await sandbox.calls("create_payment")).toBe(before + 1)
    await page.locator("a[href$='/click']").click()
    await payPageButton(page).click()
    await page.waitForURL(/\/return\?session=/)
    expect(sessionIn(page)).not.toBe(sessionId)
    await page.getByRole("heading", { name: words.placedTitle }).waitFor()
  })

  it("pay again shows the order that late money has made meanwhile", async () => {
    const words = WORDS.en
    const { page } = await atPayment({ width: PHONE })
    const { state } = openStore()
    await goToClick(page, words)
    const sessionId = await sessionOfPaymentPage(page)
    await letExpire(sessionId)
    await page.goto(`${state.storefront_url}/return?session=${sessionId}`)
    await page.getByRole("heading", { name: words.expiredTitle }).waitFor()
    await payLate(sessionId)
    await customer(state).waitForOrder(sessionId, PATIENCE)
    await page.getByRole("button", { name: words.payAgain }).click()
    await orderIsShown(page, words)
  })

  it("money that is held is said to be here", async () => {
    const words = WORDS.ru
    const { page } = await atPayment({ language: "ru", width: PHONE })
    await goToClick(page, words)
    const sessionId = await sessionOfPaymentPage(page)
    await loseCart(sessionId)
    await payPageButton(page).click()
    await page.waitForURL(/\/return\?session=/)
    await page.getByRole("heading", { name: words.heldTitle }).waitFor()
    await expectGood(page, "shop-held-phone-ru")
    await giveBack(sessionId)
    await page.reload()
    await page.getByRole("heading", { name: words.canceledTitle }).waitFor()
    await expectGood(page, "shop-canceled-phone-ru")
  })

  it("the fiscal receipt comes after the order, in the customer's words, however late it can be had", async () => {
    const words = WORDS.uz
    const { page, problems } = await atPayment({ language: "uz", width: PHONE })
    const { sandbox } = openStore()
    await goToClick(page, words)
    await payPageButton(page).click()
    await orderIsShown(page, words)
    await page.getByText(words.receiptLater).waitFor()

    await page.route("**/store/checkout-uz/orders/*/receipt**", async (route) => {
      const response = await route.fetch()
      if (!response.ok()) return route.fulfill({ response })
      const { receipt } = receiptSchema.parse(await response.json())
      await route.fulfill({ response, json: { receipt: [...receipt, UNKNOWN_ROW] } })
    })
    await sandbox.advance(FISCAL_DELAY_SECONDS + 1)
    await sandbox.faultShare("get_fiscal", "http_500", 1)
    const refused = page.waitForResponse((response) => response.url().includes("/receipt"))
    await page.reload()
    expect((await refused).status()).toBe(502)
    await orderIsShown(page, words)
    await page.getByText(words.receiptLater).waitFor()
    expect(await page.getByRole("alert").count()).toBe(0)
    await sandbox.clearFaults()
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
    await expectGood(page, "shop-receipt-phone-uz")
    expect(problems).toEqual([])
  })

  it("the return page sits out a server that is away, and knows what it does not know", async () => {
    const words = WORDS.en
    const { page } = await atPayment({ width: PHONE })
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
    await expectGood(page, "shop-waiting-phone-en")

    for (const nowhere of ["/return", "/card", "/return?session=payses_unknown"]) {
      await page.goto(nowhere)
      await page.getByRole("heading", { name: words.unknownTitle }).waitFor()
    }
    await expectGood(page, "shop-unknown-phone-en")
  })
})
