import type { Page } from "playwright-core"
import { english } from "../../../src/sandbox/pages/translations/en"
import { openWindow, type Look } from "../setup/browser"
import { withSandbox, type RunningSandbox } from "./running-sandbox"
import { enterCard } from "./visitor"

let sandbox: RunningSandbox
withSandbox((running) => {
  sandbox = running
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

  it("sees the time tick, and offers a new code by itself once its minute is over", async () => {
    const page = await open()
    await page.clock.install()
    const { _url } = await sandbox.makeInvoice()
    await page.goto(_url)
    const left = page.locator("[data-seconds-left]")
    const before = await left.textContent()
    await page.clock.runFor(61_000)
    expect(await left.textContent()).not.toBe(before)
    await page.goto(`${_url}/card`)
    await enterCard({ page, words: english }, "8600000000000001")
    await page.getByRole("button", { name: english.sendCode }).click()
    await page.getByRole("heading", { name: english.enterCode }).waitFor()
    const again = page.getByRole("button", { name: english.newCode })
    expect(await again.isVisible()).toBe(false)
    await page.clock.runFor(61_000)
    await again.waitFor()
    expect(await page.locator("[data-reveals]").isVisible()).toBe(false)
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
