import type { Page } from "playwright-core"
import { paymentSystems } from "../../../src/sandbox/core/payment-systems"
import { english } from "../../../src/sandbox/pages/translations/en"
import { russian } from "../../../src/sandbox/pages/translations/ru"
import { uzbek } from "../../../src/sandbox/pages/translations/uz"
import {
  closeBrowser,
  keepScreen,
  openWindow,
  scrollsSideways,
  seriousFindings,
  type Look,
} from "../setup/browser"
import { runSandbox, type RunningSandbox } from "./running-sandbox"

const WORDS = { uz: uzbek, ru: russian, en: english }
/** Every language on a phone and on a desktop; each size light and dark. */
const LOOKS = [
  { language: "uz", width: 390, theme: "light" },
  { language: "uz", width: 1280, theme: "dark" },
  { language: "ru", width: 390, theme: "dark" },
  { language: "ru", width: 1280, theme: "light" },
  { language: "en", width: 390, theme: "light" },
  { language: "en", width: 1280, theme: "dark" },
] as const
/** The pictures that docs/sandbox.md shows. */
const KEPT = new Set([
  "choice-phone-uz",
  "code-phone-uz",
  "processing-phone-uz",
  "paid-phone-uz",
  "refused-phone-ru",
  "expired-phone-ru",
  "switched-off-phone-ru",
  "choice-desktop-ru",
  "start-desktop-en",
])
const ALL = paymentSystems.map(({ key }) => key)
const LOOK = "$language, $width px, $theme"

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await runSandbox()
})
beforeEach(async () => {
  await sandbox.reset()
  await sandbox.set({ methods: ALL })
})
afterAll(async () => {
  await closeBrowser()
  await sandbox.close()
})

type Visitor = Awaited<ReturnType<typeof visit>>

/** A customer with a browser, and an eye that looks at each page. */
async function visit(look: (typeof LOOKS)[number]) {
  const { page, problems } = await openWindow(look)
  const name = `${look.width < 600 ? "phone" : "desktop"}-${look.language}`
  return {
    page,
    problems,
    words: WORDS[look.language],
    /** Waits for a heading; the page then has to hold up, and may be kept as a picture. */
    sees: async (heading: string, picture = "") => {
      await page.getByRole("heading", { name: heading, exact: true }).waitFor()
      expect(await seriousFindings(page, "html")).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
      if (KEPT.has(`${picture}-${name}`)) await keepScreen(page, `sandbox/${picture}-${name}`)
    },
  }
}

async function enterCard({ page, words }: Visitor, number: string): Promise<void> {
  await page.getByLabel(words.cardNumber).fill("")
  await page.getByLabel(words.cardNumber).pressSequentially(number)
  await page.getByLabel(words.cardExpiry).fill("")
  await page.getByLabel(words.cardExpiry).pressSequentially("1249")
}

async function enterCode({ page, words }: Visitor, code: string): Promise<void> {
  await page.getByLabel(words.smsCode).fill(code)
  await page.keyboard.press("Enter")
}

