import { uz as answers } from "../../src/api/store/translations/uz"
import {
  closeBrowser,
  keepScreen,
  openShop,
  scrollsSideways,
  seriousFindings,
} from "./setup/browser"
import { focused } from "./setup/keyboard"
import {
  atPayment,
  CARD,
  enterCard,
  fillCheckout,
  orderIsShown,
  ordersOf,
  payButton,
  payPageButton,
  sessionIn,
  takeCards,
  WORDS,
} from "./setup/shopping"
import { openStore } from "./setup/store"

const PHONE = 390

describe("a card in the shop", () => {
  afterAll(closeBrowser)
  afterEach(async () => {
    await openStore().sandbox.clearFaults()
  })

  it("takes a card as people type it, and says what is missing", async () => {
    const words = WORDS.uz
    const { page } = await openShop({ language: "uz", width: PHONE })
    await fillCheckout(page, words)
    await page.getByRole("radio", { name: words.cardHere }).check()
    await payButton(page, words).click()
    await page.getByRole("button", { name: words.sendCode }).click()
    await page.getByText(words.cardNumberWrong).waitFor()
    const number = page.getByLabel(words.cardNumber)
    expect(await number.evaluate((input) => input === document.activeElement)).toBe(true)

    await number.pressSequentially("8600-0000 00000003")
    expect(await number.inputValue()).toBe("8600 0000 0000 0003")
    expect(await number.getAttribute("inputmode")).toBe("numeric")
    const expiry = page.getByLabel(words.cardExpiry)
    await expiry.pressSequentially("839")
    expect(await expiry.inputValue()).toBe("08/39")
    await keepScreen(page, "shop-card-phone-uz")
    // Neither card passes the check of its digits, and one of them is good.
    expect(await page.getByText(words.cardTypo).count()).toBe(0)
    expect(await seriousFindings(page, "body")).toEqual([])

    // A blocked card is refused at once; another one can be tried.
    await page.getByRole("button", { name: words.sendCode }).click()
    await page.getByRole("alert").waitFor()
    expect(await page.getByText(words.cardTypo).isVisible()).toBe(true)
    await number.fill(CARD.number)
    await page.getByRole("button", { name: words.sendCode }).click()
    const code = page.getByLabel(words.smsCode)
    await code.waitFor()
    expect(await code.getAttribute("autocomplete")).toBe("one-time-code")
    expect(await code.getAttribute("inputmode")).toBe("numeric")
    // A new code may be asked for in a minute.
    await page.getByText(words.resendIn.split("{time}")[0]?.trim() ?? "").waitFor()
  })

  it("a card payment whose service is away at either step says so, and ends on one order", async () => {
    const words = WORDS.uz
    const { page, cartId, problems } = await atPayment({ language: "uz", width: PHONE })
    const { sandbox } = openStore()
    const told = page.getByRole("alert")
    await page.getByRole("radio", { name: words.cardHere }).check()
    await payButton(page, words).click()
    await page.waitForURL(/\/card\?session=/)
    await sandbox.faultShare("pay_via_card", "http_500", 1)
    await enterCard(page, words)
    expect(await told.textContent()).toBe(answers.unavailable)
    expect(await page.getByText(words.cardTypo).count()).toBe(0)
    const toStatus = page.getByRole("link", { name: words.toStatus })
    expect(await toStatus.getAttribute("href")).toBe(`/return?session=${sessionIn(page)}`)
    // What was typed is still there.
    expect(digitsOf(await page.getByLabel(words.cardNumber).inputValue())).toBe(CARD.number)
    await sandbox.clearFaults()
    await page.getByRole("button", { name: words.sendCode }).click()

    const code = page.getByLabel(words.smsCode)
    await code.fill(CARD.code)
    await sandbox.faultShare("confirm_card_payment", "http_500", 1)
    const before = await sandbox.calls("confirm_card_payment")
    await page.getByRole("button", { name: words.confirm }).click()
    // The payment's status is looked at first, for twenty seconds: the code may have been taken.
    await told.waitFor({ timeout: 30_000 })
    expect(await told.textContent()).toBe(answers.unavailable)
    expect(await sandbox.calls("confirm_card_payment")).toBe(before + 1)
    await keepScreen(page, "shop-card-unavailable-phone-uz")
    expect(await scrollsSideways(page)).toBe(false)
    await sandbox.clearFaults()
    await page.getByRole("button", { name: words.otherCard }).click()
    await enterCard(page, words)
    await code.fill(CARD.code)
    await page.getByRole("button", { name: words.confirm }).click()
    await orderIsShown(page, words)
    expect(await ordersOf(cartId)).toHaveLength(1)
    expect(problems).toEqual([])
  })

  it("a shop that no longer takes cards itself leads to the payment page, and to one order", async () => {
    const words = WORDS.ru
    const { page, cartId, problems } = await atPayment({ language: "ru", width: PHONE })
    await page.getByRole("radio", { name: words.cardHere }).check()
    await payButton(page, words).click()
    await page.waitForURL(/\/card\?session=/)
    await page.getByText(words.toPay).waitFor()
    await takeCards(page, false)
    try {
      await enterCard(page, words)
      const toPage = page.getByRole("link", { name: words.toPaymentPage })
      await toPage.waitFor()
      expect(await page.getByRole("alert").count()).toBe(1)
      expect(await page.locator("main form").count()).toBe(0)
      expect(await focused(page)).toBe(`A ${words.toPaymentPage}`)
      await keepScreen(page, "shop-card-switched-off-phone-ru")
      await toPage.click()
    } finally {
      await takeCards(page, null)
    }
    await page.waitForURL(/\/pay\//)
    await page.locator("a[href$='/click']").click()
    await payPageButton(page).click()
    await orderIsShown(page, words)
    expect(await ordersOf(cartId)).toHaveLength(1)
    expect(problems).toEqual([])
  })
})

function digitsOf(text: string): string {
  return text.replace(/\D/g, "")
}
