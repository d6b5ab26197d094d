import type { Page } from "playwright-core"
import { ru as inRussian } from "../../src/api/store/translations/ru"
import { uz as answers } from "../../src/api/store/translations/uz"
import { openShop, scrollsSideways } from "./setup/browser"
import { focused } from "./setup/keyboard"
import { keepScreen } from "./setup/pictures"
import { CARD_LOOKS, DESKTOP, expectGood, named, PHONE } from "./setup/shop-looks"
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
  type Words,
} from "./setup/shopping"
import { openStore } from "./setup/store"

describe("a card in the shop", () => {
  afterEach(async () => {
    await openStore().sandbox.clearFaults()
  })

  it.each(CARD_LOOKS)("pays, after a wrong code ($language, $width px, $theme)", async (look) => {
    const words = WORDS[look.language]
    const { page, problems } = await openShop(look)
    // What axe says of these pages is asked where they lead to the payment page.
    await fillCheckout(page, words, async (name) => {
      expect({ name, isTooWide: await scrollsSideways(page) }).toEqual({ name, isTooWide: false })
    })
    await toCardForm(page, words)
    await expectGood(page, named(look, "card"))
    await enterCard(page, words)
    const code = page.getByLabel(words.smsCode)
    await code.waitFor()
    await expectGood(page, named(look, "code"))

    await code.fill("000000")
    await page.getByRole("button", { name: words.confirm }).click()
    await page.getByRole("alert").waitFor()
    await expectGood(page, named(look, "wrong-code"))
    await code.fill(CARD.code)
    await page.getByRole("button", { name: words.confirm }).click()
    await orderIsShown(page, words)
    await expectGood(page, named(look, "order"))
    expect(problems).toEqual([])
  })

  it("has a new code sent after a minute, and each button pressed twice asks once", async () => {
    const words = WORDS.uz
    const { page, cartId, problems } = await atPayment({ language: "uz", width: PHONE })
    const { sandbox } = openStore()
    const sent = await sandbox.calls("pay_via_card")
    const confirmed = await sandbox.calls("confirm_card_payment")
    await page.clock.install()
    await toCardForm(page, words)
    await page.getByLabel(words.cardNumber).fill(CARD.number)
    await page.getByLabel(words.cardExpiry).pressSequentially(CARD.expiry)
    await page.getByRole("button", { name: words.sendCode }).dblclick()
    const code = page.getByLabel(words.smsCode)
    await code.waitFor()
    await keepScreen(page, "shop-code-phone-uz")
    await code.fill("12")
    expect(await sandbox.calls("pay_via_card")).toBe(sent + 1)

    const resend = page.getByRole("button", { name: words.resend })
    await page.getByText(countdown(words)).waitFor()
    expect(await resend.count()).toBe(0)
    await page.clock.fastForward(60_000)
    await resend.dblclick()
    await page.getByText(words.newCodeSentNoPhone).waitFor()
    await page.getByText(countdown(words)).waitFor()
    expect(await sandbox.calls("pay_via_card")).toBe(sent + 2)
    expect(await focused(page)).toBe("INPUT sms-code")
    expect(await code.inputValue()).toBe("")

    await code.fill(CARD.code)
    await page.getByRole("button", { name: words.confirm }).dblclick()
    await orderIsShown(page, words)
    expect(await sandbox.calls("confirm_card_payment")).toBe(confirmed + 1)
    expect(await ordersOf(cartId)).toHaveLength(1)
    expect(problems).toEqual([])
  })

  it("counts the tries of a code down, and has a new one sent after the last", async () => {
    const words = WORDS.ru
    const look = { language: "ru", width: DESKTOP } as const
    const { page, cartId, problems } = await atPayment(look)
    await toCardForm(page, words)
    await enterCard(page, words)
    const code = page.getByLabel(words.smsCode)
    for (const count of ["2", "1"]) {
      await code.fill("000000")
      await page.keyboard.press("Enter")
      await page.getByText(words.triesLeft.replace("{count}", count)).waitFor()
    }
    await code.fill("000000")
    await page.keyboard.press("Enter")
    await page.getByText(inRussian.codes_used_up).waitFor()
    expect(await code.count()).toBe(0)
    // What is to be done next has the focus.
    expect(await focused(page)).toBe(`BUTTON ${words.resend}`)
    await expectGood(page, named(look, "codes-used-up"))
    await page.keyboard.press("Enter")
    await page.getByText(words.newCodeSentNoPhone).waitFor()
    await code.fill(CARD.code)
    await page.keyboard.press("Enter")
    await orderIsShown(page, words)
    expect(await ordersOf(cartId)).toHaveLength(1)
    expect(problems).toEqual([])
  })

  it("says that a code has become too old, and what to do", async () => {
    const words = WORDS.en
    const look = { language: "en", width: PHONE } as const
    const { page } = await atPayment(look)
    await page.clock.install()
    await toCardForm(page, words)
    await enterCard(page, words)
    await page.getByLabel(words.smsCode).fill("000000")
    await page.clock.fastForward(300_000)
    await page.getByText(words.codeOld).waitFor()
    expect(await focused(page)).toBe(`BUTTON ${words.resend}`)
    await page.getByRole("button", { name: words.resend }).click()
    await page.getByText(words.newCodeSentNoPhone).waitFor()
    expect(await page.getByRole("alert").count()).toBe(0)
  })

  it("takes a card as people type it, and says what is missing", async () => {
    const words = WORDS.uz
    const { page } = await atPayment({ language: "uz", width: PHONE })
    await toCardForm(page, words)
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
    await expectGood(page, "shop-card-phone-uz")
    // Neither card passes the check of its digits, and one of them is good.
    expect(await page.getByText(words.cardTypo).count()).toBe(0)

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
  })

  it("a card payment whose service is away at either step says so, and ends on one order", async () => {
    const words = WORDS.uz
    const { page, cartId, problems } = await atPayment({ language: "uz", width: PHONE })
    const { sandbox } = openStore()
    const told = page.getByRole("alert")
    await toCardForm(page, words)
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
    await expectGood(page, "shop-card-unavailable-phone-uz")
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
    await toCardForm(page, words)
    await page.getByText(words.toPay).waitFor()
    await takeCards(false)
    try {
      await enterCard(page, words)
      const toPage = page.getByRole("link", { name: words.toPaymentPage })
      await toPage.waitFor()
      expect(await page.getByRole("alert").count()).toBe(1)
      expect(await page.locator("main form").count()).toBe(0)
      expect(await focused(page)).toBe(`A ${words.toPaymentPage}`)
      await expectGood(page, "shop-card-switched-off-phone-ru")
      await toPage.click()
    } finally {
      await takeCards(null)
    }
    await page.waitForURL(/\/pay\//)
    await page.locator("a[href$='/click']").click()
    await payPageButton(page).click()
    await orderIsShown(page, words)
    expect(await ordersOf(cartId)).toHaveLength(1)
    expect(problems).toEqual([])
  })
})

async function toCardForm(page: Page, words: Words): Promise<void> {
  await page.getByRole("radio", { name: words.cardHere }).check()
  await payButton(page, words).click()
  await page.waitForURL(/\/card\?session=/)
  await page.getByLabel(words.cardNumber).waitFor()
}

/** Until a new code may be asked for. */
function countdown({ resendIn }: Words): RegExp {
  return new RegExp(resendIn.replace("{time}", "(1:00|0:\\d\\d)"))
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "")
}
