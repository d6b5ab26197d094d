import { english } from "../../../src/sandbox/pages/translations/en"
import { openWindow } from "../setup/browser"
import { withSandbox, type RunningSandbox } from "./running-sandbox"
import { LOOK, LOOKS, visit } from "./visitor"

const CLIPBOARD = ["clipboard-read", "clipboard-write"]

let sandbox: RunningSandbox
withSandbox((running) => {
  sandbox = running
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

  it("shows calls and webhooks as they come, and copies a call", async () => {
    const { page, problems } = await openWindow({ width: 1280 }, { permissions: CLIPBOARD })
    await page.goto(sandbox.url)
    const { _id } = await sandbox.makeInvoice({ webhook_url: `${sandbox.url}/pay/nothing` })
    await sandbox.pay(_id)
    await page.locator("#requests").getByText("create_payment").first().waitFor()
    await page.locator("#webhooks").getByText("HTTP 404").first().waitFor()
    await page.getByRole("button", { name: "Copy" }).first().click()
    await page.getByRole("button", { name: "Copied" }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl /)
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
