import { paymentSystems } from "../../../src/sandbox/core/payment-systems"
import { russian } from "../../../src/sandbox/pages/translations/ru"
import { uzbek } from "../../../src/sandbox/pages/translations/uz"
import { ALL, withSandbox, type RunningSandbox } from "./running-sandbox"
import { enterCard, enterCode, FEWER_LOOKS, LOOK, LOOKS, visit } from "./visitor"

let sandbox: RunningSandbox
withSandbox((running) => {
  sandbox = running
})

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

  it.each(FEWER_LOOKS)(`a card is refused, corrected, and pays (${LOOK})`, async (look) => {
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

  it.each(FEWER_LOOKS)(`an invoice that cannot be paid says why (${LOOK})`, async (look) => {
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