describe("the pages of the sandbox, in every language, on a phone and on a desktop", () => {
  it.each(LOOKS)(
    `every payment system has its page, and takes the money (${LOOK})`,
    async (look) => {
      const visitor = await visit(look)
      const { page, words, sees, problems } = visitor
      const { _url, _id, _pay_via } = await sandbox.makeInvoice()
      await page.goto(_url)
      await sees(words.chooseMethod, "choice")
      expect(Object.keys(_pay_via)).toEqual(ALL)
      for (const { key, name } of paymentSystems.filter((system) => system.key !== "card")) {
        await page.getByRole("link", { name }).click()
        // The systems differ by name and mark alone: one page stands for them before the eye.
        if (key === "click") await sees(words.payWith(name), "method")
        else await page.getByRole("heading", { name: words.payWith(name), exact: true }).waitFor()
        await page.getByRole("link", { name: words.anotherMethod }).click()
        await page.getByRole("heading", { name: words.chooseMethod }).waitFor()
      }
      await page.getByRole("link", { name: "Payme" }).click()
      await page.getByRole("main").getByRole("button").click()
      await sees(words.paidTitle)
      expect(await sandbox.statusOf(_id)).toBe("paid")
      await page.goto(`${_url}/click`)
      await sees(words.alreadyPaidTitle, "already-paid")
      expect(problems).toEqual([])
    }
  )

  it.each(LOOKS)(`a card is refused, corrected, and pays (${LOOK})`, async (look) => {
    const visitor = await visit(look)
    const { page, words, sees, problems } = visitor
    const { _url } = await sandbox.makeInvoice()
    await sandbox.set({ card_delay_seconds: 60, fiscal_delay_seconds: 0 })
    await page.goto(_url)
    await page.getByRole("link", { name: words.bankCard }).click()
    await enterCard(visitor, "8600000000000003")
    await page.getByRole("button", { name: words.sendCode }).click()
    await page.getByText(words.refusals.card_blocked).waitFor()
    await sees(words.payByCard, "refused")
    await enterCard(visitor, "8600000000000001")
    expect(await page.getByLabel(words.cardNumber).inputValue()).toBe("8600 0000 0000 0001")
    expect(await page.getByLabel(words.cardExpiry).inputValue()).toBe("12/49")
    await page.getByText("Uzcard").waitFor()
    await sees(words.payByCard)
    await page.getByRole("button", { name: words.sendCode }).click()
    await sees(words.enterCode, "code")
    await enterCode(visitor, "000000")
    await page.getByText(words.refusals.wrong_code).waitFor()
    await sees(words.enterCode)
    await sandbox.advance(60)
    await page.reload()
    await page.getByRole("button", { name: words.newCode }).click()
    await sees(words.enterCode)
    await enterCode(visitor, "123456")
    await sees(words.processingTitle, "processing")
    await sandbox.advance(60)
    await sees(words.paidTitle, "paid")
    await page.getByText(`${words.bankCard} •• 0001`).waitFor()
    expect(problems).toEqual([])
  })

  it.each(LOOKS)(`an invoice that cannot be paid says why (${LOOK})`, async (look) => {
    const { page, words, sees, problems } = await visit(look)
    const description = "Samarqand choyi, 2 quti. ".repeat(40)
    const late = await sandbox.makeInvoice({ description, return_url: `${sandbox.url}/#shop` })
    await page.goto(late._url)
    await page.getByText(words.wholeDescription).click()
    await sees(words.chooseMethod)
    await sandbox.set({ methods: ["click"] })
    await page.getByRole("link", { name: "Payme" }).click()
    await sees(words.switchedOffTitle("Payme"), "switched-off")
    await page.getByRole("link", { name: words.anotherMethod }).click()
    await sees(words.chooseMethod)
    await sandbox.advance(3_601)
    await page.goto(late._url)
    await sees(words.lapsedTitle, "expired")
    await page.getByRole("link", { name: words.returnNow }).click()
    await page.waitForURL(`${sandbox.url}/#shop`)
    await page.goto(`${sandbox.url}/pay/nothing`)
    await sees(words.notFoundTitle, "unknown")
    await page.getByRole("navigation").getByRole("link").first().click()
    const other = look.language === "uz" ? russian : uzbek
    await sees(other.notFoundTitle)
    expect(problems).toEqual([])
  })
})

