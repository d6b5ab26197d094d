import type { Page } from "playwright-core"
import resources from "../../src/admin/i18n"
import { LANGUAGES, type Language } from "../../src/contract/translations"
import { axeFindings, openAdmin } from "./setup/browser"
import { checkOut, pay } from "./setup/fill-ledger"
import { draftOrder, paidOrder } from "./setup/orders"
import { openTab, PAYMENTS_PAGE } from "./setup/payments-page"
import { inLanguage, keepScreen } from "./setup/pictures"
import { giveBack, loseCart } from "./setup/shopping"
import { openStore } from "./setup/store"

/** Of a paid order of the store's first tea. */
const AMOUNT = /\b65.000/
const HOW = { en: "To the card", ru: "На карту", uz: "Kartaga" } as const

/** A customer has paid for a cart that was deleted meanwhile. */
async function payForNothing(): Promise<string> {
  const { state } = openStore()
  const { invoice } = await checkOut(state, 1)
  await loseCart(invoice.sessionId)
  await pay(state, invoice.number, "payme")
  return invoice.sessionId
}

/** What a guide shows of a page that stands still. */
async function show(page: Page, picture: string, language: Language, part = "main") {
  await page.waitForLoadState("networkidle")
  await keepScreen(page, inLanguage(picture, language))
  expect(await axeFindings(page, part)).toEqual([])
}

describe("what the guides for merchants show", () => {
  let heldSession: string
  let orderId: string

  beforeAll(async () => {
    heldSession = await payForNothing()
    orderId = await paidOrder()
    const { page } = await openAdmin()
    await page.request.post(`/admin/orders/${orderId}/cancel`)
  })
  afterAll(async () => {
    await giveBack(heldSession)
  })

  it.each(LANGUAGES)("an invoice with its history (%s)", async (language) => {
    const { payments } = resources[language].checkoutUz
    const { page, problems } = await openAdmin({ language })
    await page.goto(`${PAYMENTS_PAGE}?tab=invoices&q=%233`)
    await page.getByText("#3", { exact: true }).locator("xpath=ancestor::tr/td[1]").click()
    await page.getByRole("dialog").getByText(payments.step.settled, { exact: true }).waitFor()
    await show(page, "payments-invoice", language, "[role=dialog]")
    expect(problems).toEqual([])
  })

  // Medusa's page of a draft is English in every language: only what is ours of it is shown.
  it.each(["ru", "uz"] as const)(
    "a link for an order made on the telephone (%s)",
    async (language) => {
      const { link, title } = resources[language].checkoutUz.order
      const { page, problems } = await openAdmin({ language })
      await page.goto(`/app/draft-orders/${await draftOrder(page)}`)
      const widget = page.getByRole("region", { name: title })
      await widget.getByRole("button", { name: link.make }).click()
      await widget.getByRole("img", { name: /QR/ }).waitFor()
      await keepScreen(page, inLanguage("order-link", language), widget)
      expect(await axeFindings(page, "[role=region]:has(> div > h2)")).toEqual([])
      expect(problems).toEqual([])
    }
  )

  it.each(LANGUAGES)("money that needs somebody, and money to send (%s)", async (language) => {
    const { payments } = resources[language].checkoutUz
    const { page, problems } = await openAdmin({ language })
    await openTab(page, "attention", payments.return.open)
    await page.getByRole("button", { name: payments.payout.open }).first().waitFor()
    await page.waitForLoadState("networkidle")
    await show(page, "payments-attention", language)
    expect(problems).toEqual([])
  })

  it("a pay-out that is marked as sent", async () => {
    for (const language of LANGUAGES) {
      const { payout } = resources[language].checkoutUz.payments
      const { page, problems } = await openAdmin({ language })
      await openTab(page, "attention", payout.refund)
      const refund = page.locator("main li", { hasText: payout.refund }).filter({ hasText: AMOUNT })
      await refund.getByRole("button", { name: payout.open }).click()
      const panel = page.getByRole("dialog")
      await panel.getByLabel(payout.note).fill(HOW[language])
      await show(page, "payments-payout", language, "[role=dialog]")
      expect(problems).toEqual([])
      if (language !== LANGUAGES.at(-1)) continue
      await panel.getByRole("button", { name: payout.confirm }).click()
      await refund.waitFor({ state: "detached" })
    }
  })

  it.each(LANGUAGES)("why the totals of a comparison differ (%s)", async (language) => {
    const { report } = resources[language].checkoutUz.payments
    const { page, problems } = await openAdmin({ language })
    await page.goto(`${PAYMENTS_PAGE}?tab=report`)
    await page.getByRole("button", { name: report.run, exact: true }).click()
    await page.getByText(report.bridge.store).waitFor()
    await page.mouse.move(0, 0)
    await show(page, "payments-report", language)
    expect(problems).toEqual([])
  })
})
