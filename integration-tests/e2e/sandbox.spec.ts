import { startSandbox, type RunningSandbox } from "../../src/sandbox"
import { english } from "../../src/sandbox/pages/translations/en"
import { russian } from "../../src/sandbox/pages/translations/ru"
import { uzbek } from "../../src/sandbox/pages/translations/uz"
import {
  closeBrowser,
  keepScreen,
  openShop,
  scrollsSideways,
  seriousFindings,
} from "./setup/browser"
import { z } from "zod"

const WORDS = { uz: uzbek, ru: russian, en: english }
const LOOKS = [
  { language: "uz", width: 390, theme: "light" },
  { language: "ru", width: 1280, theme: "light" },
  { language: "en", width: 390, theme: "dark" },
  { language: "uz", width: 1280, theme: "dark" },
] as const

const madeSchema = z.object({ payment: z.object({ _url: z.string(), _id: z.number() }) })

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ firstInvoiceNumber: 61_001 })
})
afterAll(async () => {
  await closeBrowser()
  await sandbox.close()
})

async function makeInvoice(): Promise<z.infer<typeof madeSchema>["payment"]> {
  const response = await fetch(`${sandbox.serviceUrl}/create_payment`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ amount: 145_000, description: "Samarqand choyi, 2 quti" }),
  })
  return madeSchema.parse(await response.json()).payment
}

async function control(path: string, body: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${sandbox.url}/sandbox${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  })
  expect(response.status).toBeLessThan(300)
}

describe("the pages of the sandbox", () => {
  it.each(LOOKS)("lead a customer to the end ($language, $width px, $theme)", async (look) => {
    const words = WORDS[look.language]
    const { page, problems } = await openShop(look)
    const holdsUp = async () => {
      expect(await seriousFindings(page, "body")).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
    }
    const keep = async (what: string) => {
      if (look === LOOKS[0]) await keepScreen(page, `sandbox/${what}`)
    }
    const { _url } = await makeInvoice()

    await page.goto(_url)
    await page.getByRole("heading", { name: words.chooseMethod }).waitFor()
    await holdsUp()
    await keep("choice")
    await page.getByRole("link", { name: "Click" }).click()
    await page.getByRole("heading", { name: words.payWith("Click") }).waitFor()
    await holdsUp()
    await page.getByRole("link", { name: words.anotherMethod }).click()

    await page.getByRole("link", { name: words.bankCard }).click()
    await page.getByLabel(words.cardNumber).pressSequentially("8600000000000001")
    expect(await page.getByLabel(words.cardNumber).inputValue()).toBe("8600 0000 0000 0001")
    await page.getByLabel(words.cardExpiry).pressSequentially("1249")
    await holdsUp()
    await keep("card")
    await page.getByRole("button", { name: words.sendCode }).click()
    await page.getByLabel(words.smsCode).fill("000000")
    await page.keyboard.press("Enter")
    await page.getByText(words.refusals.wrong_code).waitFor()
    await holdsUp()
    await page.getByLabel(words.smsCode).fill("123456")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: words.paidTitle }).waitFor()
    await holdsUp()
    await keep("paid")

    const late = await makeInvoice()
    await control("/clock", { advance_seconds: 3_601 })
    await page.goto(late._url)
    await page.getByRole("heading", { name: words.lapsedTitle }).waitFor()
    await holdsUp()
    await page.goto(`${sandbox.url}/pay/nothing`)
    await page.getByRole("heading", { name: words.notFoundTitle }).waitFor()
    await holdsUp()
    expect(problems).toEqual([])
  })

  it("show a developer what comes, by themselves, and do what is pressed", async () => {
    const { page, problems } = await openShop({ width: 1280 })
    await page.goto(sandbox.url)
    const { _id } = await makeInvoice()
    const row = page.locator("#payments tr", { hasText: String(_id) })
    await row.waitFor()
    await row.getByRole("combobox", { name: "Webhook" }).selectOption("drop")
    await row.getByRole("button", { name: "Pay" }).click()
    await row.getByText("paid", { exact: true }).waitFor()
    await page.getByRole("button", { name: "a page instead of JSON" }).click()
    await page.getByText("a page instead of JSON, 1 more").waitFor()
    await page.getByRole("button", { name: "No more failures" }).click()
    expect(await page.getByText("1 more").count()).toBe(0)
    await page.getByRole("button", { name: "+ 1 hour" }).click()
    await page.waitForURL(/#time$/)
    expect(await seriousFindings(page, "body")).toEqual([])
    await page.goto(sandbox.url)
    await keepScreen(page, "sandbox/start")
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await scrollsSideways(page)).toBe(false)
    expect(problems).toEqual([])
  })
})