describe("a customer of the sandbox", () => {
  const open = async (look: Look = {}) => (await openWindow(look)).page
  const isPaid = (page: Page) => page.getByRole("heading", { name: "Paid", exact: true }).waitFor()

  it("comes back to the shop by itself, and may stay where it came back from the shop", async () => {
    const page = await open()
    const shop = `${sandbox.url}/openapi.json`
    const { _url } = await sandbox.makeInvoice({ return_url: shop })
    await page.goto(`${_url}/click`)
    await page.getByRole("main").getByRole("button").click()
    await isPaid(page)
    await page.waitForURL(shop)
    await page.goBack()
    await isPaid(page)
    await page.waitForTimeout(4_000)
    expect(page.url()).toBe(_url)
    await page.goto(_url)
    await page.getByRole("button", { name: english.stayHere }).click()
    await page.waitForTimeout(4_000)
    expect(page.url()).toBe(_url)
  })

  it("who presses twice pays once", async () => {
    const page = await open({ scripts: false })
    const { _url, _id } = await sandbox.makeInvoice()
    await page.goto(`${_url}/click`)
    await page.getByRole("main").getByRole("button").dblclick()
    await page.getByRole("heading", { name: /paid/i }).waitFor()
    expect(await sandbox.statusOf(_id)).toBe("paid")
    expect(await sandbox.paidInAll()).toBe(1)
  })

  it("sees in one tab what was paid in another", async () => {
    const [first, second] = [await open(), await open()]
    const { _url } = await sandbox.makeInvoice()
    await first.goto(`${_url}/card`)
    await second.goto(`${_url}/click`)
    await second.getByRole("main").getByRole("button").click()
    await isPaid(second)
    await isPaid(first)
  })

  it("who goes back after paying is not asked to pay again", async () => {
    const page = await open()
    const { _url } = await sandbox.makeInvoice()
    await page.goto(`${_url}/click`)
    await page.getByRole("main").getByRole("button").click()
    await isPaid(page)
    await page.goBack()
    await page.getByRole("heading", { name: "Already paid" }).waitFor()
    expect(await page.getByRole("main").getByRole("button").count()).toBe(0)
  })

  it("without scripts pays by a slow card to the end, and is taken back to the shop", async () => {
    const page = await open({ scripts: false, width: 390 })
    const shop = `${sandbox.url}/openapi.json`
    await sandbox.set({ card_delay_seconds: 3 })
    const { _url } = await sandbox.makeInvoice({ return_url: shop })
    await page.goto(_url)
    await page.getByRole("link", { name: english.bankCard }).click()
    await page.getByLabel(english.cardNumber).fill("8600-0000-0000-0001")
    await page.getByLabel(english.cardExpiry).fill("12/2049")
    await page.getByRole("button", { name: english.sendCode }).click()
    await page.getByLabel(english.smsCode).fill("123456")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: english.processingTitle }).waitFor()
    await isPaid(page)
    await page.waitForURL(shop)
  })

  it("reaches everything with the keyboard alone", async () => {
    const page = await open()
    const { _url, _id } = await sandbox.makeInvoice()
    await page.goto(_url)
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: english.payWith("Click") }).waitFor()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await isPaid(page)
    expect(await sandbox.statusOf(_id)).toBe("paid")
  })
})

describe("the start page", () => {
  it("shows a developer what comes, by itself, and does what is pressed", async () => {
    const { page, problems } = await openWindow({ width: 1280 })
    await page.goto(sandbox.url)
    const { _id } = await sandbox.makeInvoice()
    const row = page.locator("#payments tr", { hasText: String(_id) })
    await row.waitFor()
    await row.getByRole("combobox", { name: "Webhook" }).selectOption("drop")
    await row.getByRole("button", { name: "Pay" }).click()
    await row.getByText("paid", { exact: true }).waitFor()
    await page.getByRole("button", { name: "New invoice" }).click()
    await page.getByText("45,000").first().waitFor()
    await page.getByRole("button", { name: "a page instead of JSON" }).click()
    await page.getByText("a page instead of JSON, 1 more").waitFor()
    await page.getByRole("button", { name: "No more failures" }).click()
    expect(await page.getByText("1 more").count()).toBe(0)
    await page.getByRole("button", { name: "+ 1 hour" }).click()
    await page.waitForURL(/#time$/)
    await page.getByRole("button", { name: "Slow confirmation: switch on" }).click()
    await page.getByRole("button", { name: "Slow confirmation: switch off" }).waitFor()
    await page.getByRole("button", { name: "Try the card that ends in 0009" }).click()
    await page.getByRole("button", { name: english.sendCode }).click()
    await page.getByText(english.codeNeverComes).waitFor()
    expect(problems).toEqual([])
  })

  it.each(LOOKS)(`holds up (${LOOK})`, async (look) => {
    const { page, sees } = await visit(look)
    const { _id } = await sandbox.makeInvoice({ webhook_url: `${sandbox.url}/pay/nothing` })
    await sandbox.makeInvoice()
    await sandbox.pay(_id)
    await page.goto(sandbox.url)
    await sees("Payment service sandbox", "start")
  })
})
