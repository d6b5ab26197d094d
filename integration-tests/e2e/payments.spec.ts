import type { Locator } from "playwright-core"
import { overviewAnswerSchema } from "../../src/contract"
import { hindrances, inTheDark, openAdmin, axeFindings, SCREENS } from "./setup/browser"
import { openTab, PAYMENTS_PAGE } from "./setup/payments-page"
import { keepScreen } from "./setup/pictures"

/** What a tab draws after all else: the bars of its chart, the logos of payment systems. */
const DRAWN_LAST = { overview: ".recharts-bar-rectangle", invoices: "img[alt=Click]" }

describe("Payments", () => {
  it("shows the balance, the payments per day and what needs the merchant", async () => {
    const { page, problems } = await openAdmin()
    await page.goto("/app/orders")
    await page.getByRole("link", { name: "Payments" }).click()
    await page.getByText("Balance, UZS").waitFor()
    await page
      .getByText(/needs? you/)
      .first()
      .waitFor()
    await page.locator(".recharts-bar-rectangle").first().waitFor()
    await keepScreen(page, "payments-overview")
    expect(await axeFindings(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it("says what the overview has for the same days, where it counts them otherwise", async () => {
    const { page } = await openAdmin()
    const compare = async () => {
      await page.getByRole("button", { name: "Compare", exact: true }).click()
      await page.getByText("In the store, net of refunds and returns").waitFor()
    }
    // The store has heard of most of what the service dates today on the days before.
    await openTab(page, "report", "Compare with Checkout.uz")
    await compare()
    await page.getByText(/^In “Overview”/).waitFor()
    await page.goto(`${PAYMENTS_PAGE}?tab=report&from=2026-01-05&to=2026-01-09`)
    await compare()
    await page.waitForLoadState("networkidle")
    expect(await page.getByText(/^In “Overview”/).count()).toBe(0)
  })

  it("says when the balance was read by Tashkent's clock, and names it", async () => {
    const { page } = await openAdmin()
    const [answer] = await Promise.all([
      page.waitForResponse(/\/cash-desks\/[^/]+\/overview/),
      page.goto(PAYMENTS_PAGE),
    ])
    const { service } = overviewAnswerSchema.parse(await answer.json())
    const clock = new Intl.DateTimeFormat("ru-RU", {
      timeZone: "Asia/Tashkent",
      day: "2-digit",
      month: "2-digit",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
    }).format(new Date(service?.read_at ?? ""))
    const [day = "", time = ""] = clock.split(", ")
    await page.getByText(`Updated ${day} ${time}, Tashkent time`).waitFor()
  })

  it("filters by several states that people mean, and says that totals are net", async () => {
    const { page } = await openAdmin()
    await page.goto(PAYMENTS_PAGE)
    await page.getByText("net of refunds and returns").waitFor()
    await page.goto(`${PAYMENTS_PAGE}?tab=invoices&standing=needs_you,waiting`)
    await page
      .getByText("The cart, the order or its payment was deleted in Medusa")
      .first()
      .waitFor()
    const table = page.getByRole("table")
    await table.getByText("Waiting", { exact: true }).first().waitFor()
    expect(await table.getByText("Paid", { exact: true }).count()).toBe(0)
  })

  it.each(SCREENS)("is readable $named: every tab, drawer and dialog", async (screen) => {
    const { page, problems } = await openAdmin(screen)
    const isPhone = screen.width < 600
    const clear = async (part?: string) => {
      expect(await hindrances(page, screen, part)).toEqual([])
    }
    for (const tab of ["overview", "invoices", "attention", "report"]) {
      await page.goto(`${PAYMENTS_PAGE}?tab=${tab}`)
      await page.getByRole("heading", { name: "Payments", level: 1 }).waitFor()
      if (tab === "report") {
        await page.getByRole("button", { name: "Compare", exact: true }).click()
        await page.getByText("In the store, net of refunds and returns").waitFor()
        // Under the mouse Medusa's own button is grey on grey in the dark.
        await page.mouse.move(0, 0)
        await page.getByRole("button", { name: /^Show \d+ that match/ }).click()
        // A table would be cut off on a phone.
        expect(await page.getByRole("table").count()).toBe(isPhone ? 0 : 1)
      }
      await page.waitForLoadState("networkidle")
      if (isPhone) await keepScreen(page, `payments-${tab}-phone`)
      else await inTheDark(page, () => keepScreen(page, `payments-${tab}-dark`))
      await clear()
    }
    await page.goto(`${PAYMENTS_PAGE}?tab=attention`)
    await page.getByRole("button", { name: "Return the money" }).first().click()
    await page.getByText("Confirm first, then send the money").waitFor()
    await clear("[role=dialog]")
    await page.getByLabel("Note").fill("By phone")
    await page.keyboard.press("Escape")
    const leaving = page.getByRole("alertdialog")
    await leaving.getByText("Discard your changes?").waitFor()
    await clear("[role=alertdialog]")
    await leaving.getByRole("button", { name: "Discard" }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Dismiss" }).first().click()
    await page.getByText("Dismiss this invoice?").waitFor()
    await clear("[role=alertdialog]")
    await page.getByRole("button", { name: "Cancel" }).click()
    await page.getByRole("alertdialog").waitFor({ state: "detached" })
    await page.locator("main li a[href*='invoice=']").first().click()
    await page.getByRole("dialog").getByText("History").waitFor()
    await clear("[role=dialog]")
    expect(problems).toEqual([])
  })

  it("returns held money: first the invoice ends here, then the money is sent and ticked off", async () => {
    const { page, problems } = await openAdmin()
    await openTab(page, "overview", "Balance, UZS")
    await page.getByRole("tab", { name: /^Needs you/ }).click()
    await page.getByRole("heading", { name: "Payments to resolve" }).waitFor()
    // The tests before this one leave payments and pay-outs of their own.
    const held = page
      .locator("main li", { hasText: "The cart, the order or its payment was deleted in Medusa" })
      .first()
    const number = await held.locator("a[href*='invoice=']").innerText()
    expect(await axeFindings(page)).toEqual([])
    await held.getByRole("button", { name: "Return the money" }).click()
    const ending = page.getByRole("dialog")
    await ending.getByText("Confirm first, then send the money").waitFor()
    expect(await axeFindings(page, "[role=dialog]")).toEqual([])
    await ending.getByLabel("Note").fill("The customer asked by phone")
    await ending.getByRole("button", { name: "Confirm the return" }).click()
    await page.getByText(/Now send the money/).waitFor()

    const payout = page
      .locator("main li", { hasText: "Return of a payment" })
      .filter({ hasText: number })
    // Who returned it and why stands with its pay-out, and where it is marked as sent.
    await expectToSayWho(payout)
    await keepScreen(page, "payments-returned")
    await payout.getByRole("button", { name: "Mark as paid out" }).click()
    const sending = page.getByRole("dialog")
    await expectToSayWho(sending)
    await keepScreen(page, "payments-returned-sending")
    await sending.getByLabel("How was it sent?").waitFor()
    expect(await axeFindings(page, "[role=dialog]")).toEqual([])
    await sending.getByLabel("How was it sent?").fill("To the customer's card")
    // The browser's back button would lose what is written: it asks first.
    await page.waitForFunction(asksBeforeLeaving)
    await page.evaluate(() => {
      history.back()
    })
    await page.getByRole("button", { name: "Keep writing" }).click()
    expect(await sending.getByLabel("How was it sent?").inputValue()).toContain("card")
    await sending.getByRole("button", { name: "Mark as paid out" }).click()
    await page.getByText(/is marked as paid out/).waitFor()
    await payout.waitFor({ state: "detached" })
    // Who sent it, how and when stays with its invoice, which is found now and later.
    await page.getByRole("button", { name: "Open the invoice" }).click()
    const paidOut = page.getByRole("dialog")
    await paidOut.getByText("To the customer's card").first().waitFor()
    await paidOut.getByText(/^Paid out: Choynak Egasi · /).waitFor()
    await expectToSayWho(paidOut)
    await paidOut.getByText("Return confirmed").first().scrollIntoViewIfNeeded()
    await keepScreen(page, "payments-returned-invoice")
    await paidOut.getByRole("button", { name: "Close" }).click()
    await page.getByRole("link", { name: "What was sent earlier" }).click()
    await page.getByRole("table").getByText("Returned, no order").first().waitFor()
    expect(problems).toEqual([])
  })

  it("shows an invoice that may exist at the service until somebody dismisses it", async () => {
    const { page, problems } = await openAdmin()
    await openTab(page, "attention", "May exist at Checkout.uz")
    // The shop's own tests leave some of theirs, which nobody dismisses.
    const sentence = "Invoice 999001 for this amount is paid at Checkout.uz"
    const doubt = page.locator("main li", { hasText: sentence })
    await doubt.getByRole("button", { name: "Dismiss" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Dismiss" }).click()
    await doubt.waitFor({ state: "detached" })
    expect(problems).toEqual([])
  })

  it("compares the service's history with the store's", async () => {
    const { page, problems } = await openAdmin()
    await openTab(page, "report", "Compare with Checkout.uz")
    await page.getByRole("button", { name: "Compare", exact: true }).click()
    await page.getByText("Only at Checkout.uz").first().waitFor()
    // What leads from one total to the other.
    await page.getByText("Paid at Checkout.uz", { exact: true }).waitFor()
    await page.getByText("In the store, net of refunds and returns").waitFor()
    await page.getByRole("button", { name: /^Show \d+ that match/ }).click()
    await page.getByRole("button", { name: "Hide those that match" }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it.each([
    ["ru", "Платежи"],
    ["uz", "Toʻlovlar"],
  ] as const)("speaks %s", async (language, title) => {
    const { page } = await openAdmin({ language })
    for (const [tab, last] of Object.entries(DRAWN_LAST)) {
      await page.goto(`${PAYMENTS_PAGE}?tab=${tab}`)
      await page.getByRole("heading", { name: title, level: 1 }).waitFor()
      await page.locator(last).first().waitFor()
      await keepScreen(page, `payments-${tab}-${language}`)
    }
  })
})

/** Of a pay-out of a payment that the merchant has returned. */
async function expectToSayWho(part: Locator): Promise<void> {
  await part.getByText("The customer asked by phone").first().waitFor()
  const text = (await part.innerText()).replaceAll(/\s+/g, " ")
  expect(text).toMatch(/Return confirmed:? Choynak Egasi · \d\d\.\d\d\.\d{4} \d\d:\d\d/)
}

/** Whether the page has heard that something is written on it. It runs in the page. */
function asksBeforeLeaving(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }))
}
