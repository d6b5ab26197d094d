import type { Page } from "playwright-core"
import { openShop } from "./setup/browser"
import { focused, tabTo } from "./setup/keyboard"
import { keepScreen } from "./setup/pictures"
import { named, SIZES } from "./setup/shop-looks"
import {
  ADDRESS,
  CARD,
  cartLink,
  firstAdd,
  orderIsShown,
  payButton,
  WORDS,
  type Words,
} from "./setup/shopping"

describe("the shop with the keyboard alone", () => {
  it.each(SIZES)(
    "sells from the shelf to the order, and the focus is never lost ($language, $width px)",
    async (look) => {
      const words = WORDS[look.language]
      const { page, problems } = await openShop(look)
      await fromShelfToAddress(page, words)
      await fromAddressToPayment(page, words)

      await tabTo(page, page.getByRole("radio", { name: words.cardHere }))
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("ArrowUp")
      await tabTo(page, payButton(page, words))
      await keepScreen(page, named(look, "keyboard"))
      await page.keyboard.press("Enter")
      await page.waitForURL(/\/card\?session=/)
      await payByCard(page, words)
      await orderIsShown(page, words)
      expect(await focused(page)).toMatch(/^MAIN/)
      expect(problems).toEqual([])
    }
  )
})

async function fromShelfToAddress(page: Page, words: Words): Promise<void> {
  await page.goto("/")
  const add = firstAdd(page, words)
  await add.waitFor()
  await tabTo(page, add)
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: new RegExp(`^${words.added}: `) }).waitFor()
  expect(await focused(page)).toContain(words.added)
  await tabTo(page, cartLink(page, words), "Shift+Tab")
  await page.keyboard.press("Enter")
  const more = page.getByRole("button", { name: words.more.split("{title}")[0] ?? "" })
  await more.waitFor()
  expect(await focused(page)).toMatch(/^MAIN/)
  await tabTo(page, more)
  await page.keyboard.press("Enter")
  await cartLink(page, words, 2).waitFor()
  expect(await focused(page)).toBe("BUTTON +")
  await tabTo(page, page.getByRole("link", { name: words.checkout }))
  await page.keyboard.press("Enter")
  await page.locator("input[name=firstName]").waitFor()
  expect(await focused(page)).toMatch(/^MAIN/)
}

async function fromAddressToPayment(page: Page, words: Words): Promise<void> {
  for (const [name, value] of Object.entries(ADDRESS)) {
    await tabTo(page, page.locator(`input[name=${name}]`))
    await page.keyboard.press("Control+a")
    await page.keyboard.type(value)
  }
  await page.keyboard.press("Enter")
  const courier = page.getByRole("radio", { name: words["kuryer-toshkent"] })
  await courier.waitFor()
  expect(await focused(page)).toContain(words.delivery)
  await tabTo(page, courier)
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowUp")
  expect(await courier.isChecked()).toBe(true)
  await page.keyboard.press("Enter")
  await payButton(page, words).waitFor()
  expect(await focused(page)).toContain(words.payment)
}

async function payByCard(page: Page, words: Words): Promise<void> {
  await page.getByLabel(words.cardNumber).waitFor()
  expect(await focused(page)).toBe("INPUT cardnumber")
  await page.keyboard.type(CARD.number)
  await page.keyboard.press("Tab")
  expect(await focused(page)).toBe("INPUT cc-exp")
  await page.keyboard.type(CARD.expiry)
  await page.keyboard.press("Enter")
  await page.getByLabel(words.smsCode).waitFor()
  expect(await focused(page)).toBe("INPUT sms-code")
  await page.keyboard.type("000000")
  await page.keyboard.press("Enter")
  await page.getByRole("alert").waitFor()
  expect(await focused(page)).toBe("INPUT sms-code")
  await page.keyboard.press("Control+a")
  await page.keyboard.type(CARD.code)
  await page.keyboard.press("Enter")
}
