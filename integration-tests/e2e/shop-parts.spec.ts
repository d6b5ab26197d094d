import type { Page } from "playwright-core"
import { openShop } from "./setup/browser"
import { sellDear } from "./setup/dear-product"
import { expectGood, named, PHONE } from "./setup/shop-looks"
import {
  atPayment,
  CARD,
  enterCard,
  fillCheckout,
  goToClick,
  letExpire,
  orderIsShown,
  ordersOf,
  payButton,
  payPageButton,
  sessionIn,
  WORDS,
  type Words,
} from "./setup/shopping"
import { openStore } from "./setup/store"

/** What the order comes to, and each of its two parts. */
const TOTAL = "12 345 678 soʻm"
const PART = { uz: "6 172 839 soʻm", ru: "6 172 839 сум", en: "6,172,839 UZS" } as const

const UZ = { language: "uz", width: PHONE } as const
const RU = { language: "ru", width: PHONE, theme: "dark" } as const
const EN = { language: "en", width: PHONE } as const

/** The shop's words with their facts. */
function filled(text: string, facts: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(facts[name] ?? gap))
}

/** With plain spaces in its amounts. */
const spaced = (text: string | null) => (text ?? "").replace(/\s/g, " ")

describe("an order above the service's limit, on a phone", () => {
  let dear: Awaited<ReturnType<typeof sellDear>>
  beforeAll(async () => {
    dear = await sellDear()
  })
  afterEach(async () => {
    await openStore().sandbox.clearFaults()
  })
  afterAll(async () => {
    await dear.takeAway()
  })

  /** From the shelf to the choice of how to pay. */
  async function buy(look: typeof UZ | typeof RU | typeof EN) {
    const words = WORDS[look.language]
    const { page, problems } = await openShop(look)
    const title = dear.titles[look.language]
    const add = page.getByRole("button", { name: `${words.add}: ${title}` })
    await fillCheckout(page, words, () => Promise.resolve(), add)
    const first = filled(words.inParts, { of: 2, amount: PART[look.language] })
    const sentence = page.getByText(first)
    await sentence.scrollIntoViewIfNeeded()
    expect(spaced(await payButton(page, words).textContent())).toContain(PART[look.language])
    await expectGood(page, named(look, "parts-choice"))
    return { page, problems, words }
  }

  it("is paid in two parts: on the payment page, then by card in the shop (uz)", async () => {
    const { page, problems, words } = await buy(UZ)
    await goToClick(page, words)
    await payAtClick(page, "1/2", named(UZ, "parts-payment-page"))
    await halfIsPaid(page, words, "uz")
    await expectGood(page, named(UZ, "parts"))

    await page.getByRole("link", { name: words.cardHere }).click()
    await page.getByText(filled(words.partToPay, { part: 2, of: 2 })).waitFor()
    await page.getByText(PART.uz, { exact: true }).waitFor()
    expect(await page.getByText(TOTAL).count()).toBe(0)
    await expectGood(page, named(UZ, "parts-card"))
    await enterCard(page, words)
    await page.getByLabel(words.smsCode).fill(CARD.code)
    await page.getByRole("button", { name: words.confirm }).click()
    await orderIsShown(page, words)
    expect(await page.getByText(TOTAL).count()).toBe(1)
    await expectGood(page, named(UZ, "parts-order"))
    expect(problems).toEqual([])
  })

  it("is paid by card first, and its second part, which ran out, is started again (ru)", async () => {
    const { page, problems, words } = await buy(RU)
    await page.getByRole("radio", { name: words.cardHere }).check()
    await payButton(page, words).click()
    await page.getByText(filled(words.partToPay, { part: 1, of: 2 })).waitFor()
    await enterCard(page, words)
    await page.getByLabel(words.smsCode).fill(CARD.code)
    await page.getByRole("button", { name: words.confirm }).click()
    await halfIsPaid(page, words, "ru")
    await expectGood(page, named(RU, "parts"))

    const sessionId = sessionIn(page)
    await letExpire(sessionId)
    await page.getByRole("heading", { name: filled(words.partExpiredTitle, { part: 2 }) }).waitFor()
    await page.getByText(words.partsLeft).waitFor()
    await expectGood(page, named(RU, "parts-expired"))
    await page.getByRole("button", { name: filled(words.partAgain, { part: 2 }) }).dblclick()
    await payAtClick(page, "2/2")
    await orderIsShown(page, words)
    expect(problems).toEqual([])
  })

  it("goes on from another browser, once the service makes the second part (en)", async () => {
    const { page, problems, words } = await buy(EN)
    const { sandbox } = openStore()
    await goToClick(page, words)
    await sandbox.faultShare("create_payment", "http_500", 1)
    await payPageButton(page).click()
    await page.waitForURL(/\/return\?session=/)
    const { page: elsewhere } = await openShop(EN)
    await elsewhere.goto(page.url())
    await halfIsPaid(elsewhere, words, "en")
    const name = nextWords(words, "en")
    // The server tries again by itself, too: the button is a link once there is a page.
    const next = elsewhere.getByRole("button", { name }).or(elsewhere.getByRole("link", { name }))
    await next.click()
    await elsewhere.getByRole("alert").getByText(words.partNotMade).waitFor()
    await expectGood(elsewhere, named(EN, "parts-not-made"))
    const before = (await sandbox.payments()).length
    await sandbox.clearFaults()
    await next.dblclick()
    await payAtClick(elsewhere, "2/2", named(EN, "parts-second-page"))
    expect(await sandbox.payments()).toHaveLength(before + 1)
    await orderIsShown(elsewhere, words)
    await orderIsShown(page, words)
    await expectGood(elsewhere, named(EN, "parts-order"))
    expect(problems).toEqual([])
  })

  it("is one order, whatever two tabs and a card form have open meanwhile", async () => {
    const words = WORDS.uz
    const { page: first, cartId } = await atPayment(UZ, dear.variantId)
    const context = first.context()
    const [second, third] = [await context.newPage(), await context.newPage()]
    await second.goto("/checkout")
    await third.goto("/checkout")
    await third.getByRole("radio", { name: words.cardHere }).check()
    await payButton(third, words).click()
    await third.getByLabel(words.cardNumber).waitFor()
    await goToClick(first, words)
    await goToClick(second, words)

    await payPageButton(first).click()
    // Those that had the first part open learn that it has come, and lead on to the second.
    for (const page of [first, second, third]) await halfIsPaid(page, words, "uz")
    await first.getByRole("link", { name: nextWords(words, "uz") }).click()
    await second.goto("/checkout")
    const facts = { of: 2, paid: 1, amount: PART.uz }
    await second.getByText(filled(words.partsGoOn, facts)).scrollIntoViewIfNeeded()
    await expectGood(second, named(UZ, "parts-go-on"))
    await goToClick(second, words)
    await payAtClick(first, "2/2")
    const order = await orderIsShown(first, words)
    expect(await orderIsShown(second, words)).toBe(order)
    expect(await orderIsShown(third, words)).toBe(order)
    expect(await ordersOf(cartId)).toHaveLength(1)
  })

  it("of which a part has come says why its cart cannot be made smaller", async () => {
    const words = WORDS.uz
    const { page } = await atPayment(UZ, dear.variantId)
    await goToClick(page, words)
    await payPageButton(page).click()
    await halfIsPaid(page, words, "uz")
    await page.goto("/cart")
    await page
      .getByRole("button", { name: filled(words.remove, { title: dear.titles.uz }) })
      .click()
    await page.getByText(words.cartPartPaid).waitFor()
    await expectGood(page, named(UZ, "parts-cart"))
  })
})

/** On the service's page, which names the part. */
async function payAtClick(page: Page, which: string, picture?: string): Promise<void> {
  await page.waitForURL(/\/pay\//)
  await page.locator(".bill .about", { hasText: which }).waitFor()
  if (picture !== undefined) await expectGood(page, picture)
  const click = page.locator("a[href$='/click']")
  if (await click.isVisible()) await click.click()
  await payPageButton(page).click()
}

/** The return page says how far it has come, what is left, and leads on. */
async function halfIsPaid(page: Page, words: Words, language: "uz" | "ru" | "en"): Promise<void> {
  await page.waitForURL(/\/return\?session=/)
  const title = filled(words.partPaidTitle, { paid: 1, of: 2 })
  await page.getByRole("heading", { name: title }).waitFor()
  const amounts = await page.locator(".progress dd").allTextContents()
  expect(amounts.map(spaced)).toEqual([PART[language], PART[language]])
}

function nextWords({ nextPart }: Words, language: "uz" | "ru" | "en"): string {
  return filled(nextPart, { amount: PART[language] })
}
